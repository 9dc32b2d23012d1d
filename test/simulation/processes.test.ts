import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type MailSink, mailSink } from '../world/mail/mail-sink.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';
import { type Program, startProgram } from '../world/programs/program.ts';

const mails = 200;

test('two processes on one SQLite file send each mail once', async () => {
  await sendThrough(2, undefined);
});

test('four processes on one PostgreSQL send each mail once', async () => {
  const postgres = await freshPostgres();
  await sendThrough(4, postgres.url);
});

test('a process without a worker leaves delivery to a worker process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-roles-'));
  const sink = await mailSink();
  const api = await startProgram({ dataDir: folder, relayUrl: sink.url, role: 'api' });
  const id = await api.send('ada@mailbox.dev');
  const worker = await startProgram({ dataDir: folder, relayUrl: sink.url, role: 'worker' });
  const [message] = await sink.arrived(1);
  expect(message?.raw.includes(`<${id}@acme.dev>`)).toBe(true);
  expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
  await sink.close();
  await rm(folder, { recursive: true });
});

test('a program stopped during deliveries loses no mail', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-stopped-'));
  const sink = await mailSink();
  const first = await startProgram({ dataDir: folder, relayUrl: sink.url });
  const ids = await Promise.all(
    Array.from({ length: mails }, (_, index) => first.send(`reader-${index}@mailbox.dev`)),
  );
  expect(await first.stop()).toBe(0);

  const second = await startProgram({ dataDir: folder, relayUrl: sink.url });
  await sink.arrived(mails);
  expect(await second.stop()).toBe(0);
  expect(messageIds(sink).sort()).toEqual(ids.map((id) => `<${id}@acme.dev>`).sort());
  await sink.close();
  await rm(folder, { recursive: true });
});

/** Every process accepts and delivers; each mail arrives once, whichever process accepted it. */
async function sendThrough(processes: number, databaseUrl: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-processes-'));
  const sink = await mailSink();
  const programs: Program[] = await Promise.all(
    Array.from({ length: processes }, () =>
      startProgram({
        dataDir: folder,
        relayUrl: sink.url,
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
      }),
    ),
  );
  const ids = await Promise.all(
    Array.from({ length: mails }, (_, index) =>
      programs[index % processes]!.send(`reader-${index}@mailbox.dev`),
    ),
  );
  await sink.arrived(mails);
  expect(await Promise.all(programs.map((program) => program.stop()))).toEqual(programs.map(() => 0));
  expect(messageIds(sink).sort()).toEqual(ids.map((id) => `<${id}@acme.dev>`).sort());
  await sink.close();
  await rm(folder, { recursive: true });
}

function messageIds(sink: MailSink): string[] {
  return sink.messages.map(
    ({ raw }) => /^Message-ID: (.*)$/im.exec(raw.toString('latin1'))?.[1]?.trim() ?? '',
  );
}
