import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type MailSink, mailSink } from '../world/mail/mail-sink.ts';
import { firstToken } from '../world/platform.ts';
import { type PostgresProcess, startPostgresProcess } from '../world/postgres/postgres-process.ts';
import { type Program, startProgram } from '../world/programs/program.ts';

const run = promisify(execFile);
const mails = 60;
const people = 400;
/** `npm run test:long` restarts PostgreSQL more often. */
const restarts = Number(process.env.RESTARTS ?? 1);

/** The result of an answered request. */
type Sent = { status: number; retryAfter: string | null; id: string | null };

async function send(program: Program, to: string): Promise<Sent> {
  const response = await fetch(`${program.url}/api/v2/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${firstToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: 'hello@acme.dev', to, subject: 'Hello', markdown: 'Hello '.repeat(500) }),
  });
  const body = (await response.json()) as { id?: string };
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    id: response.status === 200 ? body.id! : null,
  };
}

async function call(program: Program, method: string, path: string, body?: unknown): Promise<Response> {
  return await fetch(`${program.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${firstToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Asks until the expected answer arrives. */
async function ready(program: Program, status: number): Promise<void> {
  while ((await fetch(`${program.url}/readyz`)).status !== status);
}

const timesDelivered = (sink: MailSink, id: string) =>
  sink.messages.filter(({ raw }) => raw.includes(`<${id}@`)).length;

/** Waits for mail instead of time. */
async function delivered(sink: MailSink, ids: readonly string[]): Promise<void> {
  while (!ids.every((id) => timesDelivered(sink, id) > 0)) await sink.arrived(sink.messages.length + 1);
}

/** Fills a file system completely; the returned function frees the space. */
async function fill(folder: string): Promise<() => Promise<void>> {
  const ballast = join(folder, 'ballast');
  for (let octets = 1 << 20; octets >= 4_096; octets >>= 1) {
    // It ends when the space is used up.
    const free = await statfs(folder);
    const room = free.bavail * free.bsize;
    await writeFile(ballast, Buffer.alloc(room), { flag: 'a' }).catch(() => {});
  }
  return () => rm(ballast, { force: true });
}

/** A small separate file system, if this process may mount one. */
async function smallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  onTestFinished(async () => {
    await run('umount', [folder]);
    await rm(folder, { recursive: true });
  });
  return folder;
}

test('a full disk answers 503, loses no mail and sends no mail twice', async (context) => {
  const folder = await smallDisk();
  if (folder === null) return context.skip('no file system can be mounted here');
  const sink = await mailSink();
  const program = await startProgram({ dataDir: folder, relayUrl: sink.url });
  const accepted: string[] = [];
  for (let number = 0; number < mails; number += 1) {
    const { id } = await send(program, `before-${number}@mailbox.dev`);
    accepted.push(id!);
  }
  const empty = await fill(folder);
  const meanwhile: Sent[] = [];
  while (!meanwhile.some(({ status }) => status === 503)) {
    meanwhile.push(await send(program, `full-${meanwhile.length}@mailbox.dev`));
  }
  for (const { status, retryAfter, id } of meanwhile) {
    if (id !== null) accepted.push(id);
    else expect([status, retryAfter]).toEqual([503, '5']);
  }
  await ready(program, 503);
  await delivered(sink, accepted.slice(0, mails));
  await empty();
  await ready(program, 200);
  const last = await send(program, 'after@mailbox.dev');
  accepted.push(last.id!);
  await delivered(sink, accepted);
  expect(await program.stop()).toBe(0);
  for (const id of accepted) expect([id, timesDelivered(sink, id)]).toEqual([id, 1]);
  await sink.close();
});

/** Starts a separate PostgreSQL that the test can stop. */
async function ownPostgres(): Promise<PostgresProcess> {
  const server = await startPostgresProcess({ durable: false });
  onTestFinished(() => server.stop());
  return { ...server, url: `${server.url}/postgres` };
}

test('a PostgreSQL restart under load loses no mail and sends no mail twice', async () => {
  const [postgres, sink] = [await ownPostgres(), await mailSink()];
  const dataDir = await mkdtemp(join(tmpdir(), 'posthouse-outage-'));
  const processes = [1, 2].map(() =>
    startProgram({ dataDir, relayUrl: sink.url, databaseUrl: postgres.url }),
  );
  const programs = await Promise.all(processes);
  const accepted: string[] = [];
  const refusedWith = new Set<string>();
  let number = 0;
  let over = false;
  const clients = programs.flatMap((program) =>
    [1, 2].map(async () => {
      while (!over) {
        number += 1;
        const { status, retryAfter, id } = await send(program, `reader-${number}@mailbox.dev`);
        if (id !== null) {
          accepted.push(id);
        } else {
          // On a fast machine they reach the limit of their plan as well.
          if (status !== 429) refusedWith.add(`${status} ${retryAfter}`);
          await ready(program, 200);
        }
      }
    }),
  );
  for (let round = 0; round < restarts; round += 1) {
    await sink.arrived(sink.messages.length + mails);
    await postgres.down();
    await Promise.all(programs.map((program) => ready(program, 503)));
    await postgres.up();
    await Promise.all(programs.map((program) => ready(program, 200)));
  }
  await sink.arrived(sink.messages.length + mails);
  over = true;
  await Promise.all(clients);
  await delivered(sink, accepted);
  expect([...refusedWith]).toEqual(['503 5']);
  expect(await Promise.all(programs.map((program) => program.stop()))).toEqual([0, 0]);
  for (const id of accepted) expect([id, timesDelivered(sink, id)]).toEqual([id, 1]);
  await sink.close();
  await rm(dataDir, { recursive: true });
});

test('a PostgreSQL restart during a campaign leaves each recipient with one mail', async () => {
  const [postgres, sink] = [await ownPostgres(), await mailSink()];
  const dataDir = await mkdtemp(join(tmpdir(), 'posthouse-outage-'));
  const program = await startProgram({ dataDir, relayUrl: sink.url, databaseUrl: postgres.url });
  const readers = Array.from({ length: people }, (_, reader) => `reader-${reader}@mailbox.dev`);
  for (let first = 0; first < people; first += 100) {
    const saved = await call(program, 'POST', '/api/v2/subscribers/batch', {
      subscribers: readers.slice(first, first + 100).map((email) => ({ email })),
    });
    expect(saved.status).toBe(200);
  }
  const made = await call(program, 'POST', '/api/v2/campaigns', {
    name: 'May',
    subject: 'May',
    fromEmail: 'news@acme.dev',
    html: '<p>May <a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
  });
  const { id } = (await made.json()) as { id: string };
  expect((await call(program, 'POST', `/api/v2/campaigns/${id}/send`, {})).status).toBe(200);
  for (const part of [1, people / 2]) {
    await sink.arrived(part);
    await postgres.down();
    await ready(program, 503);
    await postgres.up();
    await ready(program, 200);
  }
  await sink.arrived(people);
  const statusOf = async () => {
    const answer = await call(program, 'GET', `/api/v2/campaigns/${id}`);
    return ((await answer.json()) as { status: string }).status;
  };
  while ((await statusOf()) !== 'SENT');
  expect(await program.stop()).toBe(0);
  expect(sink.messages.map(({ recipients }) => recipients[0]).sort()).toEqual([...readers].sort());
  await sink.close();
  await rm(dataDir, { recursive: true });
});
