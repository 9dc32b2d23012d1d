import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { seededRandom } from '../world/simulated/random.ts';
import { filesystemNames, loopDisk, missingPackages, whyNoLoopDisk } from './loop-disk.ts';
import { environmentFor, from, type PoweredServer, startServer } from './powered-server.ts';

/** `CUTS=20 npm run test:power` cuts the power of each filesystem twenty times. */
const cuts = Math.max(2, Number(process.env.CUTS ?? 3));
const seed = Number(process.env.SEED ?? 20_261_123);
/** After a start, in real time: only the clock can hit a moment between two writes of a kernel. */
const cutWithinMs = 6_000;
const livesOfDisk = 2;
const sendersCount = 4;
/** For each sender in each life: more than a cut leaves time for, and less than a plan allows. */
const answersMax = 120;
/**
 * Only the newest answers are checked, because a cut loses those first: no more than a plan allows in a
 * minute.
 */
const lookedForMax = 400;
const cutMsMax = 60_000;

test('this machine can cut the power of a disk', () => {
  expect(whyNoLoopDisk()).toBeNull();
  expect(missingPackages(), 'Debian packages to install').toEqual([]);
});

describe.each(filesystemNames)('on %s,', (filesystem) => {
  test(`${cuts} power cuts from the first start on lose no answered request (seed ${seed})`, {
    timeout: cutMsMax * (cuts + 1),
  }, async () => {
    const random = seededRandom(seed);
    // Half of them fall into the first quarter of the time, when a first start writes its files.
    const moment = () => cutWithinMs * random.uniform() ** 2;
    let answered = 0;
    for (let cut = 0; cut < cuts; ) {
      const disk = loopDisk(filesystem);
      const client: PowerClient = { token: null, answered: [], isCut: false };
      let server: PoweredServer | undefined;
      try {
        // Each disk gets a cut during a first start and one during a later start.
        for (let life = 0; life < livesOfDisk && cut < cuts; life += 1, cut += 1) {
          server = await startServer(join(disk.folder, 'posthouse'));
          client.isCut = false;
          if (life > 0) await nothingMissing(server, client);
          const afterMs = moment();
          const traffic = talk(server, client);
          // On a slow machine, every earlier cut may have come before the first answer.
          if (answered === 0 && cut === cuts - 1)
            await expect.poll(() => client.answered.length).toBeGreaterThan(0);
          await new Promise((resolve) => setTimeout(resolve, afterMs));
          client.isCut = true;
          disk.cutPower();
          await server.kill();
          await traffic;
          disk.restorePower();
        }
        server = await startServer(join(disk.folder, 'posthouse'));
        await nothingMissing(server, client);
      } finally {
        await server?.kill();
        disk.remove();
      }
      answered += client.answered.length;
    }
    expect(answered).toBeGreaterThan(0);
  });

  test('a backup reported as complete and checked survives a power cut', async () => {
    const disk = loopDisk(filesystem);
    onTestFinished(() => disk.remove());
    const dataDir = join(disk.folder, 'posthouse');
    const server = await startServer(dataDir);
    onTestFinished(() => server.kill());
    const client: PowerClient = { token: null, answered: [], isCut: false };
    await talk(server, client, 5);
    const file = join(disk.folder, 'backup.sqlite');
    await backUp(dataDir, file);
    disk.cutPower();
    await server.kill();
    disk.restorePower();
    expect(statSync(file, { throwIfNoEntry: false })?.mode).toBe(0o100_600);
    const copy = new DatabaseSync(file, { readOnly: true });
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const { count } = copy.prepare('SELECT count(*) AS count FROM emails').get() as { count: number };
    copy.close();
    expect(count).toBe(client.answered.filter((path) => path.startsWith('/emails/')).length);
    expect(count).toBeGreaterThan(0);
  });
});

/** Responses to the operator and the clients of a disk. */
type PowerClient = {
  token: string | null;
  /** The paths of everything answered with a 2xx or a 250. */
  answered: string[];
  /**
   * A machine without power answers no more; whatever a process on a dead disk still answers does not count.
   */
  isCut: boolean;
};

/** Sends, adds and submits until the server no longer answers. */
async function talk(server: PoweredServer, client: PowerClient, timesMax = answersMax): Promise<void> {
  if (!(await server.ready)) return;
  client.token ??= server.shownToken();
  if (client.token === null) return;
  const token = client.token;
  await Promise.all(
    Array.from({ length: sendersCount }, async (_, sender) => {
      for (let turn = 0; turn < timesMax; turn += 1) {
        const name = `reader-${client.answered.length}-${sender}-${turn}`;
        const path = await acts[turn % acts.length]!(server, token, name).catch(() => null);
        if (path === null || client.isCut) return;
        client.answered.push(path);
      }
    }),
  );
}

/** Each call returns the path of its result, or null for a refusal. */
const acts: readonly ((server: PoweredServer, token: string, name: string) => Promise<string | null>)[] = [
  send,
  async (server, token, name) => `/emails/${await server.submit(token, `${name}@mailbox.dev`)}`,
  send,
  (server, token, name) => make(server, token, '/subscribers', { email: `${name}@mailbox.dev` }),
  send,
  (server, token, name) => make(server, token, '/domains', { name: `${name}.acme.dev` }),
];

async function send(server: PoweredServer, token: string, name: string): Promise<string | null> {
  const to = `${name}@mailbox.dev`;
  return await make(server, token, '/emails', { from, to, subject: name, markdown: 'Hello' });
}

async function make(server: PoweredServer, token: string, path: string, body: unknown) {
  const response = await server.request(token, 'POST', path, body);
  const { id } = (await response.json()) as { id?: string };
  return response.ok && id !== undefined ? `${path}/${id}` : null;
}

async function nothingMissing(server: PoweredServer, { token, answered }: PowerClient): Promise<void> {
  expect(await server.ready, server.lastWords()).toBe(true);
  if (token === null) return;
  const missing: string[] = [];
  for (const path of answered.slice(-lookedForMax)) {
    const { status } = await server.request(token, 'GET', path);
    if (status !== 200) missing.push(`${path}: ${status}`);
  }
  expect(missing, server.lastWords()).toEqual([]);
  expect(await server.submit(token, 'after@mailbox.dev')).not.toBe('');
}

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Resolves as soon as the backup reports that the copy is complete. */
async function backUp(dataDir: string, file: string): Promise<void> {
  const child = spawn(process.execPath, [main, 'backup', file], {
    env: environmentFor(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toContain('complete and checked');
}
