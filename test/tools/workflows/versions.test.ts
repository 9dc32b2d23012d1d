import { expect, test } from 'vitest';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const people = ['ada', 'grace', 'mary', 'joan', 'hedy'];
/** `RUNS=10000 npx vitest run test/tools/workflows/versions.test.ts -t 'three versions'` runs it with more. */
const runs = Number(process.env.RUNS ?? 15);

const begun = { type: 'EVENT', name: 'user.signed_up' };
const delayed = (tag: string, duration = '1 day') => [
  { key: 'later', type: 'delay', duration },
  { key: 'tag', type: 'add_tag', tag },
];

onBothDatabases((place) => {
  test('a workflow names the people at each step, its versions and the steps of one version', async () => {
    const { use, refusal, platform } = place();
    const { id } = await use('save_workflow', { name: 'Series', trigger: begun, steps: delayed('old') });
    expect(await use('get_workflow', { workflowId: id })).toMatchObject({ stepRuns: [], versions: [] });
    await use('activate_workflow', { workflowId: id });
    await signUp(place(), people);
    await use('save_workflow', { workflowId: id, steps: delayed('new', '2 days') });
    await use('activate_workflow', { workflowId: id });
    await signUp(place(), ['late']);
    const now = await use('get_workflow', { workflowId: id });
    expect(now.stepRuns).toEqual([{ key: 'later', open: people.length + 1, stuck: 0 }]);
    expect(now.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    const first = await use('get_workflow', { workflowId: id, version: 1 });
    expect(first.steps[0].config.duration).toBe('1 day');
    expect(now.steps[0].config.duration).toBe('2 days');
    expect((await refusal('get_workflow', { workflowId: id, version: 3 })).failure).toBe('not_found');
    await platform.clock.advance(dayMs);
    await platform.platform.worker.runDue();
    expect((await use('get_workflow', { workflowId: id })).stepRuns).toEqual([
      { key: 'later', open: 1, stuck: 0 },
    ]);
  });

  test('runs that failed or whose sender may not send are stuck at their step', async () => {
    const { use, platform } = place();
    const steps = [
      {
        key: 'mail',
        type: 'send_email',
        from: 'a@acme.dev',
        subject: 'Hi',
        markdown: 'Hi. [Leave]({{unsubscribeUrl}})',
      },
    ];
    const { id } = await use('save_workflow', { name: 'Series', trigger: begun, steps });
    await use('activate_workflow', { workflowId: id });
    const { engine } = platform.platform;
    engine.settings.requireVerifiedDomain = true;
    await signUp(place(), people);
    const { stepRuns } = await use('get_workflow', { workflowId: id });
    engine.settings.requireVerifiedDomain = false;
    expect(stepRuns).toEqual([{ key: 'mail', open: people.length, stuck: people.length }]);
  });

  test('runs of three versions each end in their own version', async () => {
    const { use, platform } = place();
    const { worker } = platform.platform;
    const { id } = await use('save_workflow', { name: 'Series', trigger: begun, steps: delayed('one') });
    const versions = ['one', 'two', 'three'];
    const names = (tag: string) =>
      Array.from({ length: runs }, (_, index) => index)
        .filter((index) => versions[index % versions.length] === tag)
        .map((index) => `${tag}-${index}`);
    for (const tag of versions) {
      await use('save_workflow', { workflowId: id, steps: delayed(tag) });
      await use('activate_workflow', { workflowId: id });
      await signUp(place(), names(tag));
    }
    await platform.clock.advance(dayMs);
    await worker.runDue();
    for (const tag of versions)
      for (const name of names(tag)) expect(await tagsOf(place(), name), name).toEqual([tag]);
    expect(await use('get_workflow', { workflowId: id })).toMatchObject({
      stats: { started: runs, completed: runs, open: 0 },
    });
  });

  test('runs move to a new version at their current step, and a missing step is reported', async () => {
    const { use, refusal, platform } = place();
    const { id } = await use('save_workflow', { name: 'Series', trigger: begun, steps: delayed('old') });
    await use('activate_workflow', { workflowId: id });
    await signUp(place(), people);
    await use('save_workflow', { workflowId: id, steps: [{ key: 'tag', type: 'add_tag', tag: 'new' }] });
    const refused = await refusal('activate_workflow', { workflowId: id, running: 'move' });
    expect(JSON.stringify([refused.message, refused.details])).toContain('later');
    await use('save_workflow', { workflowId: id, steps: delayed('new') });
    await use('activate_workflow', { workflowId: id, running: 'move' });
    await platform.clock.advance(dayMs);
    await platform.platform.worker.runDue();
    for (const name of people) expect(await tagsOf(place(), name)).toEqual(['new']);
  });

  test('runs end with their own version if requested', async () => {
    const { use, platform } = place();
    const { worker } = platform.platform;
    const { id } = await use('save_workflow', { name: 'Series', trigger: begun, steps: delayed('old') });
    await use('activate_workflow', { workflowId: id });
    await signUp(place(), people);
    await use('save_workflow', { workflowId: id, steps: delayed('new') });
    await use('activate_workflow', { workflowId: id, running: 'exit' });
    await worker.runDue();
    expect(await statusesOf(place(), id)).toEqual(people.map(() => 'EXITED'));
    await platform.clock.advance(dayMs);
    await worker.runDue();
    for (const name of people) expect(await tagsOf(place(), name)).toEqual([]);
  });

  test('cancelling one run and then all runs stops them before another step', async () => {
    const { use, platform } = place();
    const { worker } = platform.platform;
    const { id } = await use('save_workflow', { name: 'Series', trigger: begun, steps: delayed('late') });
    await use('activate_workflow', { workflowId: id });
    await signUp(place(), people);
    const { data } = await use('list_workflow_runs', { workflowId: id });
    await use('cancel_workflow_runs', { workflowId: id, runId: data[0].id });
    expect(await statusesOf(place(), id)).toEqual(['CANCELLED', ...people.slice(1).map(() => 'WAITING')]);
    await use('cancel_workflow_runs', { workflowId: id, all: true });
    await worker.runDue();
    await platform.clock.advance(dayMs);
    await worker.runDue();
    expect(await statusesOf(place(), id)).toEqual(people.map(() => 'CANCELLED'));
    for (const name of people) expect(await tagsOf(place(), name)).toEqual([]);
  });

  test('archiving a workflow ends its active runs', async () => {
    const { use, platform } = place();
    const { worker } = platform.platform;
    const { id } = await use('save_workflow', { name: 'Series', trigger: begun, steps: delayed('late') });
    await use('activate_workflow', { workflowId: id });
    await signUp(place(), people);
    await use('archive_workflow', { workflowId: id });
    await worker.runDue();
    await platform.clock.advance(dayMs);
    await worker.runDue();
    expect(await statusesOf(place(), id)).toEqual(people.map(() => 'CANCELLED'));
    for (const name of people) expect(await tagsOf(place(), name)).toEqual([]);
  });

  test("deleting a paused workflow ends its runs, which stay in the subscribers' history", async () => {
    const { use, http, platform, token } = place();
    const { worker, engine } = platform.platform;
    const { id } = await use('save_workflow', { name: 'Series', trigger: begun, steps: delayed('late') });
    await use('activate_workflow', { workflowId: id });
    await signUp(place(), people);
    const path = `/api/v2/workflows/${id}`;
    const active = await http('DELETE', path, { token });
    expect([active.status, active.body.name]).toEqual([409, 'workflow_active']);
    await use('pause_workflow', { workflowId: id });
    const deleted = await http('DELETE', path, { token });
    expect([deleted.status, deleted.body]).toEqual([200, { object: 'workflow', id, deleted: true }]);
    for (const [method, at] of [
      ['GET', path],
      ['DELETE', path],
      ['PATCH', path],
      ['POST', `${path}/activate`],
      ['POST', `${path}/archive`],
    ] as const) {
      const { status } = await http(method, at, { token, ...(method !== 'GET' && { body: {} }) });
      expect([method, at, status]).toEqual([method, at, 404]);
    }
    expect((await use('list_workflows', {})).data).toEqual([]);
    await worker.runDue();
    await platform.clock.advance(dayMs);
    await worker.runDue();
    for (const name of people) expect(await tagsOf(place(), name)).toEqual([]);
    expect(await statusesOf(place(), id)).toEqual(people.map(() => 'CANCELLED'));
    const { data } = await use('list_workflow_runs', { subscriber: `${people[0]}@example.com` });
    expect(data).toMatchObject([{ workflowId: id, status: 'CANCELLED' }]);
    const run = await use('get_workflow_run', { workflowId: id, runId: data[0].id });
    expect(run).toMatchObject({ status: 'CANCELLED' });
    await sweep(engine);
    expect(await statusesOf(place(), id)).toHaveLength(people.length);
    await platform.clock.advance(401 * dayMs);
    await sweep(engine);
    const { status } = await http('GET', `${path}/runs`, { token });
    expect(status).toBe(404);
  });

  test.each(['DRAFT', 'ARCHIVED'])('a workflow in %s is deleted at once', async (from) => {
    const { use, refusal } = place();
    const { id } = await use('save_workflow', { name: 'Series', trigger: begun, steps: delayed('late') });
    if (from === 'ARCHIVED') await use('archive_workflow', { workflowId: id });
    expect(await use('delete_workflow', { workflowId: id })).toMatchObject({ deleted: true });
    expect((await refusal('get_workflow', { workflowId: id })).failure).toBe('not_found');
  });

  test('a pause of 30 days delays due times in and after it, but not the processing of events within it', async () => {
    const { use, platform } = place();
    const { worker } = platform.platform;
    const wait = { key: 'wait', type: 'wait_for_event', name: 'order.paid', timeout: '5 days' };
    const { id } = await use('save_workflow', {
      name: 'Series',
      trigger: begun,
      steps: [
        {
          type: 'condition',
          rule: { field: 'trigger.kind', operator: 'eq', value: 'waits' },
          yes: [{ ...wait, received: [{ type: 'add_tag', tag: 'paid' }] }],
          no: [
            {
              type: 'condition',
              rule: { field: 'trigger.kind', operator: 'eq', value: 'short' },
              yes: [
                { type: 'delay', duration: '2 days' },
                { type: 'add_tag', tag: 'short' },
              ],
              no: [
                { type: 'delay', duration: '60 days' },
                { type: 'add_tag', tag: 'long' },
              ],
            },
          ],
        },
      ],
    });
    await use('activate_workflow', { workflowId: id });
    for (const kind of ['waits', 'short', 'long']) await signUp(place(), [kind], { kind });
    await platform.clock.advance(dayMs);
    await use('pause_workflow', { workflowId: id });
    await platform.clock.advance(15 * dayMs);
    await use('track_event', { name: 'order.paid', email: 'waits@example.com' });
    await worker.runDue();
    await platform.clock.advance(15 * dayMs);
    await worker.runDue();
    for (const name of ['waits', 'short', 'long']) expect(await tagsOf(place(), name)).toEqual([]);
    await use('activate_workflow', { workflowId: id });
    await worker.runDue();
    expect(await tagsOf(place(), 'waits')).toEqual(['paid']);
    const due = async (name: string, leftMs: number) => {
      await platform.clock.advance(leftMs - 1);
      await worker.runDue();
      expect(await tagsOf(place(), name)).toEqual([]);
      await platform.clock.advance(1);
      await worker.runDue();
      expect(await tagsOf(place(), name)).toEqual([name]);
    };
    await due('short', dayMs);
    await due('long', 58 * dayMs);
  });
});

async function signUp({ use, platform }: Place, names: readonly string[], properties = {}): Promise<void> {
  for (const name of names) {
    await use('track_event', { name: 'user.signed_up', email: `${name}@example.com`, properties });
  }
  await platform.platform.worker.runDue();
}

/** Returns the statuses of runs, newest first. */
async function statusesOf({ use }: Place, workflowId: string): Promise<string[]> {
  const { data } = await use('list_workflow_runs', { workflowId });
  return data.map(({ status }: { status: string }) => status);
}

async function tagsOf({ use }: Place, name: string): Promise<string[]> {
  const { tags } = await use('get_subscriber', { subscriber: `${name}@example.com` });
  return tags.map((tag: { name: string }) => tag.name);
}
