import { expect, onTestFinished, test } from 'vitest';
import { examineWorkflows } from '../../../../src/engine/setup/examine-organizations.ts';
import type { Patient } from '../../../../src/engine/setup/finding.ts';
import { openPlatform } from '../../../world/platform.ts';

const wait = { key: 'later', type: 'delay', duration: '1 day' };

test('the doctor names workflows that paused themselves, have failed runs or wait for a sender', async () => {
  const posthouse = await openPlatform();
  onTestFinished(() => posthouse.close());
  const { clock, organization } = posthouse;
  const { engine, worker } = posthouse.platform;
  const { database } = engine.store;
  const examine = async () =>
    await examineWorkflows({ database, world: { clock }, organization: null } as unknown as Patient);
  const use = async (tool: string, input: unknown) => (await posthouse.call(tool, input)).output as never;
  expect(await examine()).toMatchObject([{ name: 'workflows', state: 'ok' }]);
  const ids: string[] = [];
  for (const name of ['looping', 'failing', 'waiting']) {
    const { id } = await use('save_workflow', { name, trigger: { type: 'EVENT', name }, steps: [wait] });
    await use('activate_workflow', { workflowId: id });
    ids.push(id);
  }
  const [looping, failing, waiting] = ids as [string, string, string];
  for (const name of ['failing', 'waiting']) await use('track_event', { name, email: 'ada@example.com' });
  await worker.runDue();
  await database.transaction(async (queries) => {
    const keyOf = async (id: string) =>
      (await queries.get<{ key: number }>('SELECT key FROM workflows WHERE id = $1', [id]))!.key;
    await queries.run(`UPDATE workflows SET status = 'PAUSED', problem = 'It went round' WHERE id = $1`, [
      looping,
    ]);
    await queries.run(`UPDATE workflow_states SET status = 'FAILED' WHERE workflow = $1`, [
      await keyOf(failing),
    ]);
    await queries.run('UPDATE workflow_states SET wait = $2, due_at = $3 WHERE workflow = $1', [
      await keyOf(waiting),
      JSON.stringify({ reason: 'sender', until: clock.now() }),
      clock.now(),
    ]);
  });
  const findings = await examine();
  expect(findings.map(({ state }) => state)).toEqual(['warn', 'warn', 'warn']);
  expect(findings[0]!.sentence).toContain(`${looping} of ${organization.id} paused itself: It went round`);
  expect(findings[1]!.sentence).toContain(`${failing} of ${organization.id} has runs that failed`);
  expect(findings[2]!.sentence).toContain(`${waiting} of ${organization.id} has runs that wait`);
});
