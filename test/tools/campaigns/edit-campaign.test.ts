import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/model/failure.ts';
import { onBothDatabases } from '../both-databases.ts';
import { sendable, sendingCampaign } from './scene.ts';

function result({ failure, details }: Failure): [string, ...string[]] {
  const faults = Array.isArray(details) ? (details as { path: string }[]) : [];
  return [failure, ...faults.map(({ path }) => path)];
}

const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }] };

onBothDatabases((place) => {
  describe('a campaign', () => {
    test('is created as a draft and returned completely', async () => {
      const { outcome, use } = place();
      const news = await use('create_tag', { name: 'News' });
      const { id: ada } = await use('create_subscriber', { email: 'ada@example.com' });
      const { created, output } = await outcome('create_campaign', {
        name: ' May ',
        subject: 'Our news in May',
        preview: 'What we made',
        fromName: 'Acme, Inc.',
        fromEmail: 'News@ACME.example',
        replyTo: 'Ada <ada@acme.example>',
        html: '<p>Hello</p>',
        audience: {
          tags: { any: ['NEWS', news.id], none: [news.id] },
          filter: { field: 'firstName', operator: 'eq', value: 'Ada' },
          subscriberIds: [ada],
        },
        timezone: 'Europe/Lisbon',
        throttle: { perHour: 1_000 },
        tracking: { opens: true },
      });
      expect(created).toBe(true);
      const zeros = { opened: 0, clicked: 0 };
      expect(output).toEqual({
        object: 'campaign',
        warnings: [
          'acme.example is not verified, so its mail may be treated as spam',
          expect.stringMatching(/^No postal_address is set/),
        ],
        id: expect.stringMatching(/^cmp_[0-9a-z]{26}$/),
        name: 'May',
        subject: 'Our news in May',
        preview: 'What we made',
        fromName: 'Acme, Inc.',
        fromEmail: 'News@acme.example',
        replyTo: '"Ada" <ada@acme.example>',
        content: '<p>Hello</p>',
        contentType: 'HTML',
        html: '<p>Hello</p>',
        markdown: null,
        tiptap: null,
        audience: {
          tags: { any: [news.id], all: [], none: [news.id] },
          segmentId: null,
          filter: { field: 'firstName', operator: 'eq', value: 'Ada' },
          subscriberIds: [ada],
          notReachedBy: null,
        },
        status: 'DRAFT',
        paused: false,
        scheduledAt: null,
        timezone: 'Europe/Lisbon',
        sentAt: null,
        stats: {
          recipients: 0,
          sent: 0,
          delivered: 0,
          opened: 0,
          clicked: 0,
          unsubscribed: 0,
          bounced: 0,
          complained: 0,
          failed: 0,
          skipped: 0,
          human: zeros,
          machine: zeros,
        },
        badges: expect.any(Array),
        problem:
          'The content must contain {{unsubscribeUrl}} as a visible link, so that recipients can unsubscribe. The campaign has no recipients: no subscriber in its audience is ACTIVE and can be mailed',
        abTest: null,
        throttle: { perHour: 1_000, perDomain: null },
        tracking: { opens: true, clicks: null },
        revision: 1,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      const { id } = output as { id: string };
      expect(await use('get_campaign', { campaignId: id })).toEqual(output);
    });

    test('needs a name or a subject, and uses the subject as its default name', async () => {
      const { use, refusal } = place();
      expect(result(await refusal('create_campaign', { html: '<p>' }))).toEqual(['validation_error', 'name']);
      expect(result(await refusal('create_campaign', { subject: ' ' }))).toEqual([
        'validation_error',
        'name',
      ]);
      expect(await use('create_campaign', { name: 'A' })).toMatchObject({ name: 'A', subject: null });
      expect(await use('create_campaign', { subject: 'B' })).toMatchObject({ name: 'B', subject: 'B' });
      const long = 'x'.repeat(998);
      expect(await use('create_campaign', { subject: long })).toMatchObject({ name: 'x'.repeat(256) });
    });

    test('is rejected by the name of its invalid field', async () => {
      const { refusal, use } = place();
      const variants = [{ subject: 'a' }, { subject: 'b' }];
      const abTest = { variants, percent: 10, metric: 'opens', waitMinutes: 60 };
      const cases: [object, string[]][] = [
        [{ name: 'x'.repeat(257) }, ['name']],
        [{ name: 'a\nb' }, ['name']],
        [{ name: null }, ['name']],
        [{ subject: 'a\r\nBcc: b' }, ['subject']],
        [{ subject: 'x'.repeat(999) }, ['subject']],
        [{ preview: 'x'.repeat(201) }, ['preview']],
        [{ fromName: 'a\u202eb' }, ['fromName']],
        [{ fromEmail: 'unknown' }, ['fromEmail']],
        [{ fromEmail: 'Ada <ada@acme.example>' }, ['fromEmail']],
        [{ replyTo: 'a@b.example, c@d.example' }, ['replyTo']],
        [{ html: 'a', markdown: 'b' }, ['html', 'markdown']],
        [{ content: 'a', html: 'b' }, ['content', 'html']],
        [{ content: 'a', contentType: 'TEXT' }, ['contentType']],
        [{ content: 5 }, ['content']],
        [{ tiptap: { type: 'doc', content: [{ type: 'nonsense' }] } }, ['tiptap.content.0.type']],
        [{ tiptap: 'text' }, ['tiptap']],
        [{ audience: { tags: { some: ['a'] } } }, ['audience.tags.some']],
        [{ audience: { people: [] } }, ['audience.people']],
        [{ audience: [] }, ['audience']],
        [
          { audience: { tags: { any: ['known', 'a'], all: ['b'] } } },
          ['audience.tags.any[1]', 'audience.tags.all[0]'],
        ],
        [{ audience: { segmentId: 'seg_1' } }, ['audience.segmentId']],
        [{ audience: { notReachedBy: 'cmp_1' } }, ['audience.notReachedBy']],
        [{ audience: { subscriberIds: ['sub_1'] } }, ['audience.subscriberIds[0]']],
        [{ audience: { subscriberIds: Array(1_001).fill('sub_1') } }, ['audience.subscriberIds']],
        [
          { audience: { filter: { field: 'nonsense', operator: 'eq', value: 1 } } },
          ['audience.filter.field'],
        ],
        [{ timezone: 'Mars/Base' }, ['timezone']],
        [{ abTest: { ...abTest, variants: [{}] } }, ['abTest.variants']],
        [{ abTest: { ...abTest, variants: Array(6).fill({}) } }, ['abTest.variants']],
        [{ abTest: { ...abTest, variants: [{}, { sender: 'x' }] } }, ['abTest.variants[1].sender']],
        [
          { abTest: { ...abTest, variants: [{}, { html: 'a', content: 'b' }] } },
          ['abTest.variants[1].content', 'abTest.variants[1].html'],
        ],
        [{ abTest: { ...abTest, percent: 0 } }, ['abTest.percent']],
        [{ abTest: { ...abTest, percent: 101 } }, ['abTest.percent']],
        [{ abTest: { ...abTest, metric: 'sales' } }, ['abTest.metric']],
        [{ abTest: { ...abTest, waitMinutes: 10_081 } }, ['abTest.waitMinutes']],
        [{ abTest: { variants } }, ['abTest.percent', 'abTest.metric', 'abTest.waitMinutes']],
        [{ throttle: { perHour: 0 } }, ['throttle.perHour']],
        [{ throttle: { perDay: 5 } }, ['throttle.perDay']],
        [{ tracking: { opens: 'yes' } }, ['tracking.opens']],
        [{ status: 'SENT' }, ['status']],
        [{ stats: {} }, ['stats']],
      ];
      await use('create_tag', { name: 'known' });
      const { id } = await use('create_campaign', { name: 'as it is' });
      const before = await use('get_campaign', { campaignId: id });
      for (const [input, paths] of cases) {
        const refused = result(await refusal('create_campaign', { subject: 'x', ...input }));
        expect([input, refused]).toEqual([input, ['validation_error', ...paths]]);
        const change = result(await refusal('update_campaign', { campaignId: id, ...input }));
        expect([input, change]).toEqual([input, ['validation_error', ...paths]]);
      }
      expect(await use('get_campaign', { campaignId: id })).toEqual(before);
      expect((await use('list_campaigns')).data).toHaveLength(1);
    });

    test('cannot refer to objects of another organization', async () => {
      const { refusal, platform } = place();
      const other = await platform.addOrganization('Other');
      const caller = platform.caller('tools', other.organization);
      const theirs = async (tool: string, input: object) =>
        ((await platform.call(tool, input, { caller })).output as { id: string }).id;
      const tag = await theirs('create_tag', { name: 'theirs' });
      const person = await theirs('create_subscriber', { email: 'eve@example.com' });
      const segment = await theirs('create_segment', {
        name: 'theirs',
        rule: { field: 'email', operator: 'exists' },
      });
      const campaign = await theirs('create_campaign', { name: 'theirs' });
      const audience = {
        tags: { all: [tag] },
        segmentId: segment,
        subscriberIds: [person],
        notReachedBy: campaign,
      };
      expect(result(await refusal('create_campaign', { subject: 'x', audience }))).toEqual([
        'validation_error',
        'audience.tags.all[0]',
        'audience.segmentId',
        'audience.notReachedBy',
        'audience.subscriberIds[0]',
      ]);
    });

    test('changes only in the fields of the edit; null clears a field, and each edit is a revision', async () => {
      const { use, platform } = place();
      const made = await use('create_campaign', {
        ...sendable,
        preview: 'p',
        replyTo: 'a@b.example',
        throttle: { perDomain: 5 },
        abTest: {
          variants: [{ subject: 'a' }, { name: 'Long', html: '<p>b' }],
          percent: 20,
          metric: 'clicks',
          waitMinutes: 60,
        },
      });
      const blank = { content: null, contentType: 'MARKDOWN', html: null, markdown: null, tiptap: null };
      expect(made.abTest).toMatchObject({
        variants: [
          { name: 'A', subject: 'a', preview: null, ...blank, stats: made.stats },
          { name: 'Long', subject: null, content: '<p>b', contentType: 'HTML', html: '<p>b' },
        ],
        percent: 20,
        metric: 'clicks',
        waitMinutes: 60,
        winner: null,
      });
      await platform.clock.advance(1_000);
      const changed = await use('update_campaign', { campaignId: made.id, subject: 'New', tiptap: document });
      expect(changed).toEqual({
        ...made,
        subject: 'New',
        content: JSON.stringify(document),
        contentType: 'TIPTAP',
        markdown: null,
        tiptap: document,
        badges: expect.any(Array),
        problem: expect.stringContaining('The content must contain {{unsubscribeUrl}}'),
        revision: 2,
        updatedAt: new Date(platform.clock.now()).toISOString(),
      });
      const cleared = await use('update_campaign', {
        campaignId: made.id,
        preview: null,
        replyTo: null,
        content: null,
        abTest: null,
        throttle: null,
        audience: null,
        timezone: null,
        expectedRevision: 2,
      });
      expect(cleared).toMatchObject({ subject: 'New', preview: null, replyTo: null, ...blank });
      expect(cleared).toMatchObject({ abTest: null, throttle: null, timezone: 'UTC', revision: 3 });
    });

    test('rejects an edit based on an older revision', async () => {
      const { use, refusal } = place();
      const { id } = await use('create_campaign', { subject: 'one' });
      await use('update_campaign', { campaignId: id, subject: 'two', expectedRevision: 1 });
      const stale = await refusal('update_campaign', { campaignId: id, subject: 'x', expectedRevision: 1 });
      expect([stale.failure, stale.details]).toEqual(['conflict', { revision: 2 }]);
      expect(await use('get_campaign', { campaignId: id })).toMatchObject({ subject: 'two', revision: 2 });
    });

    test('keeps all concurrent edits without a revision', async () => {
      const { use, http } = place();
      const { id } = await use('create_campaign', { subject: 'one' });
      const edits = [
        { subject: 'two' },
        { preview: 'What we made' },
        { fromName: 'Acme' },
        { markdown: 'Hello' },
        { replyTo: 'ada@acme.example' },
        { throttle: { perHour: 1_000 } },
        { timezone: 'Europe/Lisbon' },
        { name: 'May' },
      ];
      const replies = await Promise.all(
        edits.map((body) => http('PATCH', `/api/v2/campaigns/${id}`, { body })),
      );
      expect(replies.map(({ status }) => status)).toEqual(edits.map(() => 200));
      expect(await use('get_campaign', { campaignId: id })).toMatchObject({
        subject: 'two',
        preview: 'What we made',
        fromName: 'Acme',
        markdown: 'Hello',
        replyTo: 'ada@acme.example',
        throttle: { perHour: 1_000 },
        timezone: 'Europe/Lisbon',
        name: 'May',
        revision: 1 + edits.length,
      });
    });

    test('accepts one of many concurrent edits with the same revision', async () => {
      const { use, http } = place();
      const { id } = await use('create_campaign', { subject: 'one' });
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          http('PATCH', `/api/v2/campaigns/${id}`, {
            body: { preview: `edit ${index}`, expectedRevision: 1 },
          }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      expect((await use('get_campaign', { campaignId: id })).revision).toBe(2);
    });

    test('cannot be edited after it was sent', async () => {
      const { use, refusal } = place();
      const { id } = await use('create_campaign', sendable);
      await use('send_campaign', { campaignId: id, scheduledAt: '2030-01-01T09:00:00Z' });
      const refused = await refusal('update_campaign', { campaignId: id, subject: 'x' });
      expect([refused.failure, refused.details]).toEqual(['campaign_not_draft', { status: 'SCHEDULED' }]);
    });

    test('is created once per Idempotency-Key', async () => {
      const { outcome, use } = place();
      const first = await outcome('create_campaign', sendable, { idempotencyKey: 'k' });
      const again = await outcome('create_campaign', sendable, { idempotencyKey: 'k' });
      expect([again.replayed, again.created, again.output]).toEqual([true, true, first.output]);
      expect((await use('list_campaigns')).data).toHaveLength(1);
    });
  });

  describe('a list of campaigns', () => {
    test('shows the newest first, filtered, without content', async () => {
      const { use, outcome, refusal } = place();
      for (const name of ['May news', 'June', 'NEWS flash'])
        await use('create_campaign', { ...sendable, name });
      const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
      const all = await use('list_campaigns', { limit: 2 });
      expect([names(all), all.has_more]).toEqual([['NEWS flash', 'June'], true]);
      expect(names(await use('list_campaigns', { after: all.data[1].id }))).toEqual(['May news']);
      expect(names(await use('list_campaigns', { query: 'news', status: 'draft' }))).toEqual([
        'NEWS flash',
        'June',
        'May news',
      ]);
      expect(names(await use('list_campaigns', { query: 'flash' }))).toEqual(['NEWS flash']);
      expect(names(await use('list_campaigns', { status: 'SENT' }))).toEqual([]);
      expect(Object.keys(all.data[0])).not.toEqual(expect.arrayContaining(['content']));
      expect(result(await refusal('list_campaigns', { status: 'GONE' }))).toEqual([
        'validation_error',
        'status',
      ]);

      const page = async (input: object) => {
        const { output } = await outcome('page_campaigns', input, { door: 'v1' });
        const { items, total } = output as { items: { name: string }[]; total: number };
        return [items.map(({ name }) => name), total];
      };
      expect(await page({ page: 2, limit: 2 })).toEqual([['May news'], 3]);
      expect(await page({ query: 'flash' })).toEqual([['NEWS flash'], 1]);
      expect(await page({ status: 'sent' })).toEqual([[], 0]);
      await use('delete_campaign', { campaignId: all.data[0].id });
      expect(await page({})).toEqual([['June', 'May news'], 2]);
    });
  });

  describe('a deleted campaign', () => {
    test('is not found by any call', async () => {
      const { use, refusal } = place();
      const { id } = await use('create_campaign', sendable);
      expect(await use('delete_campaign', { campaignId: id })).toEqual({
        object: 'campaign',
        id,
        deleted: true,
      });
      for (const tool of [
        'get',
        'update',
        'delete',
        'send',
        'cancel',
        'pause',
        'resume',
        'archive',
        'restore',
      ]) {
        const refused = await refusal(`${tool}_campaign`, { campaignId: id });
        expect([tool, refused.failure]).toEqual([tool, 'not_found']);
      }
      const test = await refusal('test_campaign', { campaignId: id, to: ['a@example.com'] });
      expect(test.failure).toBe('not_found');
      expect((await use('list_campaigns', { after: id })).data).toEqual([]);
    });

    test('is never sent if it was SCHEDULED', async () => {
      const { use, platform } = place();
      await use('create_subscriber', { email: 'ada@example.com' });
      const { id } = await use('create_campaign', sendable);
      await use('send_campaign', { campaignId: id });
      await use('delete_campaign', { campaignId: id });
      await platform.deliver();
      expect((await use('list_emails')).data).toEqual([]);
    });

    test('is not SENDING, because such a deletion is rejected', async () => {
      const { use, refusal } = place();
      const { id } = await sendingCampaign(place());
      const refused = await refusal('delete_campaign', { campaignId: id });
      expect([refused.status, ...result(refused)]).toEqual([400, 'validation_error', 'status']);
      expect(await use('get_campaign', { campaignId: id })).toMatchObject({ status: 'SENDING' });
    });
  });
});
