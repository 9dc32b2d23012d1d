import { describe, expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { sendable, sendingCampaign, sentCampaign } from './scene.ts';

type Made = (place: Place) => Promise<{ id: string }>;

const made: Record<string, Made> = {
  DRAFT: ({ use }) => use('create_campaign', sendable),
  SCHEDULED: async ({ use }) => {
    const campaign = await use('create_campaign', sendable);
    return await use('send_campaign', { campaignId: campaign.id, scheduledAt: '2030-01-01T09:00Z' });
  },
  SENDING: sendingCampaign,
  SENT: sentCampaign,
  ARCHIVED: async (place) => {
    const { id } = await made.DRAFT!(place);
    return await place.use('archive_campaign', { campaignId: id });
  },
};

/** The resulting status of each call by initial status; missing entries are refused. */
const leads: Record<string, Record<string, string>> = {
  cancel: { SCHEDULED: 'DRAFT' },
  pause: { SENDING: 'SENDING' },
  resume: { SENDING: 'SENDING' },
  end: { SENDING: 'ARCHIVED' },
  archive: { DRAFT: 'ARCHIVED', SENT: 'ARCHIVED' },
  restore: { ARCHIVED: 'DRAFT' },
  send: { DRAFT: 'SCHEDULED' },
};

onBothDatabases((place) => {
  describe.each(Object.keys(made))('a campaign in status %s', (status) => {
    test.each(Object.keys(leads))('changes to the documented status or rejects: %s', async (call) => {
      const { use, outcome } = place();
      const { id } = await made[status]!(place());
      const before = await use('get_campaign', { campaignId: id });
      expect(before.status).toBe(status);
      const result = await outcome(`${call}_campaign`, { campaignId: id }).then(
        ({ output }) => (output as { status: string }).status,
        (error) => error,
      );
      const led = leads[call]![status];
      if (led !== undefined) {
        expect(result).toBe(led);
        return;
      }
      expect([result.failure, result.details]).toEqual([
        call === 'send' ? 'campaign_not_draft' : 'conflict',
        { status },
      ]);
      expect(await use('get_campaign', { campaignId: id })).toEqual(before);
    });
  });

  test('a cancelled campaign is a draft that can be edited and sent again', async () => {
    const { use, platform } = place();
    await use('create_subscriber', { email: 'ada@example.com' });
    const { id } = await made.SCHEDULED!(place());
    const cancelled = await use('cancel_campaign', { campaignId: id });
    expect(cancelled).toMatchObject({ status: 'DRAFT', scheduledAt: null });
    await platform.clock.advance(5 * 365 * 86_400_000);
    await platform.deliver();
    expect((await use('list_emails', { campaign: id })).data).toEqual([]);
    await use('update_campaign', { campaignId: id, subject: 'Later' });
    await use('send_campaign', { campaignId: id });
    await platform.deliver();
    const { data } = await use('list_emails', { campaign: id });
    expect(data.map(({ subject }: { subject: string }) => subject)).toEqual(['Later']);
  });

  describe('a rescheduled campaign', () => {
    const inHours = ({ platform }: Place, hours: number) =>
      new Date(platform.clock.now() + hours * 3_600_000).toISOString();
    const mailed = async ({ use, platform }: Place, campaign: string) => {
      await platform.deliver();
      return (await use('list_emails', { campaign })).data.length;
    };
    const scheduled = async (here: Place) => {
      await here.use('create_subscriber', { email: 'ada@example.com' });
      const { id } = await here.use('create_campaign', sendable);
      await here.use('send_campaign', { campaignId: id, scheduledAt: inHours(here, 2) });
      return id;
    };

    test('is sent once, at its new time', async () => {
      const { use, platform } = place();
      const id = await scheduled(place());
      const later = inHours(place(), 5);
      expect(await use('reschedule_campaign', { campaignId: id, scheduledAt: later })).toMatchObject({
        status: 'SCHEDULED',
        scheduledAt: later,
      });
      await platform.clock.advance(4 * 3_600_000);
      expect(await mailed(place(), id)).toBe(0);
      await use('reschedule_campaign', { campaignId: id, scheduledAt: inHours(place(), 0.5) });
      await platform.clock.advance(1_800_000);
      expect(await mailed(place(), id)).toBe(1);
      await platform.clock.advance(86_400_000);
      expect(await mailed(place(), id)).toBe(1);
    });

    test('uses its own time zone unless the call names another', async () => {
      const { use } = place();
      const id = await scheduled(place());
      const at = '2060-07-01T09:00';
      const moved = async (zone: { timezone?: string }) =>
        await use('reschedule_campaign', { campaignId: id, scheduledAt: at, ...zone });
      expect(await moved({})).toMatchObject({ scheduledAt: '2060-07-01T09:00:00.000Z', timezone: 'UTC' });
      const inLisbon = { scheduledAt: '2060-07-01T08:00:00.000Z', timezone: 'Europe/Lisbon' };
      expect(await moved({ timezone: 'Europe/Lisbon' })).toMatchObject(inLisbon);
      expect(await moved({})).toMatchObject(inLisbon);
    });

    test('keeps its time when the new time has passed', async () => {
      const { use, refusal } = place();
      const id = await scheduled(place());
      const before = await use('get_campaign', { campaignId: id });
      const past = await refusal('reschedule_campaign', {
        campaignId: id,
        scheduledAt: inHours(place(), -1),
      });
      expect(past.failure).toBe('scheduled_in_past');
      expect(await use('get_campaign', { campaignId: id })).toEqual(before);
      for (const status of ['DRAFT', 'SENDING', 'SENT', 'ARCHIVED']) {
        const { id: other } = await made[status]!(place());
        const refused = await refusal('reschedule_campaign', {
          campaignId: other,
          scheduledAt: inHours(place(), 1),
        });
        expect([refused.failure, refused.details]).toEqual(['conflict', { status }]);
      }
    });

    test('is still limited to the approved number of recipients', async () => {
      const { use, platform, organization } = place();
      const id = await scheduled(place());
      const { campaigns } = platform.platform.engine.store.forOrganization(organization.key);
      const approved = { ...(await campaigns.byId(id))!, approvedRecipients: 1 };
      await campaigns.update(approved);
      await use('reschedule_campaign', { campaignId: id, scheduledAt: inHours(place(), 5) });
      expect((await campaigns.byId(id))!.approvedRecipients).toBe(1);
      for (let each = 0; each < 3; each += 1) {
        await use('create_subscriber', { email: `more-${each}@example.com` });
      }
      await platform.clock.advance(5 * 3_600_000);
      expect(await mailed(place(), id)).toBe(0);
      expect((await use('get_campaign', { campaignId: id })).problem).not.toBeNull();
    });
  });

  test('a paused campaign stops until it is resumed', async () => {
    const { use, platform } = place();
    const { id } = await sendingCampaign(place());
    const mails = async () => (await use('list_emails', { campaign: id })).data.length;
    expect(await mails()).toBe(1);
    const paused = await use('pause_campaign', { campaignId: id });
    expect(paused).toMatchObject({ status: 'SENDING', paused: true });
    expect(await use('pause_campaign', { campaignId: id })).toEqual(paused);
    const { notes } = await use('get_campaign_report', { campaignId: id });
    expect(notes[0]).toBe('It is paused: some recipients have not received it yet');
    await platform.clock.advance(3 * 3_600_000);
    await platform.deliver();
    expect(await mails()).toBe(1);
    expect(await use('resume_campaign', { campaignId: id })).toMatchObject({
      status: 'SENDING',
      paused: false,
    });
    await platform.deliver();
    expect(await mails()).toBe(2);
    await platform.clock.advance(3_600_000);
    await platform.deliver();
    expect(await use('get_campaign', { campaignId: id })).toMatchObject({ status: 'SENT', paused: false });
  });

  test('a sent campaign cannot leave the archive', async () => {
    const { use, refusal } = place();
    const { id } = await sentCampaign(place());
    await use('archive_campaign', { campaignId: id });
    const refused = await refusal('restore_campaign', { campaignId: id });
    expect([refused.failure, refused.details]).toEqual(['conflict', { status: 'ARCHIVED' }]);
    await use('delete_campaign', { campaignId: id });
    expect((await refusal('get_campaign', { campaignId: id })).failure).toBe('not_found');
  });

  describe('a test of a campaign', () => {
    test('is sent to each address, marked as a test, and not counted in the campaign', async () => {
      const { use, platform } = place();
      const campaign = await use('create_campaign', {
        ...sendable,
        replyTo: 'ada@acme.example',
        fromName: 'Acme',
      });
      const to = ['grace@example.com', 'Ada <ada@example.com>'];
      const { data } = await use('test_campaign', { campaignId: campaign.id, to });
      expect(data).toHaveLength(2);
      await platform.deliver();
      const mail = await use('get_email', { id: data[0].id });
      expect(mail).toMatchObject({
        from: '"Acme" <news@acme.example>',
        to: ['grace@example.com'],
        reply_to: 'ada@acme.example',
        subject: '[Test] Our news',
        source: 'test',
        campaign_id: null,
        last_event: 'delivered',
      });
      expect(mail.html).toContain('Hello there');
      expect(mail.html).not.toContain('{{');
      expect(mail.text).toMatch(/\/u\//);
      expect(await use('get_campaign', { campaignId: campaign.id })).toEqual(campaign);
    });

    test('sends the requested variant, the first by default', async () => {
      const { use, refusal } = place();
      const variants = [{ subject: 'One' }, { subject: 'Two', html: '<p>Other</p>' }];
      const abTest = { variants, percent: 20, metric: 'opens', waitMinutes: 60 };
      const { id } = await use('create_campaign', { ...sendable, abTest });
      const tested = async (variant?: number) => {
        const { data } = await use('test_campaign', { campaignId: id, to: ['a@example.com'], variant });
        return await use('get_email', { id: data[0].id });
      };
      expect((await tested()).subject).toBe('[Test] One');
      const second = await tested(1);
      expect([second.subject, second.html.includes('Other')]).toEqual(['[Test] Two', true]);
      const refused = await refusal('test_campaign', { campaignId: id, to: ['a@example.com'], variant: 2 });
      expect([refused.failure, refused.message]).toEqual([
        'validation_error',
        'variant is not a variant of this campaign',
      ]);
    });

    test('is rejected by the name of the invalid field', async () => {
      const { use, refusal } = place();
      const { id } = await use('create_campaign', sendable);
      const empty = await use('create_campaign', { name: 'empty' });
      const to = ['a@example.com'];
      const cases: [object, string[]][] = [
        [{ campaignId: id, to: [] }, ['to']],
        [{ campaignId: id, to: Array(11).fill('a@example.com') }, ['to']],
        [{ campaignId: id, to: ['a@example.com', 'unknown', ''] }, ['to[1]', 'to[2]']],
        [{ campaignId: id, to, variant: 0 }, ['variant']],
        [{ campaignId: id, to, variant: 5 }, ['variant']],
        [{ campaignId: empty.id, to }, ['subject', 'fromEmail', 'content']],
      ];
      for (const [input, paths] of cases) {
        const { failure, details } = await refusal('test_campaign', input);
        const named = (details as { path: string }[]).map(({ path }) => path);
        expect([input, failure, named]).toEqual([input, 'validation_error', paths]);
      }
      expect((await use('list_emails')).data).toEqual([]);
    });

    test('counts toward the recipient limit like any other send', async () => {
      const { use, refusal } = place();
      const { id } = await use('create_campaign', sendable);
      const input = { campaignId: id, to: ['grace@takes-mail.com'] };
      for (let sends = 0; sends < 5; sends += 1) await use('test_campaign', input);
      expect((await refusal('test_campaign', input)).failure).toBe('RECIPIENT_RATE_LIMITED');
    });
  });
});
