import { describe, expect, onTestFinished, test } from 'vitest';
import { holdQueue, releaseQueue } from '../../../src/engine/organizations/queue-hold.ts';
import { sendingMode } from '../../../src/model/organization/sending-mode.ts';
import { openPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';

describe.each(databases)('the sending mode of an organization, on %s', (_name, openDatabase) => {
  test('is live, off, paused, or held after a restore, and each stop hides the weaker one', async () => {
    const scene = await openPlatform({ database: await openDatabase() });
    onTestFinished(() => scene.close());
    const { engine } = scene.platform;
    const { id } = scene.organization;
    const shown = async () => {
      const { output } = await scene.call('get_organization', {});
      const { sending_mode, warnings } = output as { sending_mode: string; warnings: string[] };
      return [sending_mode, warnings.some((sentence) => sentence.includes('since a backup was restored'))];
    };
    expect(await shown()).toEqual(['live', false]);
    await scene.call('update_organization', { id, sending_enabled: false });
    expect(await shown()).toEqual(['off', false]);
    await scene.call('pause_sending', { reason: 'Wrong prices' });
    expect(await shown()).toEqual(['paused', false]);
    await engine.store.database.transaction((queries) => holdQueue(queries, engine.world.clock.now()));
    expect(await shown()).toEqual(['held', true]);

    await engine.store.database.transaction(releaseQueue);
    await scene.call('resume_sending', {});
    await scene.call('update_organization', { id, sending_enabled: true });
    expect(await shown()).toEqual(['live', false]);
  });

  test('is capture on a server that captures all mail', async () => {
    const scene = await openPlatform({ database: await openDatabase(), settings: { delivery: 'capture' } });
    onTestFinished(() => scene.close());
    expect((await scene.call('get_organization', {})).output).toMatchObject({ sending_mode: 'capture' });
  });
});

test('every combination of facts gives the strongest stop as the sending mode', () => {
  const pause = { at: 0, by: null, reason: null };
  for (const delivery of ['capture', 'relay', 'direct'] as const) {
    for (const sendingEnabled of [true, false]) {
      for (const sendingPause of [pause, null]) {
        for (const heldSince of ['2026-11-23T00:00:00.000Z', null]) {
          const { mode } = sendingMode({
            delivery,
            organization: { sendingEnabled, sendingPause },
            heldSince,
          });
          const stops = [
            heldSince !== null && 'held',
            sendingPause !== null && 'paused',
            delivery === 'capture' && 'capture',
            !sendingEnabled && 'off',
          ].filter(Boolean);
          expect(mode).toBe(stops[0] ?? 'live');
        }
      }
    }
  }
});
