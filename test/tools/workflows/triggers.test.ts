import { expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { agreed, importText } from '../imports/scene.ts';
import { activeWorkflow, dayMs, hourMs, mailStep, react, startedBy, tagStep, tagsOf, work } from './scene.ts';

const ada = 'ada@example.com';
const grace = 'grace@example.com';

onBothDatabases((place) => {
  test('a SUBSCRIBER_CREATED workflow starts for a new subscriber, and not for a change', async () => {
    const { use } = place();
    await use('create_subscriber', { email: grace });
    const id = await activeWorkflow(place(), {
      trigger: { type: 'SUBSCRIBER_CREATED' },
      reentry: 'EVERY_TIME',
      steps: [tagStep('new')],
    });
    await use('create_subscriber', { email: ada });
    await use('update_subscriber', { subscriber: grace, firstName: 'Grace' });
    await work(place());
    expect(await startedBy(place(), id)).toEqual([ada]);
    await use('create_subscriber', { email: ada, firstName: 'Ada' });
    await work(place());
    expect(await startedBy(place(), id)).toEqual([ada]);
  });

  test('a SUBSCRIBER_UPDATED workflow starts for a change of its field, and not of another field', async () => {
    const { use } = place();
    const steps = [tagStep('seen')];
    const trigger = { type: 'SUBSCRIBER_UPDATED', fields: ['attributes.plan', 'firstName'] };
    const named = await activeWorkflow(place(), { trigger, reentry: 'EVERY_TIME', steps });
    const any = await activeWorkflow(place(), {
      trigger: { type: 'SUBSCRIBER_UPDATED' },
      reentry: 'EVERY_TIME',
      steps: [{ type: 'exit', reason: 'seen' }],
    });
    const attributes = await activeWorkflow(place(), {
      trigger: { type: 'SUBSCRIBER_UPDATED', fields: ['attributes'] },
      reentry: 'EVERY_TIME',
      steps: [{ type: 'exit', reason: 'seen' }],
    });
    await use('create_subscriber', { email: ada, attributes: { plan: 'free' } });
    await work(place());
    for (const fields of [
      { lastName: 'Lovelace' },
      { attributes: { plan: 'pro' } },
      { attributes: { plan: 'pro' } },
      { attributes: { city: 'London' } },
      { firstName: 'Ada' },
    ]) {
      await use('update_subscriber', { subscriber: ada, ...fields });
      await work(place());
    }
    expect(await startedBy(place(), named)).toEqual([ada, ada]);
    expect(await startedBy(place(), any)).toEqual([ada, ada, ada, ada]);
    expect(await startedBy(place(), attributes)).toEqual([ada, ada]);
  });

  test('adding or removing a tag starts the workflows of that tag', async () => {
    const { use } = place();
    await use('create_subscriber', { email: ada });
    const of = (type: string, tag: string, trace: string) =>
      activeWorkflow(place(), { trigger: { type, tag }, reentry: 'EVERY_TIME', steps: [tagStep(trace)] });
    await of('TAG_ADDED', 'VIP', 'welcomed');
    await of('TAG_REMOVED', 'vip', 'missed');
    const other = await of('TAG_ADDED', 'other', 'never');
    await use('add_subscriber_tags', { subscriber: ada, tags: ['vip'] });
    await work(place());
    expect(await tagsOf(place(), ada)).toEqual(['vip', 'welcomed']);
    await use('remove_subscriber_tags', { subscriber: ada, tags: ['vip'] });
    await work(place());
    expect(await tagsOf(place(), ada)).toEqual(['missed', 'welcomed']);
    expect(await startedBy(place(), other)).toEqual([]);
  });

  test('an open or click by a person starts a workflow, and an open or click by a machine does not', async () => {
    const { use } = place();
    await use('create_subscriber', { email: ada });
    const of = (type: string) =>
      activeWorkflow(place(), {
        trigger: { type },
        reentry: 'EVERY_TIME',
        steps: [{ type: 'exit', reason: 'seen' }],
      });
    const opened = await of('EMAIL_OPENED');
    const clicked = await of('EMAIL_CLICKED');
    const { id } = await use('send_email', {
      from: 'hello@acme.test',
      to: ada,
      subject: 'Receipt',
      markdown: 'Paid',
    });
    await work(place());
    await react(place(), id, 'opened', true);
    await react(place(), id, 'clicked', true);
    await work(place());
    expect([await startedBy(place(), opened), await startedBy(place(), clicked)]).toEqual([[], []]);
    await react(place(), id, 'opened', false);
    await work(place());
    expect([await startedBy(place(), opened), await startedBy(place(), clicked)]).toEqual([[ada], []]);
    await react(place(), id, 'clicked', false);
    await work(place());
    expect(await startedBy(place(), clicked)).toEqual([ada]);
  });

  test('each value of the reentry key starts one run, and an event reaches only the run of its value', async () => {
    const { use } = place();
    const id = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'cart.filled' },
      reentry: 'event.cart',
      steps: [
        {
          type: 'wait_for_event',
          name: 'order.paid',
          timeout: '1 day',
          received: [{ type: 'exit', reason: 'paid' }],
          timed_out: [{ type: 'exit', reason: 'abandoned' }],
        },
      ],
    });
    const filled = (cart: unknown) =>
      use('track_event', { name: 'cart.filled', email: ada, properties: { cart } });
    for (const cart of [1, '1', 2, 1, null]) await filled(cart);
    await work(place());
    expect(await startedBy(place(), id)).toEqual([ada, ada]);
    await use('track_event', { name: 'order.paid', email: ada, properties: { cart: '2' } });
    await work(place());
    await place().platform.clock.advance(dayMs);
    await work(place());
    await filled(2);
    await work(place());
    const { data } = await use('list_workflow_runs', { workflowId: id });
    expect(data.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'exit: abandoned',
      'exit: paid',
    ]);
    expect((await use('get_workflow', { workflowId: id })).stats.notEntered).toMatchObject({
      same_key_before: 3,
      no_key: 1,
    });
  });

  test('EVERY_TIME starts a new run only after the previous run ended', async () => {
    const { use, platform } = place();
    const id = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'visited' },
      reentry: 'EVERY_TIME',
      steps: [{ type: 'delay', duration: '1 hour' }],
    });
    const visit = async () => {
      await use('track_event', { name: 'visited', email: ada });
      await work(place());
    };
    await visit();
    await visit();
    expect(await startedBy(place(), id)).toEqual([ada]);
    await platform.clock.advance(hourMs);
    await work(place());
    await visit();
    expect(await startedBy(place(), id)).toEqual([ada, ada]);
  });

  test('trigger_workflow starts a workflow with any trigger, subject to its filter', async () => {
    const { use } = place();
    await use('create_subscriber', { email: ada });
    const id = await activeWorkflow(place(), {
      trigger: { type: 'MANUAL', filter: { field: 'trigger.level', operator: 'gte', value: 2 } },
      reentry: 'EVERY_TIME',
      steps: [{ type: 'update_subscriber', attributes: { level: '{{trigger.level}}' } }],
    });
    const of = (level: number) =>
      use('trigger_workflow', { workflowId: id, subscriberId: ada, properties: { level } });
    await of(1);
    await of(3);
    await work(place());
    expect(await startedBy(place(), id)).toEqual([ada]);
    expect((await use('get_subscriber', { subscriber: ada })).attributes).toEqual({ level: '3' });
  });

  test('a call can suppress triggers, and waiting runs still receive its event', async () => {
    const { use } = place();
    const created = await activeWorkflow(place(), {
      trigger: { type: 'SUBSCRIBER_CREATED' },
      steps: [{ type: 'wait_for_event', name: 'paid', timeout: '9 days', received: [tagStep('paid')] }],
    });
    const updated = await activeWorkflow(place(), {
      trigger: { type: 'SUBSCRIBER_UPDATED' },
      steps: [tagStep('updated')],
    });
    const paid = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'paid' },
      steps: [tagStep('event')],
    });
    await use('create_subscriber', { email: ada });
    await work(place());
    const silent = { triggerWorkflows: false };
    await use('track_event', { name: 'paid', email: ada, ...silent });
    await use('update_subscriber', { subscriber: ada, firstName: 'Ada', ...silent });
    await use('create_subscriber', { email: 'one@example.com', ...silent });
    await use('save_subscribers', { subscribers: [{ email: 'two@example.com', ...silent }] });
    await importText(place(), 'email\nthree@example.com\n');
    await importText(place(), 'email\nfour@example.com\n', { ...agreed, trigger_workflows: true });
    await work(place());
    expect(await startedBy(place(), created)).toEqual([ada, 'four@example.com']);
    expect([await startedBy(place(), updated), await startedBy(place(), paid)]).toEqual([[], []]);
    expect(await tagsOf(place(), ada)).toEqual(['paid']);
  });

  test("a workflow's own changes never start it", async () => {
    const { use } = place();
    const updated = await activeWorkflow(place(), {
      trigger: { type: 'SUBSCRIBER_UPDATED' },
      reentry: 'EVERY_TIME',
      steps: [{ type: 'update_subscriber', attributes: { seen: true } }],
    });
    const event = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'ping' },
      reentry: 'EVERY_TIME',
      steps: [{ type: 'track_event', name: 'ping' }],
    });
    await use('create_subscriber', { email: ada });
    await use('update_subscriber', { subscriber: ada, firstName: 'Ada' });
    await use('track_event', { name: 'ping', email: ada });
    await work(place());
    await work(place());
    expect([await startedBy(place(), updated), await startedBy(place(), event)]).toEqual([[ada], [ada]]);
    expect((await use('get_workflow', { workflowId: event })).stats.notEntered).toEqual({ own_change: 1 });
  });

  test('two workflows that trigger each other stop at depth 5', async () => {
    const { use } = place();
    const feeding = (from: string, to: string) =>
      activeWorkflow(place(), {
        trigger: { type: 'EVENT', name: from },
        reentry: 'EVERY_TIME',
        steps: [{ type: 'track_event', name: to }],
      });
    const ping = await feeding('ping', 'pong');
    const pong = await feeding('pong', 'ping');
    await use('track_event', { name: 'ping', email: ada });
    await work(place());
    await work(place());
    const started = [...(await startedBy(place(), ping)), ...(await startedBy(place(), pong))];
    // The caller's event and five events of workflows.
    expect(started).toHaveLength(6);
    expect((await use('get_workflow', { workflowId: ping })).stats.notEntered).toEqual({ depth: 1 });
  });

  test('an eleventh start for one subscriber within an hour pauses the workflow with a problem', async () => {
    const { use, platform } = place();
    const id = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'ping' },
      reentry: 'EVERY_TIME',
      steps: [mailStep('again')],
    });
    const ping = async () => {
      await use('track_event', { name: 'ping', email: ada });
      await work(place());
      await platform.clock.advance(1_000);
    };
    for (let times = 0; times < 10; times += 1) await ping();
    expect(await use('get_workflow', { workflowId: id })).toMatchObject({ status: 'ACTIVE', problem: null });
    await ping();
    const tripped = await use('get_workflow', { workflowId: id });
    expect(tripped).toMatchObject({ status: 'PAUSED', stats: { started: 10 } });
    expect(tripped.problem).toContain('more than 10 times in an hour');
    await use('activate_workflow', { workflowId: id });
    await platform.clock.advance(hourMs);
    await ping();
    expect(await use('get_workflow', { workflowId: id })).toMatchObject({
      status: 'ACTIVE',
      problem: null,
      stats: { started: 11 },
    });
  });

  test('runs end when a new version ends them, and all runs end when the workflow is cancelled', async () => {
    const { use } = place();
    const definition = {
      trigger: { type: 'EVENT', name: 'ping' },
      steps: [{ key: 'wait', type: 'delay', duration: '1 day' }],
    };
    const id = await activeWorkflow(place(), definition);
    await use('track_event', { name: 'ping', email: ada });
    await work(place());
    await use('save_workflow', { workflowId: id, changes: { wait: { duration: '2 days' } } });
    await use('activate_workflow', { workflowId: id, running: 'exit' });
    await use('track_event', { name: 'ping', email: grace });
    await work(place());
    await use('cancel_workflow_runs', { workflowId: id, all: true });
    await work(place());
    expect(await standing(place(), id)).toEqual([
      [ada, 'EXITED'],
      [grace, 'CANCELLED'],
    ]);
  });
});

async function standing({ use }: Place, workflowId: string): Promise<[string, string][]> {
  const { data } = await use('list_workflow_runs', { workflowId });
  return data
    .map(({ email, status }: Record<string, string>): [string, string] => [email!, status!])
    .reverse();
}
