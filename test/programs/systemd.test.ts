import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { configSchema } from '../../src/config.ts';
import { root, textOf } from '../pins/checkout/program.ts';
import { firstToken } from '../world/platform.ts';
import { endsWithTests } from '../world/programs/child-programs.ts';
import { freePort } from '../world/programs/free-ports.ts';

/** The systemd unit: its sandbox removes only features that the program does not use. */

const run = promisify(execFile);
const unit = `${root}deploy/posthouse.service`;
const unitText = textOf('deploy/posthouse.service');
const exposureMax = 2.0;
/** strace stops the program twice for every system call. */
const tracedMsMax = 120_000;

function settings(name: string): string[] {
  return [...unitText.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
}

test('systemd accepts the unit without a warning', async () => {
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', unit]);
  expect(stdout + stderr).toBe('');
});

test('the exposure of the unit is at most 2.0', async () => {
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
  const [, exposure] = /exposure level for posthouse\.service: ([\d.]+)/.exec(stdout)!;
  expect(Number(exposure)).toBeLessThanOrEqual(exposureMax);
});

test('the unit sets known variables and passes its secret as a file', () => {
  const given = settings('Environment').map((line) => line.split('=')[0]!);
  expect(given.filter((name) => name !== 'NODE_ENV' && !(name in configSchema.shape))).toEqual([]);
  expect(given).toContain('POSTHOUSE_SECRET_FILE');
  expect(settings('LoadCredential')).toEqual(['secret:/etc/posthouse/secret']);
});

/** The calls in a group of systemd's, and in its subgroups. */
async function callsOf(group: string): Promise<string[]> {
  const { stdout } = await run('systemd-analyze', ['syscall-filter', '--no-pager', group]);
  const names = stdout
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const nested = await Promise.all(names.map((name) => (name.startsWith('@') ? callsOf(name) : [name])));
  return nested.flat();
}

/** System calls that the unit's filter allows. */
async function allowedCalls(): Promise<Set<string>> {
  const allowed = new Set<string>();
  for (const line of settings('SystemCallFilter')) {
    const takesAway = line.startsWith('~');
    for (const group of line.replace('~', '').split(' '))
      for (const call of group.startsWith('@') ? await callsOf(group) : [group]) {
        if (takesAway) allowed.delete(call);
        else allowed.add(call);
      }
  }
  return allowed;
}

/**
 * The program serves, sends, renders in a child, posts to a webhook, searches and stops: the system calls of
 * all of it.
 */
async function tracedCalls(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-traced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const trace = join(folder, 'trace');
  const server = endsWithTests(
    spawn('strace', ['-f', '-qq', '-o', trace, process.execPath, `${root}src/main.ts`, 'serve'], {
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        POSTHOUSE_SMTP_PORT: String(await freePort()),
        POSTHOUSE_SMTPS_PORT: '0',
        POSTHOUSE_DATA_DIR: join(folder, 'data'),
        POSTHOUSE_API_KEY: firstToken,
        POSTHOUSE_WEBHOOK_ALLOW_PRIVATE: 'true',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  for await (const line of createInterface({ input: server.stdout! })) {
    if (line.startsWith('Check the set-up')) break;
  }
  const traced = Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim());
  // A program under strace outlives a strace that is killed.
  onTestFinished(() => {
    if (server.exitCode === null) process.kill(traced, 'SIGKILL');
  });
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${firstToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const said = await answer.text();
    expect(answer.ok, said).toBe(true);
    return JSON.parse(said) as Record<string, unknown>;
  };
  const webhook = await api('POST', '/webhooks', {
    endpoint: `http://127.0.0.1:${port}/healthz`,
    events: ['email.delivered'],
  });
  const mail = { from: 'hello@acme.dev', to: 'ada@example.com', subject: 'Hello' };
  await api('POST', '/emails', { ...mail, markdown: '# Hello' });
  // Large enough to be rendered in a separate process.
  await api('POST', '/emails', { ...mail, html: `<p>${'<b>word</b> '.repeat(40_000)}</p>` });
  await api('GET', '/emails?query=ell');
  await expect
    .poll(async () => (await api('GET', `/webhooks/${webhook.id as string}`)).last_delivery_at, {
      timeout: tracedMsMax / 2,
    })
    .not.toBeNull();
  const exited = once(server, 'exit');
  process.kill(traced, 'SIGTERM');
  await exited;
  return readFileSync(trace, 'utf8').split('\n');
}

test(
  'the filters of the unit allow every system call and socket kind that the program uses',
  async () => {
    const lines = await tracedCalls();
    const used = new Set(lines.flatMap((line) => /^\d+ +([a-z_0-9]+)\(/.exec(line)?.[1] ?? []));
    expect(used.size).toBeGreaterThan(40);
    // Node raises its limit of open files, which is already `LimitNOFILE` of the unit, and continues if it
    // may not; SQLite changes the owner of its files only if root runs it.
    const needless = new Set(['prlimit64', 'setrlimit', 'fchown']);
    const allowed = await allowedCalls();
    expect([...used].filter((call) => !allowed.has(call) && !needless.has(call)).toSorted()).toEqual([]);

    const families = settings('RestrictAddressFamilies').join(' ').split(' ');
    const opened = new Set(lines.flatMap((line) => /\bsocket\((AF_\w+)/.exec(line)?.[1] ?? []));
    expect([...opened]).toContain('AF_INET');
    expect([...opened].filter((family) => !families.includes(family))).toEqual([]);
  },
  tracedMsMax,
);
