import { describe, expect, test } from 'vitest';
import type { FieldFault } from '../../../src/model/failure.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

const pro = { field: 'attributes.plan', operator: 'eq', value: 'pro' };

/** Ada is on the pro plan, Bob is not, and Cy is but has unsubscribed. */
async function threePeople({ use }: Place): Promise<void> {
  await use('create_subscriber', {
    email: 'ada@example.com',
    attributes: { plan: 'pro', seats: 12 },
    tags: ['news'],
  });
  await use('create_subscriber', { email: 'bob@example.com', attributes: { plan: 'free' }, tags: ['news'] });
  await use('create_subscriber', { email: 'cy@example.com', attributes: { plan: 'pro' } });
  await use('unsubscribe_subscriber', { subscriber: 'cy@example.com' });
}

async function emailsOf({ use }: Place, filter: object): Promise<string[]> {
  const { data } = await use('list_subscribers', filter);
  return data.map(({ email }: { email: string }) => email);
}

onBothDatabases((place) => {
  describe('a segment', () => {
    test('is created, shown with its count, changed and deleted', async () => {
      const here = place();
      await threePeople(here);
      const made = await here.outcome('create_segment', { name: ' On pro ', rule: pro });
      expect([made.created, made.output]).toEqual([
        true,
        {
          object: 'segment',
          id: expect.stringMatching(/^seg_[0-9a-z]{26}$/),
          name: 'On pro',
          rule: pro,
          subscriber_count: 2,
          counted_at: expect.any(String),
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ]);
      const { id: segmentId } = made.output as { id: string };
      expect(await here.use('get_segment', { segmentId })).toEqual({
        ...(made.output as object),
        used_by: [],
      });
      const listed = await here.use('list_segments');
      expect(listed.data).toEqual([made.output]);

      const rule = { and: [pro, { field: 'status', operator: 'eq', value: 'active' }] };
      const changed = await here.use('update_segment', { segmentId, rule });
      expect(changed).toMatchObject({ name: 'On pro', subscriber_count: 1 });
      expect(changed.rule.and[1]).toEqual({ field: 'status', operator: 'eq', value: 'ACTIVE' });
      expect((await here.use('update_segment', { segmentId, name: 'Pro' })).rule).toEqual(changed.rule);

      expect(await here.use('delete_segment', { segmentId })).toEqual({
        object: 'segment',
        id: segmentId,
        deleted: true,
      });
      for (const tool of ['get_segment', 'update_segment', 'delete_segment']) {
        expect((await here.refusal(tool, { segmentId })).failure).toBe('not_found');
      }
    });

    test('that the list does not count is counted by the worker for the next list', async () => {
      const here = place();
      await threePeople(here);
      for (let number = 0; number < 8; number += 1) {
        await here.use('create_segment', { name: `Segment ${number}`, rule: pro });
      }
      const counts = async (): Promise<(number | null)[]> =>
        (await here.use('list_segments')).data.map(
          (one: { subscriber_count: number | null }) => one.subscriber_count,
        );
      expect(await counts()).toEqual([2, 2, 2, 2, 2, null, null, null]);
      await here.platform.deliver();
      expect(await counts()).toEqual([2, 2, 2, 2, 2, 2, 2, 2]);
    });

    test('has the same count from a counter, an index or a scan', async () => {
      const here = place();
      await threePeople(here);
      await here.use('create_tag', { name: 'unused' });
      const counts: [object, number][] = [
        [{ field: 'tags', operator: 'eq', value: 'news' }, 2],
        [{ and: [{ field: 'tags', operator: 'contains', value: 'NEWS' }] }, 2],
        [{ field: 'tags', operator: 'eq', value: 'unused' }, 0],
        [{ field: 'tags', operator: 'in', value: ['unused', 'News'] }, 2],
        [{ field: 'tags', operator: 'neq', value: 'news' }, 1],
        [{ field: 'status', operator: 'eq', value: 'unsubscribed' }, 1],
        [{ field: 'status', operator: 'in', value: ['ACTIVE', 'active', 'PENDING'] }, 2],
        [{ field: 'status', operator: 'neq', value: 'ACTIVE' }, 1],
        [{ and: [{ field: 'tags', operator: 'eq', value: 'news' }, pro] }, 1],
        [{ or: [{ field: 'tags', operator: 'eq', value: 'news' }, pro] }, 3],
      ];
      for (const [index, [rule, amount]] of counts.entries()) {
        const made = await here.use('create_segment', { name: `Segment ${index}`, rule });
        expect(made.subscriber_count, JSON.stringify(rule)).toBe(amount);
      }
    });

    test('has a case-insensitively unique name', async () => {
      const { use, refusal } = place();
      const { id } = await use('create_segment', { name: 'Größe', rule: pro });
      const { id: segmentId } = await use('create_segment', { name: 'Other', rule: pro });
      for (const result of [
        await refusal('create_segment', { name: 'GRÖSSE'.replace('SS', 'ß'), rule: pro }),
        await refusal('update_segment', { segmentId, name: 'größe' }),
      ]) {
        expect([result.failure, result.status, result.message]).toEqual([
          'conflict',
          409,
          'Another segment has this name',
        ]);
      }
      expect((await use('update_segment', { segmentId: id, name: 'GRÖßE' })).name).toBe('GRÖßE');
    });

    test('is limited to 200 per organization', async () => {
      const { use, refusal } = place();
      for (let index = 0; index < 200; index += 1) {
        await use('create_segment', { name: `Segment ${index}`, rule: pro });
      }
      const result = await refusal('create_segment', { name: 'One more', rule: pro });
      expect([result.failure, result.message]).toEqual([
        'conflict',
        'An organization has at most 200 segments',
      ]);
    });

    verifies(
      'subscriber.segment-filter',
      'filters the subscriber list together with other filters, page by page',
      async () => {
        const here = place();
        await threePeople(here);
        const { id: segment } = await here.use('create_segment', { name: 'Pro', rule: pro });
        expect(await emailsOf(here, { segment })).toEqual(['cy@example.com', 'ada@example.com']);
        expect(await emailsOf(here, { segment, status: 'active' })).toEqual(['ada@example.com']);
        expect(await emailsOf(here, { segment, tag: 'news' })).toEqual(['ada@example.com']);
        expect(await emailsOf(here, { segment, tag: 'news', query: 'bob' })).toEqual([]);
        const first = await here.use('list_subscribers', { segment, limit: 1 });
        expect([first.data[0].email, first.has_more]).toEqual(['cy@example.com', true]);
        const second = await here.use('list_subscribers', { segment, limit: 1, after: first.data[0].id });
        expect([second.data[0].email, second.has_more]).toEqual(['ada@example.com', false]);
        const back = await here.use('list_subscribers', { segment, limit: 1, before: second.data[0].id });
        expect([back.data[0].email, back.has_more]).toEqual(['cy@example.com', false]);
        expect(await emailsOf(here, { segment: 'Pro', status: 'active' })).toEqual(['ada@example.com']);
        expect(await emailsOf(here, { segment: ' pRO ', tag: 'news' })).toEqual(['ada@example.com']);
        const { token } = await here.platform.addOrganization('Another');
        for (const theirs of [segment, 'Pro', 'seg_gone']) {
          const path = `/api/v2/subscribers?segment=${theirs}`;
          const { status, body } = await here.platform.http('GET', path, { token });
          expect([status, body]).toEqual([200, { object: 'list', data: [], has_more: false }]);
        }
      },
    );

    test('of another organization does not exist', async () => {
      const here = place();
      const { id: segmentId } = await here.use('create_segment', { name: 'Theirs', rule: pro });
      const { token } = await here.platform.addOrganization('Another');
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { name: 'Ours' } : undefined;
        const reply = await here.platform.http(method, `/api/v2/segments/${segmentId}`, { token, body });
        expect([method, reply.status]).toEqual([method, 404]);
      }
      const listed = await here.platform.http('GET', '/api/v2/segments', { token });
      expect(listed.body.data).toEqual([]);
    });

    test('has REST routes for each operation', async () => {
      const { http } = place();
      const made = await http('POST', '/api/v2/segments', { body: { name: 'Pro', rule: pro } });
      expect([made.status, made.body.object, made.body.subscriber_count]).toEqual([201, 'segment', 0]);
      const path = `/api/v2/segments/${made.body.id}`;
      expect((await http('GET', path)).body).toEqual({ ...made.body, used_by: [] });
      expect((await http('GET', '/api/v2/segments?limit=1')).body.has_more).toBe(false);
      expect((await http('PATCH', path, { body: { name: 'P' } })).body.name).toBe('P');
      expect((await http('GET', `/api/v2/subscribers?segment=${made.body.id}`)).body.data).toEqual([]);
      expect((await http('DELETE', path)).body).toMatchObject({ object: 'segment', deleted: true });
    });

    test('cannot be deleted while a scheduled campaign uses it', async () => {
      const { use, refusal, platform, organization } = place();
      const { id: segmentId } = await use('create_segment', { name: 'Pro', rule: pro });
      const { database, forOrganization } = platform.platform.engine.store;
      const { id: campaignId } = await use('create_campaign', { name: 'May', audience: { segmentId } });
      const setStatus = async (status: string) =>
        await database.transaction(async (queries) => {
          await queries.run('UPDATE campaigns SET status = $2 WHERE id = $1', [campaignId, status]);
        });
      for (const status of ['SCHEDULED', 'SENDING']) {
        await setStatus(status);
        const { used_by } = await use('get_segment', { segmentId });
        expect(used_by).toEqual([{ object: 'campaign', id: campaignId }]);
        const result = await refusal('delete_segment', { segmentId });
        expect([result.failure, result.message.includes(campaignId)]).toEqual(['conflict', true]);
        expect(result.details).toEqual({ campaignId });
      }
      await setStatus('DRAFT');
      await use('delete_segment', { segmentId });
      expect((await forOrganization(organization.key).campaigns.byId(campaignId))?.audience.segmentId).toBe(
        segmentId,
      );
    });
  });

  describe('a rule', () => {
    test('stores tags by id, so it applies to a renamed tag too', async () => {
      const here = place();
      await threePeople(here);
      const { use } = here;
      const { id: news } = await use('get_tag', { tag: 'news' });
      const { id: beta } = await use('create_tag', { name: 'beta' });
      const rule = {
        or: [
          { and: [{ field: 'tags', operator: 'in', value: ['beta', 'NEWS', news] }] },
          { field: 'tags', operator: 'contains', value: 'beta' },
          { field: 'attributes.tags', operator: 'eq', value: 'news' },
        ],
      };
      const kept = {
        or: [
          { and: [{ field: 'tags', operator: 'in', value: [beta, news] }] },
          { field: 'tags', operator: 'contains', value: beta },
          { field: 'attributes.tags', operator: 'eq', value: 'news' },
        ],
      };
      const made = await use('create_segment', { name: 'Readers', rule });
      expect([made.rule, made.subscriber_count]).toEqual([kept, 2]);
      const { id: campaignId } = await use('create_campaign', { name: 'May', audience: { filter: rule } });
      expect((await use('get_campaign', { campaignId })).audience.filter).toEqual(kept);

      await use('update_tag', { tag: 'news', name: 'newsletter' });
      await use('create_tag', { name: 'news' });
      const segmentId = made.id;
      expect(await use('get_segment', { segmentId })).toMatchObject({ rule: kept, subscriber_count: 2 });
      expect((await use('preview_campaign_audience', { campaignId })).count).toBe(2);
      const without = { field: 'tags', operator: 'neq', value: 'newsletter' };
      const changed = await use('update_segment', { segmentId, rule: without });
      expect([changed.rule.value, changed.subscriber_count]).toEqual([news, 1]);
    });

    test('must name existing tags and campaigns', async () => {
      const here = place();
      const { use, refusal } = here;
      await use('create_tag', { name: 'news' });
      const theirs = await here.platform.call('create_tag', { name: 'theirs' });
      const { id: theirTag } = theirs.output as { id: string };
      const rule = {
        and: [
          { field: 'tags', operator: 'in', value: ['news', 'newz'] },
          { field: 'tags', operator: 'neq', value: theirTag },
          { field: 'email_opened', operator: 'eq', value: 'cmp_gone' },
        ],
      };
      const wrong = (path: string) => [
        [`${path}.and[0].value[1]`, 'is no tag of this organization'],
        [`${path}.and[1].value`, 'is no tag of this organization'],
        [`${path}.and[2].value`, 'is no campaign of this organization'],
      ];
      const { id: segmentId } = await use('create_segment', { name: 'Pro', rule: pro });
      const { id: campaignId } = await use('create_campaign', { name: 'May' });
      for (const [tool, input, path] of [
        ['create_segment', { name: 'x', rule }, 'rule'],
        ['update_segment', { segmentId, rule }, 'rule'],
        ['create_campaign', { name: 'x', audience: { filter: rule } }, 'audience.filter'],
        ['update_campaign', { campaignId, audience: { filter: rule } }, 'audience.filter'],
      ] as const) {
        const { failure, details } = await refusal(tool, input);
        const faults = (details as FieldFault[]).map((fault) => [fault.path, fault.message]);
        expect([tool, failure, faults]).toEqual([tool, 'validation_error', wrong(path)]);
      }
      expect((await use('get_segment', { segmentId })).rule).toEqual(pro);
    });

    test('is rejected at its invalid path with the valid values', async () => {
      const { refusal } = place();
      const nested = (depth: number): object => (depth === 1 ? pro : { or: [nested(depth - 1)] });
      const cases: [unknown, string, string][] = [
        ['x', 'rule', 'must be an object'],
        [[], 'rule', 'must be an object'],
        [{}, 'rule.field', 'is required'],
        [{ field: 'plan', operator: 'eq', value: 1 }, 'rule.field', 'must be one of email, status'],
        [{ field: 'Email', operator: 'eq', value: 'a' }, 'rule.field', 'did you mean email?'],
        [{ field: 'attributes.', operator: 'exists' }, 'rule.field', 'must be one of'],
        [{ field: '__proto__', operator: 'exists' }, 'rule.field', 'must be one of'],
        [{ field: 'email', value: 'a' }, 'rule.operator', 'is required'],
        [{ field: 'email', operator: 'gt', value: 'a' }, 'rule.operator', 'must be one of eq, neq, contains'],
        [
          { field: 'event.x', operator: 'eq', value: 'a' },
          'rule.operator',
          'must be one of exists, is_empty, within',
        ],
        [{ field: 'email', operator: 'eq' }, 'rule.value', 'is required'],
        [{ field: 'email', operator: 'eq', value: 1 }, 'rule.value', 'must be text of 1 to 256 characters'],
        [{ field: 'email', operator: 'eq', value: 'x'.repeat(257) }, 'rule.value', '256'],
        [{ field: 'email', operator: 'exists', value: false }, 'rule.value', 'must be left out with exists'],
        [{ field: 'email', operator: 'in', value: [] }, 'rule.value', 'an array of 1 to 100 values'],
        [{ field: 'email', operator: 'in', value: Array(101).fill('a') }, 'rule.value', '1 to 100'],
        [{ field: 'attributes.x', operator: 'in', value: [null] }, 'rule.value', 'without null'],
        [
          { field: 'attributes.x', operator: 'eq', value: { a: 1 } },
          'rule.value',
          'must be text of at most 256',
        ],
        [{ field: 'attributes.x', operator: 'gt', value: true }, 'rule.value', 'must be a number, or text'],
        [{ field: 'status', operator: 'eq', value: 'gone' }, 'rule.value', 'one of ACTIVE, PENDING'],
        [{ field: 'createdAt', operator: 'gt', value: '1.2.2026' }, 'rule.value', 'an ISO 8601 date'],
        [
          { field: 'createdAt', operator: 'gt', value: '2026-02-31T00:00:00' },
          'rule.value',
          'an ISO 8601 date',
        ],
        [{ field: 'createdAt', operator: 'within', value: 'a while' }, 'rule.value', '30 days'],
        [{ field: 'createdAt', operator: 'within', value: '0 days' }, 'rule.value', '30 days'],
        [{ field: 'createdAt', operator: 'within', value: '99999 years' }, 'rule.value', '30 days'],
        [{ and: [] }, 'rule.and', 'must not be empty'],
        [{ and: {} }, 'rule.and', 'must be an array of rules'],
        [{ and: [pro], or: [pro] }, 'rule.or', 'is not a field of a rule'],
        [{ ...pro, note: 'x' }, 'rule.note', 'is not a field of a rule'],
        [{ and: [pro, { ...pro, operator: 'like' }] }, 'rule.and[1].operator', 'must be one of'],
        [{ or: [{ and: [pro, null] }] }, 'rule.or[0].and[1]', 'must be an object'],
        [nested(9), `rule${'.or[0]'.repeat(8)}`, 'must not nest and, or more than 8 deep'],
        [{ and: Array(101).fill(pro) }, 'rule.and[100]', 'a rule has at most 100'],
        [
          { or: Array(21).fill({ field: 'attributes.plan', operator: 'contains', value: 'p' }) },
          'rule.or[20].operator',
          'more than 20 times',
        ],
        [
          { field: 'attributes.plan', operator: 'contains', value: 'p'.repeat(65) },
          'rule.value',
          'text of 1 to 64 characters',
        ],
        [
          { or: Array(6).fill({ field: 'email_opened', operator: 'in', value: Array(100).fill('cmp_a') }) },
          'rule.or[5].value',
          'at most 500 tags and campaigns',
        ],
      ];
      for (const [rule, path, message] of cases) {
        const { failure, details } = await refusal('create_segment', { name: 'x', rule });
        const [fault] = details as FieldFault[];
        expect([failure, fault!.path], JSON.stringify(rule)).toEqual(['validation_error', path]);
        expect(fault!.message, JSON.stringify(rule)).toContain(message);
      }
    });

    test('may have the maximum depth and length', async () => {
      const { use } = place();
      const nested = (depth: number): object => (depth === 1 ? pro : { or: [nested(depth - 1)] });
      expect((await use('create_segment', { name: 'Deep', rule: nested(8) })).subscriber_count).toBe(0);
      const rule = { and: Array(100).fill(pro) };
      expect((await use('create_segment', { name: 'Long', rule })).subscriber_count).toBe(0);
    });
  });
});
