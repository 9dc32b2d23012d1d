import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Container,
  followDockerfile,
  type Image,
  instructionsOf,
  startContainer,
} from '../../scripts/follow-dockerfile.ts';
import { root as checkout, textOf } from '../pins/checkout/program.ts';
import { firstToken } from '../world/platform.ts';
import { endsWithTests } from '../world/programs/child-programs.ts';
import { freePort } from '../world/programs/free-ports.ts';

/** The image as the Dockerfile describes it, built in a clean root and run with a read-only root. */

/** It installs every package of the checkout. */
const buildMsMax = 300_000;

let folder: string;
let image: Image;
let environment: Record<string, string>;
let folders: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-image-'));
  image = followDockerfile(folder);
  folders = { '/data': join(folder, 'volume'), '/run/secrets': join(folder, 'secrets') };
  mkdirSync(folders['/run/secrets']!);
  writeFileSync(join(folders['/run/secrets']!, 'api_key'), `${firstToken}\n`);
  environment = {
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    POSTHOUSE_SMTP_HOST: '127.0.0.1',
    POSTHOUSE_SMTP_PORT: String(await freePort()),
    POSTHOUSE_SMTPS_PORT: '0',
    POSTHOUSE_API_KEY_FILE: '/run/secrets/api_key',
  };
}, buildMsMax);

// A stage holds a gigabyte of packages.
afterAll(async () => await rm(folder, { recursive: true, force: true }), buildMsMax);

/** Starts the image unchanged and waits until it is ready. */
async function started(): Promise<Container> {
  const container = startContainer(image, { folders, environment });
  endsWithTests(container.process);
  let said = '';
  container.process.stderr!.on('data', (chunk) => (said += chunk));
  for await (const line of createInterface({ input: container.process.stdout! })) {
    if (line.startsWith('Check the set-up')) {
      container.process.stdout!.resume();
      return container;
    }
  }
  throw new Error(`it ended before it was ready: ${said}`);
}

/** Runs another command in the running container. */
async function run(command: string[]) {
  const { process: child } = startContainer(image, { folders, environment, command });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit'),
  ]);
  return { out, err, code: code as number };
}

async function api(method: string, path: string, body?: unknown) {
  const answer = await fetch(`http://127.0.0.1:${environment.PORT}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${firstToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('the image contains Node, the package and an empty data folder', () => {
  expect(image).toMatchObject({ user: 'node', volumes: ['/data'], ports: ['3025', '2587', '2465'] });
  expect(existsSync(join(image.root, 'opt/posthouse/dist/main.js'))).toBe(true);
  expect(existsSync(join(image.root, 'opt/posthouse/node_modules'))).toBe(false);
  expect(existsSync(join(image.root, 'build'))).toBe(false);
  const data = statSync(join(image.root, 'data'));
  expect({ owner: data.uid, mode: data.mode & 0o777 }).toEqual({ owner: 1000, mode: 0o700 });
});

test('the image runs without root on a read-only root, is healthy, and keeps its data over a restart', async () => {
  expect((await run(image.healthCheck)).code).toBe(1);
  const container = await started();
  const status = readFileSync(`/proc/${container.pid()}/status`, 'utf8');
  expect(/^Uid:\s+(.*)$/m.exec(status)![1]!.split('\t')).toEqual(['1000', '1000', '1000', '1000']);
  expect(/^CapEff:\s+(\w+)$/m.exec(status)![1]).toMatch(/^0+$/);
  expect(/^NoNewPrivs:\s+(\d)$/m.exec(status)![1]).toBe('1');
  const written = await run([
    'sh',
    '-c',
    'touch /opt/posthouse/x /usr/local/bin/x; cd /tmp; touch x; touch /data/x && rm /data/x',
  ]);
  expect(written.code).toBe(0);
  expect(written.err.match(/Read-only file system/g)).toHaveLength(3);
  expect((await run(image.healthCheck)).code).toBe(0);

  const sent = await api('POST', '/emails', {
    from: 'hello@acme.dev',
    to: 'ada@example.com',
    subject: 'Hello',
    markdown: '# It works',
  });
  expect(sent.status).toBe(200);
  const { out } = await run(['posthouse', 'doctor']);
  expect(out).toMatch(/^ok +database /m);
  expect(out).not.toMatch(/^FIX/m);
  const exited = once(container.process, 'exit');
  container.signal('SIGTERM');
  expect((await exited)[0]).toBe(0);

  const again = await started();
  const read = await api('GET', `/emails/${sent.body.id as string}`);
  expect(read).toMatchObject({ status: 200, body: { last_event: 'delivered' } });
  again.signal('SIGTERM');
  await once(again.process, 'exit');
});

test('the context leaves out everything that no build needs, especially keys and mail', () => {
  const ignored = textOf('.dockerignore').split('\n');
  for (const name of ['.env', '.posthouse', 'secrets', '.git', 'node_modules', 'dist'])
    expect(ignored).toContain(name);
  for (const name of ['.git', 'test', 'node_modules']) {
    expect(existsSync(join(checkout, name)), name).toBe(true);
    if (name !== 'node_modules') expect(existsSync(join(folder, 'build/build', name)), name).toBe(false);
  }
});

test('an unsupported line of the Dockerfile is an error', () => {
  expect(() => instructionsOf('RUN one && \\\n  two')).toThrow('is not understood');
  expect(() => instructionsOf('from node')).toThrow('is not understood');
});
