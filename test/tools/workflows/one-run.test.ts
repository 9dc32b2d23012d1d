import { expect, test } from 'vitest';
import { refused } from '../../world/mail/capture-mail.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { mailStep } from './scene.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const begun = { type: 'EVENT', name: 'user.signed_up' };

onBothDatabases((place) => {
  test('a step that exceeds a limit is recorded and delays no other run', async () => {
    const { use } = place();
    const { id: tag } = await use('create_tag', { name: 'gone' });
    await active(place(), 'Tags', [
      { key: 'gone', type: 'add_tag', tag },
      { key: 'after', type: 'add_tag', tag: 'after' },
    ]);
    await use('delete_tag', { tag });
    await active(place(), 'Names', [
      { key: 'name', type: 'update_subscriber', fields: { firstName: '{{trigger.name}}' } },
      { key: 'too_many', type: 'add_tag', tag: 'one more' },
      { key: 'track', type: 'track_event', name: 'named', properties: { name: '{{trigger.name}}' } },
    ]);
    const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);
    for (let page = 0; page < 5; page += 1) {
      await use('save_subscribers', {
        subscribers: [{ email: 'full@example.com', tags: tags.map((name) => `${name} ${page}`) }],
      });
    }
    await signUp(place(), 'full@example.com', { name: 'n'.repeat(10_000) });
    await signUp(place(), 'ada@example.com', { name: 'Ada' });
    expect(await use('get_subscriber', { subscriber: 'ada@example.com' })).toMatchObject({
      firstName: 'Ada',
    });
    expect(await tagsOf(place(), 'ada@example.com')).toEqual(['after', 'one more']);
    expect(await use('get_subscriber', { subscriber: 'full@example.com' })).toMatchObject({
      firstName: null,
    });
    const { data } = await use('list_subscriber_events', { subscriber: 'full@example.com', name: 'named' });
    expect(data.map(({ properties }: { properties: { name: string } }) => properties.name.length)).toEqual([
      1_000,
    ]);
    for (const workflow of (await use('list_workflows', {})).data) {
      expect(workflow.stats).toMatchObject({ started: 2, completed: 2, open: 0 });
    }
  });

  test('after a pause, a wait for a time of day is extended by the paused days, and a date is not', async () => {
    const { use, platform } = place();
    const clock = await active(place(), 'Clock', [
      { type: 'delay', duration: '5 days', at: '09:00' },
      { type: 'add_tag', tag: 'clock' },
    ]);
    const date = await active(place(), 'Date', [
      { type: 'delay', until: 'trigger.day', past: 'exit' },
      { type: 'add_tag', tag: 'date' },
    ]);
    const day = new Date(platform.clock.now() + 6 * dayMs).toISOString();
    await signUp(place(), 'ada@example.com', { day });
    await platform.clock.advance(dayMs);
    for (const workflowId of [clock, date]) await use('pause_workflow', { workflowId });
    await platform.clock.advance(2 * dayMs);
    for (const workflowId of [clock, date]) await use('activate_workflow', { workflowId });
    // Day 6 at noon: the date has passed, and the time of day has moved from day 5 to day 7.
    await platform.clock.advance(3 * dayMs + 12 * hourMs);
    await platform.platform.worker.runDue();
    expect(await tagsOf(place(), 'ada@example.com')).toEqual(['date']);
    await platform.clock.advance(dayMs);
    await platform.platform.worker.runDue();
    expect(await tagsOf(place(), 'ada@example.com')).toEqual(['clock', 'date']);
  });

  test('two pauses add up, even if a run becomes due during the second pause', async () => {
    const { use, platform } = place();
    const workflowId = await active(place(), 'Series', [
      { type: 'delay', duration: '4 days' },
      { type: 'add_tag', tag: 'late' },
    ]);
    await signUp(place(), 'ada@example.com');
    for (const days of [1, 10]) {
      await platform.clock.advance(dayMs);
      await use('pause_workflow', { workflowId });
      await platform.clock.advance(days * dayMs);
      await platform.platform.worker.runDue();
      await use('activate_workflow', { workflowId });
      await platform.platform.worker.runDue();
    }
    // Two of its four days have passed outside the pauses.
    await platform.clock.advance(2 * dayMs - 1);
    await platform.platform.worker.runDue();
    expect(await tagsOf(place(), 'ada@example.com')).toEqual([]);
    await platform.clock.advance(1);
    await platform.platform.worker.runDue();
    expect(await tagsOf(place(), 'ada@example.com')).toEqual(['late']);
  });

  test('mail to a rate-limited mailbox waits, and its run names the rule and when it ends', async () => {
    const { use, platform } = place();
    const workflowId = await active(place(), 'Mail', [mailStep('welcome')]);
    const email = 'tired@mailbox.dev';
    platform.mailbox.next(refused(552, 'data', '5.2.2'));
    await use('send_email', { from: 'hello@acme.test', to: email, subject: 'Hi', markdown: 'Hi' });
    await platform.deliver();
    await signUp(place(), email);
    const [run] = (await use('list_workflow_runs', { workflowId })).data;
    const { until } = run.waitsFor;
    expect(run.waitsFor).toMatchObject({ reason: 'recipient_guard' });
    const { explanation } = await use('get_workflow_run', { workflowId, runId: run.id });
    const at = '[0-9T:.-]+Z';
    expect(explanation.join()).toMatch(
      new RegExp(
        `may not be mailed yet: A mail to this mailbox came back(?: at ${at})?, so it rests until ${until}`,
      ),
    );
  });

  test('a run that moves to a new version ends at once if it already meets the goal', async () => {
    const { use, platform } = place();
    const steps = [{ key: 'later', type: 'delay', duration: '5 days' }];
    const workflowId = await active(place(), 'Series', steps);
    await signUp(place(), 'ada@example.com');
    await use('save_workflow', { workflowId, goal: { field: 'event.order.paid', operator: 'exists' } });
    await use('activate_workflow', { workflowId, running: 'move' });
    await use('track_event', { name: 'order.paid', email: 'ada@example.com' });
    await platform.platform.worker.runDue();
    const { data } = await use('list_workflow_runs', { workflowId });
    expect(data).toMatchObject([{ status: 'COMPLETED', reason: 'goal' }]);
  });
});

async function active({ use }: Place, name: string, steps: readonly unknown[]): Promise<string> {
  const { id } = await use('save_workflow', { name, trigger: begun, steps });
  await use('activate_workflow', { workflowId: id });
  return id;
}

async function signUp({ use, platform }: Place, email: string, properties = {}): Promise<void> {
  await use('track_event', { name: 'user.signed_up', email, properties });
  await platform.platform.worker.runDue();
}

async function tagsOf({ use }: Place, subscriber: string): Promise<string[]> {
  const { tags } = await use('get_subscriber', { subscriber });
  return tags.map(({ name }: { name: string }) => name).sort();
}
