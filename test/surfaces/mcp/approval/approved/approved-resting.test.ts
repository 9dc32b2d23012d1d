import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../../../src/model/instant.ts';
import { draftCampaign, previewed } from '../../../../engine/approval/preview-scene.ts';
import { addReaders, readers, untilSent } from '../../../../engine/campaigns/campaign-scene.ts';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import { accepted, refused } from '../../../../world/mail/capture-mail.ts';
import { begin, confirmed, later, laterMs, sent, stands } from '../approved-scene.ts';

/**
 * Mail to each of these mailboxes soft-bounces; they then rest for an hour after the first bounce, two after
 * the second.
 */
async function bounceSoft({ platform, use }: Place, emails: readonly string[], times = 1): Promise<void> {
  for (let time = 1; time <= times; time += 1) {
    if (time > 1) await platform.clock.advance(hourMs);
    platform.mailbox.script = () => refused(552, 'rcpt', '5.2.2');
    for (const to of emails) {
      await use('send_email', { from: 'hello@acme.dev', to, subject: 'Hello', markdown: 'Hello' });
    }
    await platform.deliver();
    platform.mailbox.script = () => accepted;
  }
}

const twenty = readers(20);
const resting = twenty.slice(0, 5);

/** The counts of the audience and of a dry run: recipients and skipped people. */
async function counted(here: Place, campaignId: string, scheduledAt?: string): Promise<unknown[]> {
  const { count, skipped } = await here.use('preview_campaign_audience', { campaignId });
  const preview = await previewed(here, 'send_campaign', { campaignId, scheduledAt });
  return [
    { recipients: count, skipped },
    { recipients: preview.recipients, skipped: preview.skipped },
  ];
}

onBothDatabases((place) => {
  describe('an approved campaign with people in a cooldown', () => {
    it('is sent at once to everyone else, whose number was previewed', async () => {
      const here = place();
      await addReaders(here.platform, here.organization, twenty);
      await bounceSoft(here, resting);
      const { id } = await draftCampaign(here);
      const rest = { rule: 'cooldown after a bounce', retry_at: expect.any(String) };
      const view = { recipients: 15, skipped: [{ reason: 'rate_limited', count: 5, ...rest }] };
      expect(await counted(here, id)).toEqual([view, view]);
      const { preview } = await confirmed(here, 'send_campaign', { campaignId: id });
      expect(preview).toMatchObject(view);
      for (let step = 0; step < 3; step += 1) {
        await here.platform.deliver();
        await here.platform.clock.advance(minuteMs);
      }
      expect(await stands(here, id)).toEqual(sent(15));
    });

    it('counts and mails people whose cooldown ends before its time', async () => {
      const here = place();
      await addReaders(here.platform, here.organization, twenty);
      await bounceSoft(here, resting);
      const { id } = await draftCampaign(here);
      await here.platform.clock.advance(minuteMs);
      const given = { campaignId: id, scheduledAt: later(here) };
      const view = { recipients: 20, skipped: [] };
      expect((await counted(here, id, given.scheduledAt))[1]).toEqual(view);
      expect((await confirmed(here, 'send_campaign', given)).preview).toMatchObject(view);
      expect(await here.use('preview_campaign_audience', { campaignId: id })).toMatchObject({ count: 20 });
      await begin(here);
      expect(await stands(here, id)).toEqual(sent(20));
    });

    it('also mails people whose cooldown ended after the planned start if the worker starts late', async () => {
      const here = place();
      await addReaders(here.platform, here.organization, twenty);
      await bounceSoft(here, resting, 2);
      const { id } = await draftCampaign(here);
      const given = { campaignId: id, scheduledAt: later(here) };
      expect((await confirmed(here, 'send_campaign', given)).preview.recipients).toBe(15);
      // No worker runs for that long.
      await here.platform.clock.advance(laterMs);
      await begin(here);
      expect(await stands(here, id)).toEqual(sent(20));
    });

    it('is not stopped by a suppression that ended before a late start', async () => {
      const here = place();
      await addReaders(here.platform, here.organization, twenty);
      const until = (ms: number) => new Date(here.platform.clock.now() + ms).toISOString();
      await here.use('add_suppression', { email: twenty[0], expires_at: until(laterMs / 2) });
      await here.use('add_suppression', { email: twenty[1], expires_at: until(laterMs * 1.5) });
      await here.use('add_suppression', { email: twenty[2] });
      const { id } = await draftCampaign(here);
      const given = { campaignId: id, scheduledAt: later(here) };
      const { preview } = await confirmed(here, 'send_campaign', given);
      expect(preview).toMatchObject({ recipients: 18, skipped: [{ reason: 'suppressed', count: 2 }] });
      await here.platform.clock.advance(laterMs);
      await begin(here);
      expect(await stands(here, id)).toEqual(sent(19));
    });

    it('continues after a pause in which a cooldown ended', async () => {
      const here = place();
      await addReaders(here.platform, here.organization, twenty);
      await bounceSoft(here, resting);
      const { id } = await draftCampaign(here, { throttle: { perHour: 10 } });
      await confirmed(here, 'send_campaign', { campaignId: id });
      await here.platform.deliver();
      await here.use('pause_campaign', { campaignId: id });
      await here.platform.clock.advance(2 * hourMs);
      await confirmed(here, 'resume_campaign', { campaignId: id });
      await untilSent(here.platform, here.organization, id, { stepMs: 6 * minuteMs });
      expect(await stands(here, id)).toMatchObject({ paused: false, problem: null });
    });
  });
});
