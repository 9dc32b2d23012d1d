import { expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../both-databases.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const welcome = {
  key: 'welcome',
  type: 'send_email',
  from: 'Acme <hello@acme.test>',
  subject: 'Welcome, {{firstName|friend}}',
  markdown: 'Plan {{trigger.plan|none}}. [Tour](https://acme.test/tour) [Leave]({{unsubscribeUrl}})',
};

onBothDatabases((place) => {
  test('the welcome series runs from its event to its end, one mail at a time', async () => {
    const { use, platform } = place();
    const { worker } = platform.platform;
    const id = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'user.signed_up' },
      steps: [
        welcome,
        { key: 'later', type: 'delay', duration: '3 days' },
        {
          key: 'clicked',
          type: 'condition',
          rule: { field: 'email_clicked', operator: 'eq', value: 'welcome' },
          yes: [{ type: 'add_tag', tag: 'engaged' }],
          no: [{ ...welcome, key: 'nudge', subject: 'Can we help?' }],
        },
      ],
    });
    await use('track_event', {
      name: 'user.signed_up',
      email: 'ada@example.com',
      properties: { plan: 'pro' },
    });
    await use('track_event', { name: 'something.else', email: 'ada@example.com' });
    await worker.runDue();
    expect(await mailsOf(place())).toEqual(['Welcome, friend']);
    const { data: runs } = await use('list_workflow_runs', { workflowId: id });
    expect(runs).toMatchObject([
      { email: 'ada@example.com', status: 'WAITING', step: 'later', waitsFor: { reason: 'delay' } },
    ]);
    await platform.clock.advance(3 * dayMs - 1);
    await worker.runDue();
    expect(await mailsOf(place())).toEqual(['Welcome, friend']);
    await platform.clock.advance(1);
    await worker.runDue();
    expect(await mailsOf(place())).toEqual(['Can we help?', 'Welcome, friend']);
    const run = await use('get_workflow_run', { workflowId: id, runId: runs[0].id });
    expect(run).toMatchObject({ status: 'COMPLETED', reason: 'finished' });
    expect(run.visits.map(({ step, via }: { step: string; via: string }) => `${step} ${via}`)).toEqual([
      'welcome default',
      'later default',
      'clicked condition_not_met',
      'nudge default',
    ]);
    expect(await use('get_workflow', { workflowId: id })).toMatchObject({
      stats: { started: 1, completed: 1, open: 0 },
    });
  });

  test('an event before a wait counts, and an event during the wait wakes the run', async () => {
    const { use, platform } = place();
    const { worker } = platform.platform;
    const wait = (key: string, name: string) => ({ key, type: 'wait_for_event', name, timeout: '7 days' });
    await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'cart.filled' },
      steps: [
        { type: 'delay', duration: '1 hour' },
        { ...wait('early', 'cart.seen'), received: [{ type: 'add_tag', tag: 'seen' }] },
        { ...wait('late', 'order.paid'), received: [{ type: 'add_tag', tag: 'paid' }] },
      ],
    });
    await use('track_event', { name: 'cart.filled', email: 'ada@example.com' });
    await worker.runDue();
    await use('track_event', { name: 'cart.seen', email: 'ada@example.com' });
    await platform.clock.advance(hourMs);
    await worker.runDue();
    expect(await tagsOf(place(), 'ada@example.com')).toEqual(['seen']);
    await use('track_event', { name: 'order.paid', email: 'ada@example.com' });
    await worker.runDue();
    expect(await tagsOf(place(), 'ada@example.com')).toEqual(['paid', 'seen']);
  });

  test('a goal ends the run, and an unsubscribed person gets no more mail', async () => {
    const { use, platform } = place();
    const { worker } = platform.platform;
    const id = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'trial.started' },
      goal: { field: 'event.order.paid', operator: 'exists' },
      steps: [{ type: 'delay', duration: '5 days' }, welcome],
    });
    for (const email of ['ada@example.com', 'grace@example.com']) {
      await use('track_event', { name: 'trial.started', email });
    }
    await worker.runDue();
    await use('track_event', { name: 'order.paid', email: 'ada@example.com' });
    await use('unsubscribe_subscriber', { subscriber: 'grace@example.com' });
    await worker.runDue();
    const { data } = await use('list_workflow_runs', { workflowId: id });
    expect(data.map(({ email, status, reason }: Record<string, string>) => [email, status, reason])).toEqual([
      ['grace@example.com', 'EXITED', 'left: unsubscribe'],
      ['ada@example.com', 'COMPLETED', 'goal'],
    ]);
    await platform.clock.advance(6 * dayMs);
    await worker.runDue();
    expect(await mailsOf(place())).toEqual([]);
  });

  test('the mailsMax limit allows the last mail within it, and delays the next mail until there is room', async () => {
    const { use, platform } = place();
    const { worker } = platform.platform;
    await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'user.signed_up' },
      reentry: 'event.order',
      mailsMax: { count: 3, per: '1 day' },
      steps: [welcome, { ...welcome, key: 'second', subject: 'Second' }],
    });
    // Two runs of one subscriber reach the same mail at the same instant.
    for (const order of [1, 2]) {
      await use('track_event', { name: 'user.signed_up', email: 'ada@example.com', properties: { order } });
    }
    await worker.runDue();
    expect(await mailsOf(place())).toEqual(['Second', 'Welcome, friend', 'Welcome, friend']);
    await platform.clock.advance(dayMs - 1);
    await worker.runDue();
    expect(await mailsOf(place())).toHaveLength(3);
    await platform.clock.advance(1);
    await worker.runDue();
    expect(await mailsOf(place())).toEqual(['Second', 'Second', 'Welcome, friend', 'Welcome, friend']);
  });

  test('a paused workflow stops its runs, and no subscriber gets two mails when it resumes', async () => {
    const { use, platform } = place();
    const { worker } = platform.platform;
    const id = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'user.signed_up' },
      steps: [
        { type: 'delay', duration: '1 day' },
        welcome,
        { type: 'delay', duration: '2 days' },
        { ...welcome, key: 'second', subject: 'Second' },
      ],
    });
    await use('track_event', { name: 'user.signed_up', email: 'ada@example.com' });
    await worker.runDue();
    await platform.clock.advance(hourMs);
    await use('pause_workflow', { workflowId: id });
    await platform.clock.advance(30 * dayMs);
    await worker.runDue();
    expect(await mailsOf(place())).toEqual([]);
    await use('activate_workflow', { workflowId: id });
    await worker.runDue();
    expect(await mailsOf(place())).toEqual([]);
    await platform.clock.advance(23 * hourMs);
    await worker.runDue();
    expect(await mailsOf(place())).toEqual(['Welcome, friend']);
    await platform.clock.advance(2 * dayMs);
    await worker.runDue();
    expect(await mailsOf(place())).toEqual(['Second', 'Welcome, friend']);
  });
});

async function activeWorkflow({ use }: Place, definition: Record<string, unknown>): Promise<string> {
  const { id } = await use('save_workflow', { name: 'Series', ...definition });
  await use('activate_workflow', { workflowId: id });
  return id;
}

async function mailsOf({ use }: Place): Promise<string[]> {
  const { data } = await use('list_emails', { source: 'workflow' });
  return data.map(({ subject }: { subject: string }) => subject).sort();
}

async function tagsOf({ use }: Place, subscriber: string): Promise<string[]> {
  const { tags } = await use('get_subscriber', { subscriber });
  return tags.map(({ name }: { name: string }) => name).sort();
}
