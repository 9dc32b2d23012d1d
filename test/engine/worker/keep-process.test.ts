import { expect, test } from 'vitest';
import { keepProcess } from '../../../src/engine/worker/keep-process.ts';
import { dayMs, minuteMs } from '../../../src/model/instant.ts';
import { beatProcess, listProcesses } from '../../../src/store/records/instance/processes.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';

onBothDatabases((place) => {
  test('each process has one row, which it renews, and deletes when it stops', async () => {
    const { platform } = place();
    const { engine } = platform.platform;
    const { database } = engine.store;
    const known = async () => await listProcesses(database.reader, 100);
    const start = platform.clock.now();
    const all = await keepProcess(engine, { role: 'all', machine: 'one' });
    const worker = await keepProcess(engine, { role: 'worker', machine: 'two' });
    // A beat waits for the database, and its successor for the end of the beat.
    const knownAMinuteLater = async () => {
      await platform.clock.advance(minuteMs);
      return await known();
    };
    const renewed = async () =>
      (await knownAMinuteLater()).map(({ machine, role, startedAt, beatAt }) => [
        machine,
        role,
        startedAt,
        beatAt > start,
      ]);
    await expect.poll(renewed).toEqual(
      expect.arrayContaining([
        ['one', 'all', start, true],
        ['two', 'worker', start, true],
      ]),
    );
    expect(await known()).toHaveLength(2);
    await worker.stop();
    await platform.clock.advance(minuteMs);
    expect((await known()).map(({ machine }) => machine)).toEqual(['one']);
    // Rows of a process that was killed, and of a clock that was set back.
    const lost = { role: 'worker', machine: 'three', version: '1.0.0', startedAt: 0 } as const;
    const now = platform.clock.now();
    await database.transaction(async (queries) => {
      await beatProcess(queries, { ...lost, id: 'killed', beatAt: now - dayMs });
      await beatProcess(queries, { ...lost, id: 'ahead', beatAt: now + 2 * dayMs });
      await beatProcess(queries, { ...lost, id: 'recent', beatAt: now - minuteMs });
    });
    await expect
      .poll(async () =>
        (await knownAMinuteLater()).map(({ machine, id }) => (machine === 'one' ? machine : id)),
      )
      .toEqual(['one', 'recent']);
    await all.stop();
    expect((await known()).map(({ id }) => id)).toEqual(['recent']);
  });
});
