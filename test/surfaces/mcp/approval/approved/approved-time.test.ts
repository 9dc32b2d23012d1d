import { beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '../../../../../src/model/instant.ts';
import { draftCampaign, settle } from '../../../../engine/approval/preview-scene.ts';
import { addReaders, readers } from '../../../../engine/campaigns/campaign-scene.ts';
import { type Assistant, assistantOf } from '../../../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import { confirmed } from '../approved-scene.ts';

/** An approval covers sending at the approved time or later, never earlier. */

const asks = { name: 'confirmation_required' };

onBothDatabases((place) => {
  let here: Place;
  let assistant: Assistant;
  let campaignId: string;
  /** Two days ahead. */
  let approvedAt: string;
  beforeEach(async () => {
    here = place();
    assistant = assistantOf(here.platform, { token: here.token });
    await addReaders(here.platform, here.organization, readers(12));
    ({ id: campaignId } = await draftCampaign(here));
    approvedAt = inHours(48);
    await confirmed(here, 'send_campaign', { campaignId, scheduledAt: approvedAt });
  });
  const inHours = (hours: number) => new Date(here.platform.clock.now() + hours * hourMs).toISOString();
  const move = async (scheduledAt: string, more: object = {}) =>
    (await assistant.call('reschedule_campaign', { campaignId, scheduledAt, ...more })).result;
  const standsAt = async () => (await here.use('get_campaign', { campaignId })).scheduledAt;

  describe('an assistant that reschedules an approved campaign', () => {
    it('needs an approval for an earlier time, which shows the mail, the number of people and the time', async () => {
      const earlier = inHours(1);
      const asked = await move(earlier);
      expect(asked).toMatchObject({
        ...asks,
        details: { preview: { tool: 'reschedule_campaign', recipients: 12, scheduled_at: earlier } },
      });
      expect(await standsAt()).toBe(approvedAt);
      await here.platform.clock.advance(2 * hourMs);
      await here.platform.deliver();
      expect((await here.use('get_campaign', { campaignId })).status).toBe('SCHEDULED');
    });

    it('can move it earlier after an approval of that time, which mails the approved people', async () => {
      const earlier = inHours(1);
      await confirmed(here, 'reschedule_campaign', { campaignId, scheduledAt: earlier });
      expect(await standsAt()).toBe(earlier);
      await here.platform.clock.advance(hourMs);
      for (let step = 0; step < 10; step += 1) {
        await here.platform.deliver();
        await here.platform.clock.advance(60_000);
      }
      expect((await here.use('get_campaign', { campaignId })).status).toBe('SENT');
    });

    it('cannot use an approval for one time to choose another time', async () => {
      const { details } = await move(inHours(3));
      const { confirmation_token } = details;
      expect(await move(inHours(1), { confirmation_token })).toMatchObject(asks);
      expect(await standsAt()).toBe(approvedAt);
    });

    it('can move it later without an approval, and the first approval remains valid', async () => {
      const later = inHours(72);
      expect(await move(later)).toMatchObject({ status: 'SCHEDULED', scheduledAt: later });
    });

    it('can move it back without an approval, but not before the approved time', async () => {
      await move(inHours(72));
      const between = inHours(60);
      expect(await move(between)).toMatchObject({ status: 'SCHEDULED', scheduledAt: between });
      expect(await move(inHours(47))).toMatchObject(asks);
      expect(await move(approvedAt)).toMatchObject({ status: 'SCHEDULED', scheduledAt: approvedAt });
    });

    it('needs an approval if another time zone makes the same local time earlier', async () => {
      const local = approvedAt.slice(0, 16);
      expect(await move(local, { timezone: 'Asia/Tokyo' })).toMatchObject(asks);
      expect(await move(local, { timezone: 'America/Lima' })).toMatchObject({ status: 'SCHEDULED' });
    });

    it('gets the stored result for a repeat with its key, and a refusal for another time', async () => {
      const idempotency_key = 'later';
      const first = await move(inHours(72), { idempotency_key });
      expect(await move(first.scheduledAt, { idempotency_key })).toEqual(first);
      expect((await move(inHours(96), { idempotency_key })).name).toBe('invalid_idempotent_request');
    });

    it('also needs an approval if a person scheduled the campaign', async () => {
      const { id } = await draftCampaign(here);
      await here.use('send_campaign', { campaignId: id, scheduledAt: approvedAt });
      const { result } = await assistant.call('reschedule_campaign', {
        campaignId: id,
        scheduledAt: inHours(1),
      });
      expect(result).toMatchObject(asks);
    });

    it('needs no approval while sending is disabled, and the mail waits after sending is enabled', async () => {
      await settle(here, { sendingEnabled: false });
      expect(await move(inHours(1))).toMatchObject({ status: 'SCHEDULED' });
      await settle(here, { sendingEnabled: true });
      const before = here.platform.mailbox.messages.length;
      await here.platform.clock.advance(2 * hourMs);
      for (let step = 0; step < 5; step += 1) {
        await here.platform.deliver();
        await here.platform.clock.advance(60_000);
      }
      expect(here.platform.mailbox.messages).toHaveLength(before);
      expect(await here.use('get_campaign', { campaignId })).toMatchObject({
        status: 'SENDING',
        paused: true,
      });
    });

    it('cannot send it earlier by an edit, another send or a resume', async () => {
      for (const [tool, given] of [
        ['update_campaign', { subject: 'Now' }],
        ['update_campaign', { timezone: 'Asia/Tokyo' }],
        ['send_campaign', {}],
        ['resume_campaign', {}],
      ] as const) {
        expect((await assistant.call(tool, { campaignId, ...given })).refused, tool).toBe(true);
      }
      await assistant.call('cancel_campaign', { campaignId });
      expect((await assistant.call('send_campaign', { campaignId })).result).toMatchObject(asks);
      expect((await here.use('get_campaign', { campaignId })).status).toBe('DRAFT');
    });
  });

  it('an assistant’s token over REST may choose a later time but not an earlier time', async () => {
    const { token } = await here.platform.addToken(here.organization, { assistant: true });
    const post = (scheduledAt: string, by: string) =>
      here.http('POST', `/api/v2/campaigns/${campaignId}/reschedule`, { token: by, body: { scheduledAt } });
    expect((await post(inHours(1), token)).body).toMatchObject({
      name: 'restricted_api_key',
      statusCode: 403,
    });
    expect(await standsAt()).toBe(approvedAt);
    expect((await post(inHours(72), token)).status).toBe(200);
    expect((await post(inHours(1), here.token)).status).toBe(200);
  });
});
