import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mailSink } from '../world/mail/mail-sink.ts';
import { startProgram } from '../world/programs/program.ts';

// A terminal signals both npm and the server, and npm forwards the signal.
test.each(['SIGINT', 'SIGTERM'] as const)('a repeated %s does not shorten the drain', async (signal) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthouse-drain-'));
  const sink = await mailSink({ script: ({ stage }) => (stage === 'final' ? 'hang' : undefined) });
  onTestFinished(async () => {
    await sink.close();
    await rm(dataDir, { recursive: true });
  });
  const program = await startProgram({ dataDir, relayUrl: sink.url });
  await program.send('reader@mailbox.dev');
  await sink.reached('final');

  const exited = once(program.process, 'exit');
  program.process.kill(signal);
  while (await isReady(program.url));
  program.process.kill(signal);
  sink.hangUp();
  expect(await exited).toEqual([0, null]);
});

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).status === 200;
  } catch {
    return false;
  }
}
