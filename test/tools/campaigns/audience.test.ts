import { describe, expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../both-databases.ts';

/** Ada and Bob would get the mail; each of the others is excluded for a different reason. */
async function audienceOfMany({ use, platform, organization }: Place): Promise<void> {
  for (const name of [
    'ada',
    'bob',
    'left',
    'bounced',
    'complained',
    'pending',
    'blocked',
    'no-marketing',
    'expired',
  ]) {
    await use('create_subscriber', { email: `${name}@acme.example`, tags: ['news'] });
  }
  await use('unsubscribe_subscriber', { subscriber: 'left@acme.example' });
  await platform.platform.engine.store.database.transaction(async (queries) => {
    for (const name of ['bounced', 'complained', 'pending']) {
      await queries.run('UPDATE subscribers SET status = $1 WHERE organization = $2 AND email = $3', [
        name.toUpperCase(),
        organization.key,
        `${name}@acme.example`,
      ]);
    }
  });
  await use('add_suppression', { email: 'blocked@acme.example' });
  await use('add_suppression', { email: 'no-marketing@acme.example', scope: 'marketing' });
  const soon = new Date(platform.clock.now() + 60_000).toISOString();
  await use('add_suppression', { email: 'expired@acme.example', expires_at: soon });
  await use('create_subscriber', { email: 'no-news@acme.example' });
}

const content = {
  fromEmail: 'news@acme.example',
  fromName: 'Acme',
  subject: 'Our news in May',
  markdown: 'Hello {{firstName|there}}\n\n[Unsubscribe]({{unsubscribeUrl}})',
};

/** Part of every response about a campaign that has not started. */
const noAddress = expect.stringMatching(/^No postal_address is set/);

const emails = (list: readonly { email: string }[]) => list.map(({ email }) => email).sort();

onBothDatabases((place) => {
  describe('the audience of a campaign that has not started', () => {
    test('lists current recipients, and counts excluded subscribers by reason', async () => {
      const here = place();
      await audienceOfMany(here);
      const { id: campaignId } = await here.use('create_campaign', {
        name: 'May',
        audience: { tags: { any: ['news'] } },
      });
      const view = await here.use('preview_campaign_audience', { campaignId });
      expect(view).toMatchObject({
        object: 'audience',
        campaignId,
        count: 2,
        skipped: [
          { reason: 'suppressed', count: 3 },
          { reason: 'bounced', count: 1 },
          { reason: 'complained', count: 1 },
          { reason: 'pending', count: 1 },
          { reason: 'unsubscribed', count: 1 },
        ],
        warnings: [noAddress],
      });
      expect(emails(view.sample)).toEqual(['ada@acme.example', 'bob@acme.example']);
      expect(view.sample[0].id).toMatch(/^sub_/);
      // An expired suppression no longer counts.
      await here.platform.clock.advance(60_001);
      expect((await here.use('preview_campaign_audience', { campaignId })).count).toBe(3);
    });

    test('shows at most five subscribers', async () => {
      const { use, http } = place();
      for (let index = 0; index < 7; index += 1)
        await use('create_subscriber', { email: `p${index}@acme.example` });
      const { id } = await use('create_campaign', { name: 'May' });
      const { body } = await http('GET', `/api/v2/campaigns/${id}/audience`);
      expect([body.count, body.sample.length, body.skipped]).toEqual([7, 5, []]);
      expect(body.audience).toBe('ALL subscribers who are ACTIVE');
      expect(body.warnings).toEqual([
        'No audience is set: all ACTIVE subscribers will receive it',
        noAddress,
      ]);
    });

    test('has warnings about deleted parts and when it is empty', async () => {
      const { use } = place();
      await use('create_subscriber', { email: 'ada@acme.example', tags: ['news', 'beta'] });
      const { id: segmentId } = await use('create_segment', {
        name: 'All',
        rule: { field: 'status', operator: 'eq', value: 'ACTIVE' },
      });
      const { id: campaignId } = await use('create_campaign', { name: 'May', audience: { segmentId } });
      expect(await use('preview_campaign_audience', { campaignId })).toMatchObject({
        audience: 'ACTIVE subscribers in segment “All”',
        count: 1,
        warnings: [noAddress],
      });
      await use('delete_segment', { segmentId });
      expect(await use('preview_campaign_audience', { campaignId })).toMatchObject({
        count: 0,
        skipped: [],
        sample: [],
        warnings: [
          'audience.segmentId is no segment of this organization any more: send_campaign would refuse it',
          'No subscriber would receive it now',
          noAddress,
        ],
      });

      const { id: other } = await use('create_campaign', {
        name: 'June',
        audience: { tags: { any: ['news', 'beta'] } },
      });
      await use('delete_tag', { tag: 'beta' });
      expect(await use('preview_campaign_audience', { campaignId: other })).toMatchObject({
        count: 1,
        warnings: [
          'audience.tags.any[1] is no tag of this organization any more: send_campaign would refuse it',
          noAddress,
        ],
      });
    });

    test('is not found for a campaign of another organization', async () => {
      const here = place();
      const { id } = await here.use('create_campaign', { name: 'May' });
      const { token } = await here.platform.addOrganization('Another');
      for (const part of ['audience', 'recipients']) {
        const reply = await here.platform.http('GET', `/api/v2/campaigns/${id}/${part}`, { token });
        expect([part, reply.status, reply.body.name]).toEqual([part, 404, 'not_found']);
      }
    });
  });

  describe('the recipients of a campaign', () => {
    test('are the enrolled subscribers with their states', async () => {
      const here = place();
      await audienceOfMany(here);
      const { id: campaignId } = await here.use('create_campaign', {
        name: 'May',
        ...content,
        audience: { tags: { any: ['news'] } },
      });
      expect((await here.use('list_campaign_recipients', { campaignId })).data).toEqual([]);
      await here.use('send_campaign', { campaignId });
      await settled(here, campaignId);

      const { data } = await here.use('list_campaign_recipients', { campaignId });
      const ada = data.find(({ email }: { email: string }) => email === 'ada@acme.example');
      expect(ada).toMatchObject({
        object: 'recipient',
        subscriberId: expect.stringMatching(/^sub_/),
        state: 'ACCEPTED',
        reason: null,
        variant: null,
        emailId: expect.stringMatching(/^eml_/),
        openedAt: null,
        clickedAt: null,
      });
      const accepted = await here.use('list_campaign_recipients', { campaignId, state: 'accepted' });
      expect(accepted.data.every(({ state }: { state: string }) => state === 'ACCEPTED')).toBe(true);
      const skipped = await here.use('list_campaign_recipients', { campaignId, state: 'SKIPPED' });
      expect(accepted.data.length + skipped.data.length).toBe(data.length);
      const sent = await here.use('list_campaign_recipients', { campaignId, last_event: ada.lastEvent });
      expect(emails(sent.data)).toContain('ada@acme.example');
      const none = await here.use('list_campaign_recipients', { campaignId, last_event: 'clicked' });
      expect(none.data).toEqual([]);

      // Later changes of subscribers do not change the recipients.
      await here.use('create_subscriber', { email: 'late@acme.example', tags: ['news'] });
      const view = await here.use('preview_campaign_audience', { campaignId });
      expect(view.count).toBe(accepted.data.length);
      const passedOver = view.skipped.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
      expect(passedOver).toBe(skipped.data.length);
      expect(emails(view.sample)).not.toContain('late@acme.example');
      expect(view.warnings).toEqual([expect.stringContaining('people who were not ACTIVE at that time')]);
    });

    test('are listed page by page, newest subscribers first', async () => {
      const here = place();
      for (const name of ['a', 'b', 'c'])
        await here.use('create_subscriber', { email: `${name}@acme.example` });
      const { id: campaignId } = await here.use('create_campaign', { name: 'May', ...content });
      await here.use('send_campaign', { campaignId });
      await settled(here, campaignId);
      const page = async (query: string) => {
        const { body } = await here.http(
          'GET',
          `/api/v2/campaigns/${campaignId}/recipients?limit=2&${query}`,
        );
        return [body.data.map(({ email }: { email: string }) => email[0]).join(''), body.has_more];
      };
      const all = await here.use('list_campaign_recipients', { campaignId });
      const [c, , a] = all.data.map(({ subscriberId }: { subscriberId: string }) => subscriberId);
      expect(await page('')).toEqual(['cb', true]);
      expect(await page(`after=${c}`)).toEqual(['ba', false]);
      expect(await page(`before=${a}`)).toEqual(['cb', false]);
      expect(await page('state=waiting')).toEqual(['', false]);
      const refused = await here.refusal('list_campaign_recipients', { campaignId, after: 'sub_unknown' });
      expect([refused.failure, refused.message]).toEqual([
        'validation_error',
        'after is not the id of an item of this list',
      ]);
      const result = await here.refusal('list_campaign_recipients', { campaignId, state: 'SENT' });
      expect(result.message).toBe('state must be one of WAITING, ACCEPTED, SKIPPED');
    });
  });
});

/** Runs the worker until every recipient has a mail or a skip reason. */
async function settled({ use, platform }: Place, campaignId: string): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await platform.deliver();
    const lines = await use('list_campaign_recipients', { campaignId });
    const waiting = await use('list_campaign_recipients', { campaignId, state: 'WAITING' });
    if (lines.data.length > 0 && waiting.data.length === 0) return;
    await platform.clock.advance(1_000);
  }
  throw new Error('the campaign does not end');
}
