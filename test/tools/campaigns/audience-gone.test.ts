import { describe, expect, test } from 'vitest';
import { startCampaign } from '../../../src/engine/campaigns/start-campaign.ts';
import type { FieldFault } from '../../../src/model/failure.ts';
import { claimJobs } from '../../../src/store/jobs.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { sendable } from './scene.ts';

/** Each way to exclude the tag `optout`. */
const without = { field: 'tags', operator: 'neq', value: 'optout' };
const ways: [string, (place: Place) => Promise<object>][] = [
  ['tags.none', async () => ({ tags: { none: ['optout'] } })],
  ['filter', async () => ({ filter: { and: [{ field: 'email', operator: 'exists' }, without] } })],
  [
    'the rule of a segment',
    async ({ use }) => ({
      segmentId: (await use('create_segment', { name: 'In', rule: { or: [without] } })).id,
    }),
  ],
];

/** `yes` may be mailed; `no` has opted out, recorded only as a tag. */
async function twoPeople({ use }: Place): Promise<void> {
  await use('create_tag', { name: 'optout' });
  await use('create_subscriber', { email: 'yes@acme.example' });
  await use('create_subscriber', { email: 'no@acme.example', tags: ['optout'] });
}

async function draft(place: Place, way: (place: Place) => Promise<object>): Promise<string> {
  const audience = await way(place);
  return (await place.use('create_campaign', { ...sendable, audience })).id;
}

/** Makes the campaign SENDING without enrolled recipients. */
async function begin({ platform }: Place, campaignId: string): Promise<void> {
  const { engine } = platform.platform;
  const jobs = await claimJobs(engine.store.database, 'send_campaign', 1, platform.clock.now(), 20_000, 0);
  expect(jobs.map(({ subject }) => subject)).toEqual([campaignId]);
  await startCampaign(engine, jobs[0]!);
}

async function sent({ use, platform }: Place, campaignId: string): Promise<string[]> {
  for (let step = 0; step < 60; step += 1) {
    await platform.deliver();
    if ((await use('get_campaign', { campaignId })).status === 'SENT') {
      const { data } = await use('list_campaign_recipients', { campaignId });
      return data.map(({ email }: { email: string }) => email);
    }
    await platform.clock.advance(1_000);
  }
  throw new Error('the campaign was not sent in its time');
}

onBothDatabases((place) => {
  describe.each(ways)('a tag that %s excludes from an audience', (_name, way) => {
    test('cannot be deleted while the campaign is SCHEDULED or gathering recipients', async () => {
      const here = place();
      await twoPeople(here);
      const campaignId = await draft(here, way);
      await here.use('send_campaign', { campaignId });
      const refusedNow = async () => {
        const { failure, status, message, details } = await here.refusal('delete_tag', { tag: 'optout' });
        expect([failure, status, details]).toEqual(['conflict', 409, { campaignId }]);
        expect(message).toContain(campaignId);
      };
      await refusedNow();
      await here.use('cancel_campaign', { campaignId });
      await here.use('send_campaign', { campaignId });
      await begin(here, campaignId);
      await refusedNow();
      expect((await here.use('get_tag', { tag: 'optout' })).subscriberCount).toBe(1);
      await here.platform.clock.advance(20_000);
      expect(await sent(here, campaignId)).toEqual(['yes@acme.example']);
      expect(await here.use('delete_tag', { tag: 'optout' })).toMatchObject({ deleted: true });
    });

    test('leaves no recipient after its deletion, and the campaign cannot be sent', async () => {
      const here = place();
      await twoPeople(here);
      const campaignId = await draft(here, way);
      await here.use('delete_tag', { tag: 'optout' });
      expect((await here.use('preview_campaign_audience', { campaignId })).count).toBe(0);
      const { failure, details } = await here.refusal('send_campaign', { campaignId });
      expect(failure).toBe('validation_error');
      const [fault, ...others] = details as FieldFault[];
      expect(others).toEqual([]);
      const places = ['audience.tags.none[0]', 'audience.filter.and[1].value', 'audience.segmentId'];
      expect(fault!.path).toBe(places[ways.findIndex(([, one]) => one === way)]);
      expect(fault!.message).toMatch(/no tag of this organization any more|names a tag that is gone/);
      expect((await here.use('get_campaign', { campaignId })).status).toBe('DRAFT');
    });

    test('may be renamed at any time, and another tag may take its old name', async () => {
      const here = place();
      const { use } = here;
      await twoPeople(here);
      const campaignId = await draft(here, way);
      const rename = async (tag: string, name: string) => {
        await use('update_tag', { tag, name });
        await use('create_subscriber', { email: `as-${tag}@acme.example`, tags: [tag] });
      };
      await rename('optout', 'left');
      await use('send_campaign', { campaignId });
      await rename('left', 'gone');
      await begin(here, campaignId);
      await rename('gone', 'away');
      await here.platform.clock.advance(20_000);
      expect((await sent(here, campaignId)).sort()).toEqual([
        'as-left@acme.example',
        'as-optout@acme.example',
        'yes@acme.example',
      ]);
    });
  });

  describe('an object in an audience', () => {
    test('must exist when the campaign is sent if the audience names it in any or all', async () => {
      const here = place();
      const { use, refusal } = here;
      const audience = { tags: { any: ['news', 'beta'], all: ['news', 'gamma'] } };
      for (const name of ['news', 'beta', 'gamma']) await use('create_tag', { name });
      const { id: campaignId } = await use('create_campaign', { ...sendable, audience });
      await use('delete_tag', { tag: 'beta' });
      await use('delete_tag', { tag: 'gamma' });
      const { failure, details } = await refusal('send_campaign', { campaignId });
      expect(failure).toBe('validation_error');
      expect((details as FieldFault[]).map(({ path }) => path)).toEqual([
        'audience.tags.any[1]',
        'audience.tags.all[1]',
      ]);
      await use('update_campaign', { campaignId, audience: { tags: { any: ['news'] } } });
      expect((await use('send_campaign', { campaignId })).status).toBe('SCHEDULED');
      expect((await refusal('delete_tag', { tag: 'news' })).failure).toBe('conflict');
    });

    test("may be deleted despite a draft, a similar text or another organization's campaign", async () => {
      const here = place();
      const { use, platform } = here;
      const { id } = await use('create_tag', { name: 'news' });
      await use('create_campaign', { ...sendable, audience: { tags: { none: ['news'] } } });
      await use('create_segment', { name: 'Unused', rule: { field: 'tags', operator: 'eq', value: 'news' } });
      const filter = { field: 'attributes.note', operator: 'eq', value: id };
      for (let index = 0; index < 21; index += 1) {
        const { id: campaignId } = await use('create_campaign', { ...sendable, audience: { filter } });
        const scheduledAt = new Date(platform.clock.now() + 3_600_000).toISOString();
        await use('send_campaign', { campaignId, scheduledAt });
      }
      expect(await use('delete_tag', { tag: 'news' })).toMatchObject({ id, deleted: true });
    });

    test('is found among many campaigns that do not use it but contain similar text', async () => {
      const here = place();
      const { use, platform, refusal } = here;
      const { id } = await use('create_tag', { name: 'news' });
      const scheduledAt = new Date(platform.clock.now() + 3_600_000).toISOString();
      const alike = { filter: { field: 'attributes.note', operator: 'eq', value: id } };
      let campaignId = '';
      for (let index = 0; index <= 21; index += 1) {
        const audience = index === 21 ? { tags: { all: ['news'] } } : alike;
        ({ id: campaignId } = await use('create_campaign', { ...sendable, audience }));
        await use('send_campaign', { campaignId, scheduledAt });
      }
      expect((await refusal('delete_tag', { tag: 'news' })).details).toEqual({ campaignId });
    });

    test('is reported if it is a deleted segment and the campaign is sent', async () => {
      const here = place();
      const { use, refusal } = here;
      const rule = { field: 'email', operator: 'exists' };
      const { id: segmentId } = await use('create_segment', { name: 'All', rule });
      const { id: campaignId } = await use('create_campaign', { ...sendable, audience: { segmentId } });
      await use('delete_segment', { segmentId });
      const { failure, message } = await refusal('send_campaign', { campaignId });
      expect([failure, message]).toEqual([
        'validation_error',
        'audience.segmentId is no segment of this organization any more',
      ]);
    });

    test('leaves no recipient if it is a deleted campaign', async () => {
      const here = place();
      const { use, refusal } = here;
      await use('create_subscriber', { email: 'ada@acme.example' });
      const { id: first } = await use('create_campaign', sendable);
      const filter = { field: 'email_opened', operator: 'neq', value: first };
      const { id: campaignId } = await use('create_campaign', { ...sendable, audience: { filter } });
      expect((await use('preview_campaign_audience', { campaignId })).count).toBe(1);
      await use('delete_campaign', { campaignId: first });
      expect((await use('preview_campaign_audience', { campaignId })).count).toBe(0);
      const { message } = await refusal('send_campaign', { campaignId });
      expect(message).toBe('audience.filter.value is no campaign of this organization any more');
    });

    test('cannot be deleted while the campaign is sent', async () => {
      const here = place();
      const { use, outcome } = here;
      const rule = { field: 'email', operator: 'exists' };
      for (let round = 0; round < 12; round += 1) {
        const [name, other] = [`tag ${round}`, `other ${round}`];
        await use('create_tag', { name });
        await use('create_tag', { name: other });
        const segmentRule = round % 2 ? rule : { field: 'tags', operator: 'neq', value: other };
        const { id: segmentId } = await use('create_segment', { name, rule: segmentRule });
        const audience = { segmentId, tags: { none: [name] } };
        const { id: campaignId } = await use('create_campaign', { ...sendable, audience });
        const done = await Promise.allSettled([
          outcome('send_campaign', { campaignId }),
          outcome('delete_tag', { tag: name }),
          outcome('delete_segment', { segmentId }),
          outcome('delete_tag', { tag: other }),
        ]);
        const [isSent, ...deleted] = done.map(({ status }) => status === 'fulfilled');
        const { status } = await use('get_campaign', { campaignId });
        expect(status).toBe(isSent ? 'SCHEDULED' : 'DRAFT');
        const blocking = round % 2 ? deleted.slice(0, 2) : deleted;
        if (isSent) expect(blocking).not.toContain(true);
        else expect(blocking).toContain(true);
        const failures = done.flatMap((one) => (one.status === 'rejected' ? [one.reason.failure] : []));
        expect(['validation_error', 'conflict']).toEqual(expect.arrayContaining([...new Set(failures)]));
      }
    });
  });
});
