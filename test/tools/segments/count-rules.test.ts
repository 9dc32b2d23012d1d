import { describe, expect, test } from 'vitest';
import { dayMs, isoInstant } from '../../../src/model/instant.ts';
import { describeRule } from '../../../src/model/workflow/outline/describe-rule.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { activeWorkflow, tagStep, work } from '../workflows/scene.ts';

type Listed = { email: string; id: string };

async function foundBy({ use }: Place, rule: object, more: object = {}): Promise<string[]> {
  const { data } = await use('list_subscribers', { rule, ...more });
  return (data as Listed[]).map(({ email }) => email.split('@')[0]!).sort();
}

/** Ada paid today, 5 and 50 days ago; Bob paid 50 days ago; Cy never paid. */
async function buyers({ use, platform }: Place): Promise<void> {
  for (const name of ['ada', 'bob', 'cy']) await use('create_subscriber', { email: `${name}@example.com` });
  const paid = async (name: string, days: number) =>
    await use('track_event', {
      name: 'order.paid',
      email: `${name}@example.com`,
      occurredAt: isoInstant(platform.clock.now() - days * dayMs),
    });
  await paid('ada', 0);
  await paid('ada', 5);
  await paid('ada', 50);
  await paid('bob', 50);
}

const paid = (operator: string, value?: unknown, within?: string) => ({
  field: 'event.order.paid',
  operator,
  ...(value !== undefined && { value }),
  ...(within !== undefined && { within }),
});

onBothDatabases((place) => {
  describe('a rule', () => {
    verifies('rule.count', 'counts an event in total or within a time span', async () => {
      const here = place();
      await buyers(here);
      expect(await foundBy(here, paid('count_gte', 2))).toEqual(['ada']);
      expect(await foundBy(here, paid('count_gte', 3))).toEqual(['ada']);
      expect(await foundBy(here, paid('count_gte', 4))).toEqual([]);
      expect(await foundBy(here, paid('count_gte', 3, '30 days'))).toEqual([]);
      expect(await foundBy(here, paid('count_gte', 2, '30 days'))).toEqual(['ada']);
      expect(await foundBy(here, paid('count_gte', 1))).toEqual(['ada', 'bob']);
      expect(await foundBy(here, paid('count_lt', 2))).toEqual(['bob', 'cy']);
      expect(await foundBy(here, paid('count_lt', 1))).toEqual(['cy']);
      expect(await foundBy(here, paid('count_lt', 1, '30 days'))).toEqual(['bob', 'cy']);
    });

    verifies('rule.count', 'is evaluated when it is used', async () => {
      const here = place();
      await buyers(here);
      const rule = paid('count_gte', 2, '30 days');
      const { id: segmentId, subscriber_count: count } = await here.use('create_segment', {
        name: 'Regulars',
        rule,
      });
      expect(count).toBe(1);
      const { id: campaignId } = await here.use('create_campaign', { name: 'May', audience: { segmentId } });
      const counted = async () => (await here.use('preview_campaign_audience', { campaignId })).count;
      expect(await counted()).toBe(1);
      await here.platform.clock.advance(27 * dayMs);
      expect((await here.use('get_segment', { segmentId })).subscriber_count).toBe(0);
      expect(await counted()).toBe(0);
      expect((await here.use('get_segment', { segmentId })).rule).toEqual(rule);
    });

    verifies('rule.last-time', 'compares the last time of an event, an open and a click', async () => {
      const here = place();
      await buyers(here);
      const { clock, engine } = { clock: here.platform.clock, engine: here.platform.platform.engine };
      const day = (ago: number) => isoInstant(clock.now() - ago * dayMs);
      expect(await foundBy(here, paid('longer_ago', '30 days'))).toEqual(['bob']);
      expect(await foundBy(here, paid('lt', day(10)))).toEqual(['bob']);
      expect(await foundBy(here, paid('gte', day(10)))).toEqual(['ada']);
      await engine.store.database.transaction((queries) =>
        queries.run(
          `UPDATE subscribers SET last_opened_at = $2 WHERE organization = $1 AND email = 'ada@example.com'`,
          [here.organization.key, clock.now() - 90 * dayMs],
        ),
      );
      const opened = (operator: string, value: string) => ({ field: 'email_opened', operator, value });
      expect(await foundBy(here, opened('longer_ago', '60 days'))).toEqual(['ada']);
      expect(await foundBy(here, opened('longer_ago', '100 days'))).toEqual([]);
      expect(await foundBy(here, opened('lt', day(60)))).toEqual(['ada']);
    });

    test('with an invalid count is rejected by the path of the count', async () => {
      const { refusal } = place();
      const cases: [object, string, string][] = [
        [paid('count_gte'), 'rule.value', 'is required'],
        [paid('count_gte', 0), 'rule.value', 'a whole number from 1 to 1,000; none at all is count_lt 1'],
        [paid('count_gte', 1_001), 'rule.value', 'from 1 to 1,000'],
        [paid('count_lt', 1.5), 'rule.value', 'a whole number'],
        [paid('count_lt', 1e300), 'rule.value', 'a whole number'],
        [paid('count_lt', '2'), 'rule.value', 'a whole number'],
        [paid('count_lt', 2, '30d'), 'rule.within', '30 days'],
        [{ ...paid('count_lt', 2), within: null }, 'rule.within', '30 days'],
        [{ ...paid('count_lt', 2), within: '101 years' }, 'rule.within', '30 days'],
        [{ ...paid('within', '30 days'), within: '30 days' }, 'rule.within', 'is for count_gte and count_lt'],
        [{ ...paid('exists'), within: '30 days' }, 'rule.within', 'must be left out'],
        [{ field: 'email', operator: 'count_gte', value: 1 }, 'rule.operator', 'must be one of eq, neq'],
        [{ and: [paid('count_gte', -1)] }, 'rule.and[0].value', 'a whole number'],
        [{ field: 'event.', operator: 'count_gte', value: 1 }, 'rule.field', 'must be one of'],
        [{ field: `event.${'x'.repeat(129)}`, operator: 'count_gte', value: 1 }, 'rule.field', 'one of'],
      ];
      for (const tool of ['create_segment', 'list_subscribers']) {
        for (const [rule, path, message] of cases) {
          const given = tool === 'create_segment' ? { name: 'x', rule } : { rule };
          const { failure, details } = await refusal(tool, given);
          const [fault] = details as { path: string; message: string }[];
          expect([failure, fault!.path], JSON.stringify(rule)).toEqual(['validation_error', path]);
          expect(fault!.message, JSON.stringify(rule)).toContain(message);
        }
      }
    });

    test('treats SQL and JavaScript keywords as plain names', async () => {
      const here = place();
      await buyers(here);
      for (const name of ['__proto__', 'constructor', "'; DROP TABLE events; --", '%', '(a+)+$', '$1']) {
        const field = `event.${name}`;
        expect(await foundBy(here, { field, operator: 'count_gte', value: 1 })).toEqual([]);
        expect(await foundBy(here, { field, operator: 'count_lt', value: 1 })).toEqual(['ada', 'bob', 'cy']);
      }
      const most = { or: Array(100).fill(paid('count_gte', 1_000, '36500 days')) };
      expect(await foundBy(here, most)).toEqual([]);
    });

    verifies(
      'rule.count.workflow',
      'with a count is rejected in a workflow, but may define a segment that starts the workflow',
      async () => {
        const here = place();
        await buyers(here);
        const steps = [tagStep('regular')];
        const counted = { type: 'EVENT', name: 'order.paid', filter: paid('count_gte', 2) };
        const { details } = await here.refusal('save_workflow', {
          name: 'Regulars',
          trigger: counted,
          steps,
        });
        expect(JSON.stringify(details)).toContain('count_gte and count_lt are for segments');
        const { id: segment } = await here.use('create_segment', {
          name: 'Regulars',
          rule: paid('count_gte', 2, '30 days'),
        });
        await activeWorkflow(here, { trigger: { type: 'SEGMENT_ENTERED', segment }, steps });
        await work(here);
        for (const _ of ['once', 'twice']) {
          await here.use('track_event', { name: 'order.paid', email: 'cy@example.com' });
        }
        await work(here);
        const tagged = await here.use('list_subscribers', { tag: 'regular' });
        // Ada already matched when the workflow was activated.
        expect(tagged.data.map(({ email }: Listed) => email)).toEqual(['cy@example.com']);
      },
    );

    test('with a count is described as a sentence', () => {
      const rule = { field: 'event.paid', operator: 'count_gte', value: 2, within: '30 days' } as const;
      expect(describeRule(rule, 100)).toBe('event.paid count ≥ 2 within "30 days"');
    });
  });

  describe('a list of subscribers', () => {
    verifies(
      'subscriber.list.rule',
      'can be filtered by a rule together with other filters, page by page',
      async () => {
        const here = place();
        const { use, http, token } = here;
        await buyers(here);
        await use('add_subscriber_tags', { subscriber: 'bob@example.com', tags: ['news'] });
        const rule = paid('count_gte', 1);
        expect(await foundBy(here, rule, { tag: 'news' })).toEqual(['bob']);
        expect(await foundBy(here, rule, { query: 'ada' })).toEqual(['ada']);
        const { id: segment } = await use('create_segment', {
          name: 'Old',
          rule: paid('longer_ago', '9 days'),
        });
        expect(await foundBy(here, rule, { segment })).toEqual(['bob']);
        const first = await use('list_subscribers', { rule, limit: 1 });
        expect([first.data[0].email, first.has_more]).toEqual(['bob@example.com', true]);
        const next = await use('list_subscribers', { rule, limit: 1, after: first.data[0].id });
        expect([next.data[0].email, next.has_more]).toEqual(['ada@example.com', false]);

        const asked = (text: string) => `/api/v2/subscribers?rule=${encodeURIComponent(text)}`;
        const listed = await http('GET', asked(JSON.stringify(rule)), { token });
        expect(listed.body.data.map(({ email }: Listed) => email)).toEqual([
          'bob@example.com',
          'ada@example.com',
        ]);
        for (const [text, path] of [
          ['{"field":', 'rule'],
          ['[]', 'rule'],
          ['"x"', 'rule'],
          ['{"and":[{"field":"plan","operator":"eq","value":1}]}', 'rule.and[0].field'],
          [`${'{"and":['.repeat(20)}${']}'.repeat(20)}`, `rule${'.and[0]'.repeat(8)}`],
        ] as const) {
          const refused = await http('GET', asked(text), { token });
          expect([refused.status, refused.body.details[0].path], text.slice(0, 40)).toEqual([400, path]);
        }
        const twice = await http('GET', `${asked('{}')}&rule=%7B%7D`, { token });
        expect(twice.body.details[0].message).toBe('is given more than once');
      },
    );

    test('warns about tags and attributes in a rule that no subscriber has', async () => {
      const here = place();
      await buyers(here);
      const listed = await here.use('list_subscribers', {
        rule: {
          and: [
            { field: 'tags', operator: 'eq', value: 'newz' },
            { field: 'attributes.pln', operator: 'eq', value: 'pro' },
          ],
        },
      });
      expect(listed).toMatchObject({
        data: [],
        warnings: [
          'rule.and[0].value is not a tag of this organization, so no subscriber is found by it',
          'rule.and[1].field is an attribute that no subscriber has',
        ],
      });
    });
  });
});
