import { describe, expect, test } from 'vitest';
import { draftCampaign } from '../../engine/approval/preview-scene.ts';
import { assistantIn, begin, toTagged } from '../../surfaces/mcp/approval/approved-scene.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { dayMs, mailStep, react, work } from './scene.ts';

/** Tests the number of people who would have entered a workflow in the last 30 days, by kind of trigger. */

const [ada, bob, cy] = ['ada@mailbox.dev', 'bob@mailbox.dev', 'cy@mailbox.dev'] as const;

/** Returns the text for the approver about the last 30 days, and the answer of simulate_workflow. */
async function lastDays(here: Place, trigger: object, fields: object = {}) {
  const { id: workflowId } = await here.use('save_workflow', {
    name: 'Series',
    trigger,
    steps: [mailStep('first')],
    ...fields,
  });
  const asked = await assistantIn(here).call('activate_workflow', { workflowId });
  expect(asked.result.name, JSON.stringify(asked.result)).toBe('confirmation_required');
  const { backtest } = await here.use('simulate_workflow', { workflowId, backtest: true });
  const { warnings } = asked.result.details.preview;
  const said: string = warnings.find((one: string) => one.includes('30 days'));
  return { said, entered: backtest.entered, possible: backtest.possible, note: backtest.note };
}

const counted = (entered: number, from: string) =>
  `In the last 30 days, ${entered} ${entered === 1 ? 'person' : 'people'} would have entered (counted from ${from}): ${entered} ${entered === 1 ? 'email' : 'emails'}, at most 1 to one person`;

async function addPeople({ use }: Place, ...people: object[]): Promise<void> {
  for (const person of people) await use('create_subscriber', person);
}

onBothDatabases((place) => {
  describe('the backtest of a trigger', () => {
    test('counts the subscribers who were added in the last 30 days and pass the filter', async () => {
      const here = place();
      await addPeople(here, { email: ada });
      await here.platform.clock.advance(31 * dayMs);
      await addPeople(here, { email: bob, attributes: { plan: 'pro' } }, { email: cy });
      const trigger = { type: 'SUBSCRIBER_CREATED' };
      expect(await lastDays(here, trigger)).toEqual({
        said: counted(2, 'the subscribers that still exist'),
        entered: 2,
        possible: true,
        note: 'the subscribers that still exist',
      });
      const filter = { field: 'attributes.plan', operator: 'eq', value: 'pro' };
      expect((await lastDays(here, { ...trigger, filter })).entered).toBe(1);
    });

    test('counts the subscribers who got the tag in the last 30 days and still have it', async () => {
      const here = place();
      await here.use('create_tag', { name: 'vip' });
      await addPeople(here, { email: ada, tags: ['vip'] }, { email: bob }, { email: cy });
      await here.platform.clock.advance(31 * dayMs);
      for (const subscriber of [bob, cy])
        await here.use('add_subscriber_tags', { subscriber, tags: ['vip'] });
      await here.use('remove_subscriber_tags', { subscriber: cy, tags: ['vip'] });
      expect((await lastDays(here, { type: 'TAG_ADDED', tag: 'vip' })).said).toBe(
        counted(1, 'the people who still have the tag'),
      );
    });

    test('counts the subscribers who opened or clicked in the last 30 days, but no machines', async () => {
      const here = place();
      await addPeople(here, { email: ada }, { email: bob }, { email: cy });
      const ids: string[] = [];
      for (const to of [ada, bob, cy]) {
        const mail = { from: 'hello@acme.test', to, subject: 'Receipt', markdown: 'Paid' };
        ids.push((await here.use('send_email', mail)).id);
      }
      await work(here);
      const [first, second, third] = ids as [string, string, string];
      await react(here, first, 'opened', false);
      await here.platform.clock.advance(31 * dayMs);
      await react(here, second, 'opened', false);
      await react(here, second, 'clicked', false);
      await react(here, third, 'opened', true);
      expect((await lastDays(here, { type: 'EMAIL_OPENED' })).said).toBe(
        counted(1, 'at most one open per person'),
      );
      expect((await lastDays(here, { type: 'EMAIL_CLICKED' })).said).toBe(
        counted(1, 'at most one click per person'),
      );
    });

    test('counts only the opens of the given campaign', async () => {
      const here = place();
      const { campaignId } = await toTagged(here, 'news', [ada, bob, cy]);
      await here.use('send_campaign', { campaignId });
      await begin(here);
      const { data } = await here.use('list_emails', { campaign: campaignId, limit: 100 });
      expect(data).toHaveLength(3);
      await react(here, data[0].id, 'opened', false);
      const { id: other } = await draftCampaign(here, {});
      expect((await lastDays(here, { type: 'EMAIL_OPENED', campaignId })).entered).toBe(1);
      expect((await lastDays(here, { type: 'EMAIL_CLICKED', campaignId })).entered).toBe(0);
      expect((await lastDays(here, { type: 'EMAIL_OPENED', campaignId: other })).entered).toBe(0);
    });

    test("counts each date in the subscriber's time zone and only after the subscriber was added", async () => {
      const here = place();
      const day = (days: number) =>
        new Date(here.platform.clock.now() + days * dayMs).toISOString().slice(0, 10);
      await addPeople(here, { email: ada, attributes: { renews: day(20) } });
      await here.platform.clock.advance(25 * dayMs);
      await addPeople(
        here,
        { email: bob, attributes: { renews: day(-5) } },
        { email: cy, attributes: { renews: day(5) } },
      );
      const trigger = { type: 'DATE', attribute: 'renews', offset: '0 days', at: '09:00' };
      expect((await lastDays(here, trigger)).said).toBe(counted(1, 'the dates that people have now'));
    });

    test('counts each time of a schedule for each matching subscriber', async () => {
      const here = place();
      await addPeople(here, { email: ada }, { email: bob });
      await here.use('unsubscribe_subscriber', { subscriber: bob });
      await here.platform.clock.advance(10 * dayMs);
      const trigger = { type: 'SCHEDULE', cron: '0 9 * * *', timezone: 'UTC' };
      const each = await lastDays(here, trigger, { reentry: 'EVERY_TIME' });
      expect(each.said).toBe(
        'In the last 30 days, 10 people would have entered (counted from the people who match now): 10 emails, at most 10 to one person',
      );
      expect((await lastDays(here, trigger, { reentry: 'ONCE' })).entered).toBe(1);
    });

    test('checks event filters against current data', async () => {
      const here = place();
      await addPeople(here, { email: ada }, { email: bob });
      await here.use('track_event', { name: 'paid', email: ada });
      const filter = { field: 'event.paid', operator: 'exists' };
      expect((await lastDays(here, { type: 'SUBSCRIBER_CREATED', filter })).entered).toBe(1);
    });

    test('fails with the reason when the trigger has no history', async () => {
      const here = place();
      await addPeople(here, { email: ada });
      const rule = { field: 'status', operator: 'eq', value: 'ACTIVE' };
      const { id: segment } = await here.use('create_segment', { name: 'Active', rule });
      for (const [trigger, because] of [
        [
          { type: 'SUBSCRIBER_UPDATED' },
          'Posthouse stores when a subscriber last changed, and not which fields changed',
        ],
        [{ type: 'TAG_REMOVED', tag: 'vip' }, 'Posthouse does not store when a tag was removed'],
        [{ type: 'SEGMENT_ENTERED', segment }, 'Posthouse does not store when a person entered a segment'],
        [{ type: 'MANUAL' }, 'it starts only when trigger_workflow names a person'],
      ] as const) {
        expect(await lastDays(here, trigger)).toEqual({
          said: `How many people would have entered in the last 30 days cannot be counted: ${because}`,
          entered: 0,
          possible: false,
          note: because,
        });
      }
    });
  });
});
