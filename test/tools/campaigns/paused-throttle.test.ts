import { expect, it } from 'vitest';
import { draftCampaign } from '../../engine/approval/preview-scene.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

onBothDatabases((place) => {
  const running = async ({ use, platform }: Place): Promise<string> => {
    const people = Array.from({ length: 20 }, (_, index) => ({ email: `p${index}@mailbox.dev` }));
    await use('save_subscribers', { subscribers: people });
    const { id } = await draftCampaign(place(), { throttle: { perHour: 1 } });
    await use('send_campaign', { campaignId: id });
    for (let step = 0; step < 4; step += 1) await platform.deliver();
    return id;
  };

  it('a changed throttle of a paused campaign applies to its remaining mail', async () => {
    const { use, platform } = place();
    const campaignId = await running(place());
    const before = await use('pause_campaign', { campaignId });
    const slow = await use('get_campaign', { campaignId });
    expect(slow.stats.recipients).toBe(20);
    expect(slow.stats.sent).toBeLessThan(3);
    const changed = await use('update_campaign', { campaignId, throttle: null });
    expect(changed).toMatchObject({ status: 'SENDING', paused: true, throttle: null });
    expect(changed.revision).toBe(before.revision + 1);
    await use('resume_campaign', { campaignId });
    for (let minute = 0; minute < 10; minute += 1) {
      await platform.deliver();
      await platform.clock.advance(60_000);
    }
    expect(await use('get_campaign', { campaignId })).toMatchObject({
      status: 'SENT',
      stats: { sent: 20 },
    });
  });

  it('only the throttle of a paused campaign can be changed, and no field of a running campaign', async () => {
    const { use, refusal } = place();
    const campaignId = await running(place());
    const throttle = { perHour: 100 };
    const going = await refusal('update_campaign', { campaignId, throttle });
    expect(going.failure).toBe('campaign_not_draft');
    expect(going.message).toContain('pause_campaign');
    await use('pause_campaign', { campaignId });
    for (const more of [{ subject: 'Other' }, { name: 'Other' }, { audience: null }, {}]) {
      const input = Object.keys(more).length === 0 ? {} : { throttle, ...more };
      const refused = await refusal('update_campaign', { campaignId, ...input });
      expect([more, refused.failure]).toEqual([more, 'campaign_not_draft']);
    }
    const stale = { campaignId, throttle, expectedRevision: 99 };
    expect((await refusal('update_campaign', stale)).failure).toBe('conflict');
    expect((await use('get_campaign', { campaignId })).throttle).toEqual({ perHour: 1, perDomain: null });
  });
});
