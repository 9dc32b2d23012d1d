import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type MailSink, mailSink } from '../world/mail/mail-sink.ts';
import { startProgram } from '../world/programs/program.ts';
import { seededRandom } from '../world/simulated/random.ts';
import { endLeases } from './end-leases.ts';

/** `npm run test:long` kills more often. */
const kills = Number(process.env.KILLS ?? 2);
const sendsBetweenKills = 60;
const seed = Number(process.env.SEED ?? 20_261_121);

test(`${kills} kills under load lose no accepted mail (seed ${seed})`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-kill-'));
  const sink = await mailSink();
  const random = seededRandom(seed);
  const accepted: string[] = [];
  let number = 0;
  for (let round = 0; round < kills; round += 1) {
    const program = await startProgram({ dataDir: folder, relayUrl: sink.url });
    const killAfter = Math.floor(random.uniform() * sendsBetweenKills);
    const sends = Array.from({ length: sendsBetweenKills }, async (_, index) => {
      number += 1;
      const id = await program.send(`reader-${number}@mailbox.dev`);
      if (id !== null) accepted.push(id);
      if (index === killAfter) await program.kill();
    });
    await Promise.all(sends);
    await endLeases(folder);
  }
  expect(accepted.length).toBeGreaterThan(kills);

  // The last start delivers the mail of the killed programs, because their leases have expired.
  const program = await startProgram({ dataDir: folder, relayUrl: sink.url });
  await until(sink, () => accepted.every((id) => timesDelivered(sink, id) > 0));
  expect(await program.stop()).toBe(0);

  // A mail in flight at a kill may be sent twice. A busier machine has more mail in flight.
  for (const id of accepted) expect(timesDelivered(sink, id)).toBeLessThanOrEqual(1 + kills);
  await sink.close();
  await rm(folder, { recursive: true });
});

function timesDelivered(sink: MailSink, id: string): number {
  return sink.messages.filter(({ raw }) => raw.includes(`<${id}@`)).length;
}

/** Waits for mail instead of time: each arrival triggers another check. */
async function until(sink: MailSink, met: () => boolean): Promise<void> {
  while (!met()) await sink.arrived(sink.messages.length + 1);
}
