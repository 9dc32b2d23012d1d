import { expect, test } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';
import { mailStep } from './scene.ts';

/** The UTC day and hour when a simulated mail is sent. */
const sentAt = ({ path }: { path: { step: string; at: string }[] }) =>
  path.find(({ step }) => step === 'wishes')?.at ?? null;

onBothDatabases((place) => {
  test("a date trigger is simulated from the subscriber's date in their time zone", async () => {
    const { use, platform } = place();
    const year = new Date(platform.clock.now()).getUTCFullYear();
    const { id: workflowId } = await use('save_workflow', {
      name: 'Birthday',
      trigger: { type: 'DATE', attribute: 'birthday', at: '09:00', yearly: true, offset: '-1 day' },
      steps: [mailStep('wishes')],
    });
    const attributes = { birthday: '1990-07-15' };
    const lisbon = await use('simulate_workflow', {
      workflowId,
      person: { attributes, timezone: 'Europe/Lisbon' },
    });
    expect([lisbon.enters, lisbon.mails, sentAt(lisbon)]).toEqual([true, 1, `${year}-07-14T08:00:00.000Z`]);
    const tokyo = await use('simulate_workflow', {
      workflowId,
      person: { attributes, timezone: 'Asia/Tokyo' },
    });
    expect(sentAt(tokyo)).toBe(`${year}-07-14T00:00:00.000Z`);
    await use('create_subscriber', { email: 'ada@example.com', attributes: { birthday: '1990-07-15' } });
    const real = await use('simulate_workflow', { workflowId, subscriber: 'ada@example.com' });
    expect(sentAt(real)).toBe(`${year}-07-14T09:00:00.000Z`);
    const leap = await use('simulate_workflow', {
      workflowId,
      person: { attributes: { birthday: '2096-02-29' } },
    });
    expect(sentAt(leap)).toBe('2096-02-28T09:00:00.000Z');
  });

  test('a subscriber without the date never enters, and the sample subscriber gets the next date', async () => {
    const { use, platform } = place();
    const { id: workflowId } = await use('save_workflow', {
      name: 'Renewal',
      trigger: { type: 'DATE', attribute: 'renews', at: '07:30', offset: '-7 days' },
      steps: [mailStep('wishes')],
    });
    const made = await use('simulate_workflow', { workflowId, person: { timezone: 'America/New_York' } });
    expect(made.warnings.join()).toContain('The sample person has attributes.renews ');
    const at = Date.parse(sentAt(made)!) - platform.clock.now();
    expect([at >= 0, at <= 86_400_000, new Date(sentAt(made)!).getUTCMinutes()]).toEqual([true, true, 30]);
    for (const [renews, reason] of [
      ['soon', 'attributes.renews of the person is not a date (YYYY-MM-DD)'],
      ['2020-01-01', 'the date in attributes.renews has passed'],
    ]) {
      const none = await use('simulate_workflow', { workflowId, person: { attributes: { renews } } });
      expect([none.enters, none.reason, none.mails, none.path]).toEqual([false, reason, 0, []]);
    }
    await use('create_subscriber', { email: 'ada@example.com' });
    const real = await use('simulate_workflow', { workflowId, subscriber: 'ada@example.com' });
    expect(real.reason).toBe('attributes.renews of the person is not a date (YYYY-MM-DD)');
  });

  test('a schedule is simulated from its next time', async () => {
    const { use } = place();
    const { id: workflowId } = await use('save_workflow', {
      name: 'Monthly',
      trigger: { type: 'SCHEDULE', cron: '15 10 1 * *', timezone: 'Europe/Lisbon' },
      steps: [mailStep('wishes')],
    });
    expect(sentAt(await use('simulate_workflow', { workflowId }))).toMatch(/-01T(?:09|10):15:00\.000Z$/);
  });
});
