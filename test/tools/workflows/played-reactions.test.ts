import { expect, it } from 'vitest';
import { draftCampaign } from '../../engine/approval/preview-scene.ts';
import { onBothDatabases } from '../both-databases.ts';
import { activeWorkflow, hourMs, startedBy, tagStep, tagsOf, work } from './scene.ts';

/** A simulated open or click has the same effects as a real one. */

onBothDatabases((place) => {
  const mail = { from: 'shop@acme.test', subject: 'Hi', html: '<p>Hi</p>' };
  const follower = async (type: 'EMAIL_OPENED' | 'EMAIL_CLICKED', tag: string) =>
    await activeWorkflow(place(), { name: type, trigger: { type }, steps: [tagStep(tag)] });

  it.each([
    ['open', ['opener']],
    ['click', ['clicker', 'opener']],
    ['Open+42', ['opener']],
    ['ada', []],
  ])('a mail to %s@example.com starts the workflows for its simulated reactions', async (local, tags) => {
    const { use } = place();
    const email = `${local}@example.com`;
    await use('create_subscriber', { email });
    await follower('EMAIL_OPENED', 'opener');
    await follower('EMAIL_CLICKED', 'clicker');
    await use('send_email', { ...mail, to: email });
    await work(place());
    expect(await tagsOf(place(), email)).toEqual(tags);
    const { data } = await use('list_subscribers', {
      rule: { field: 'email_clicked', operator: 'exists' },
    });
    expect(data).toHaveLength(local === 'click' ? 1 : 0);
  });

  it('a click is recorded after the open, in the mail and in the metrics', async () => {
    const { use } = place();
    const { id } = await use('send_email', { ...mail, to: 'click@example.com' });
    const sent = await use('get_email', { id });
    expect(sent.events.map(({ type }: { type: string }) => type)).toEqual([
      'queued',
      'sent',
      'delivered',
      'opened',
      'clicked',
    ]);
    expect(sent.last_event).toBe('clicked');
  });

  it('a campaign to test recipients starts its workflows and counts each reaction once', async () => {
    const { use, platform } = place();
    for (const email of ['open@example.com', 'click@example.com', 'ada@example.com']) {
      await use('create_subscriber', { email });
    }
    const { id: campaignId } = await draftCampaign(place(), {});
    const opened = await activeWorkflow(place(), {
      name: 'Opened',
      trigger: { type: 'EMAIL_OPENED', campaignId },
      steps: [tagStep('opener')],
    });
    const clicked = await activeWorkflow(place(), {
      name: 'Clicked',
      trigger: { type: 'EMAIL_CLICKED', campaignId },
      steps: [tagStep('clicker')],
    });
    await use('send_campaign', { campaignId });
    await platform.deliver();
    await platform.clock.advance(hourMs);
    await work(place());
    expect((await startedBy(place(), opened)).sort()).toEqual(['click@example.com', 'open@example.com']);
    expect(await startedBy(place(), clicked)).toEqual(['click@example.com']);
    const { stats } = await use('get_campaign', { campaignId });
    expect(stats).toMatchObject({ opened: 2, clicked: 1 });
    const { data } = await use('list_campaign_recipients', { campaignId, limit: 100 });
    const lines = Object.fromEntries(
      data.map((line: { email: string; openedAt: string; clickedAt: string }) => [
        line.email,
        [line.openedAt !== null, line.clickedAt !== null],
      ]),
    );
    expect(lines).toEqual({
      'open@example.com': [true, false],
      'click@example.com': [true, true],
      'ada@example.com': [false, false],
    });
  });
});
