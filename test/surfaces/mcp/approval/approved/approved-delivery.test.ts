import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../../../src/model/instant.ts';
import { draftCampaign } from '../../../../engine/approval/preview-scene.ts';
import { addReaders, readers } from '../../../../engine/campaigns/campaign-scene.ts';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import { assistantIn, begin, confirmed, later, sent, stands } from '../approved-scene.ts';

async function switchSending(here: Place, on: boolean): Promise<void> {
  await here.use('update_organization', { id: here.organization.id, sending_enabled: on });
}

/** Schedules a campaign to five people while sending is off, so no approval is needed. */
async function rehearsal(here: Place, fields: object = {}): Promise<string> {
  await switchSending(here, false);
  await addReaders(here.platform, here.organization, readers(5));
  const { id: campaignId } = await draftCampaign(here, fields);
  const sending = { campaignId, scheduledAt: later(here) };
  const assistant = assistantIn(here);
  const { result } = await assistant.call('send_campaign', { ...sending, dry_run: true });
  expect(result.preview.delivery).toBe('captured');
  expect((await assistant.call('send_campaign', sending)).result.status).toBe('SCHEDULED');
  return campaignId;
}

const problem =
  'It was approved or accepted while mail could not leave the server, and now it can: call resume_campaign';
const heldBack = (mails: number) => ({ status: 'SENDING', paused: true, problem, mails });

onBothDatabases((place) => {
  describe('a campaign that an assistant sent while sending was disabled', () => {
    it('is captured while sending stays disabled', async () => {
      const here = place();
      const before = here.platform.mailbox.messages.length;
      const campaignId = await rehearsal(here);
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(5));
      expect(here.platform.mailbox.messages).toHaveLength(before);
    });

    it('waits if sending was enabled before its start, and is sent after an approval', async () => {
      const here = place();
      const before = here.platform.mailbox.messages.length;
      const campaignId = await rehearsal(here);
      await switchSending(here, true);
      await begin(here);
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(heldBack(0));
      expect(here.platform.mailbox.messages).toHaveLength(before);
      const { preview } = await confirmed(here, 'resume_campaign', { campaignId });
      expect(preview).toMatchObject({ delivery: 'live', recipients: 5 });
      expect(preview.warnings).toContain(problem);
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(5));
      expect(here.platform.mailbox.messages).toHaveLength(before + 5);
    });

    it('waits if sending is enabled during the campaign or its pause', async () => {
      const here = place();
      const before = here.platform.mailbox.messages.length;
      const campaignId = await rehearsal(here, { throttle: { perHour: 1 } });
      await begin(here);
      expect(await stands(here, campaignId)).toMatchObject({ paused: false, mails: 1 });
      await here.use('pause_campaign', { campaignId });
      const resumed = await assistantIn(here).call('resume_campaign', { campaignId });
      expect(resumed.result).toMatchObject({ status: 'SENDING', paused: false });
      await switchSending(here, true);
      await begin(here);
      await here.platform.clock.advance(hourMs);
      await here.platform.deliver();
      const { mails } = await stands(here, campaignId);
      expect(mails).toBeLessThan(5);
      expect(await stands(here, campaignId)).toEqual(heldBack(mails));
      expect(here.platform.mailbox.messages).toHaveLength(before);
    });

    it('continues if an operator resumes it', async () => {
      const here = place();
      const campaignId = await rehearsal(here);
      await switchSending(here, true);
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(heldBack(0));
      await here.http('POST', `/api/v2/campaigns/${campaignId}/resume`, { token: here.token });
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(5));
    });
  });
});
