import { expect, test } from 'vitest';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { baseUrl } from '../../world/platform.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { activeWorkflow, dayMs, startedBy, tagStep, work } from './scene.ts';

const ada = 'ada@example.com';
const grace = 'grace@example.com';

onBothDatabases((place) => {
  test('workflow runs that ended over 400 days ago are deleted, and active runs are kept', async () => {
    const { use, platform } = place();
    const { engine } = platform.platform;
    const trigger = { type: 'EVENT', name: 'ping' };
    const over = await activeWorkflow(place(), { trigger, steps: [tagStep('seen')] });
    const open = await activeWorkflow(place(), {
      trigger,
      steps: [
        { type: 'delay', duration: '365 days' },
        { type: 'delay', duration: '365 days' },
      ],
    });
    await use('track_event', { name: 'ping', email: ada });
    await work(place());
    const storedBefore = await rowsOf(place());
    await platform.clock.advance(399 * dayMs);
    await work(place());
    await sweep(engine);
    expect(await startedBy(place(), over)).toEqual([ada]);
    await platform.clock.advance(2 * dayMs);
    await sweep(engine);
    expect([await startedBy(place(), over), await startedBy(place(), open)]).toEqual([[], [ada]]);
    expect(await rowsOf(place())).toEqual({ ...storedBefore, runs: 1, states: 1, visits: 1 });
  });

  test('an erased subscriber leaves no run, visit, membership or pending routing', async () => {
    const { use } = place();
    const rule = { field: 'attributes.plan', operator: 'eq', value: 'pro' };
    const { id: segment } = await use('create_segment', { name: 'Pro', rule });
    const steps = [tagStep('seen'), { type: 'delay', duration: '1 day' }];
    await activeWorkflow(place(), { trigger: { type: 'SEGMENT_ENTERED', segment }, steps });
    await activeWorkflow(place(), { trigger: { type: 'EVENT', name: 'ping' }, steps });
    await work(place());
    await use('create_subscriber', { email: ada, attributes: { plan: 'pro' } });
    await use('track_event', { name: 'ping', email: ada });
    await work(place());
    await use('track_event', { name: 'ping', email: ada });
    expect(await rowsOf(place())).toEqual({ runs: 2, states: 2, visits: 2, members: 1, inbox: 1 });
    await use('delete_subscriber', { subscriber: ada });
    expect(await rowsOf(place())).toEqual({ runs: 0, states: 0, visits: 0, members: 0, inbox: 0 });
    await work(place());
  });

  test('a subscriber’s export contains their own runs and actions, and no run of another subscriber', async () => {
    const { use, token, platform } = place();
    await activeWorkflow(place(), { trigger: { type: 'EVENT', name: 'ping' }, steps: [tagStep('seen')] });
    for (const email of [ada, grace]) {
      await use('track_event', { name: 'ping', email, properties: { from: email } });
    }
    await work(place());
    const response = await platform.platform.http.fetch(
      new Request(`${baseUrl}/api/v2/subscribers/${ada}/export`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    const { workflow_runs: runs } = JSON.parse(await response.text());
    expect(runs).toMatchObject([
      {
        status: 'COMPLETED',
        trigger: { properties: { from: ada } },
        visits: [{ step: 'add_tag', via: 'default' }],
      },
    ]);
    expect(JSON.stringify(runs)).not.toContain(grace);
  });
});

/** Counts the organization's rows of each kind. */
async function rowsOf({ platform, organization }: Place): Promise<Record<string, number>> {
  const { reader } = platform.platform.engine.store.database;
  const amounts: Record<string, number> = {};
  for (const table of ['runs', 'states', 'visits', 'members', 'inbox']) {
    const row = await reader.get<{ amount: number }>(
      `SELECT count(*) AS amount FROM workflow_${table} WHERE organization = $1`,
      [organization.key],
    );
    amounts[table] = Number(row!.amount);
  }
  return amounts;
}
