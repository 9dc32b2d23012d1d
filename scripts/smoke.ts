/**
 * Tests the real program end to end on a fresh data folder, with a relay on loopback. Sends mail through each door, waits for it at the
 * relay, then stops the program, which has to drain.
 *
 *   npm run build && npx node scripts/smoke.ts
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { offeredAt } from '../src/contract/tool.ts';
import { mcpTools } from '../src/surfaces/mcp/tools/tool-list.ts';
import { mailSink } from '../test/world/mail/mail-sink.ts';
import { freePort } from '../test/world/programs/free-ports.ts';
import { catalogue } from '../tools/index.ts';

const program = fileURLToPath(new URL('../bin/posthouse.js', import.meta.url));
const readyMaxMs = 20_000;
const arrivalMaxMs = 20_000;
/** The limit promised to operators. */
const drainMaxMs = 10_000;
/** Short, because nothing is in flight. */
const idleDrainMaxMs = 3_000;
const pauseMs = 50;

const folder = await mkdtemp(join(tmpdir(), 'posthouse-smoke-'));
const relay = await mailSink();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const token = `posthouse_${'Smoke1'.repeat(6)}`;
const environment: Record<string, string> = {
  PATH: process.env.PATH ?? '',
  HOME: folder,
  PORT: String(port),
  POSTHOUSE_DATA_DIR: join(folder, 'state'),
  POSTHOUSE_API_KEY: token,
  POSTHOUSE_SENDING_ENABLED: 'true',
  POSTHOUSE_DELIVERY: 'relay',
  POSTHOUSE_RELAY_URL: relay.url,
  LOG_LEVEL: 'warn',
};
let server = null as ChildProcess | null;
let restEmail = '';
let failed = 0;

await step('the built program starts and is ready', async () => {
  server = start(process.execPath, [program, 'serve'], folder);
  await ready();
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});

await step('a mail sent by REST reaches the relay, and its record says so', async () => {
  const answer = await rest('POST', '/api/v2/emails', mailTo('rest@customer.dev', 'By REST'));
  restEmail = String(answer.id);
  assert.match(restEmail, /^eml_/);
  await arrival('rest@customer.dev', 'By REST');
  await until('the mail is recorded as sent', async () =>
    ['sent', 'delivered'].includes(String((await rest('GET', `/api/v2/emails/${restEmail}`)).last_event)),
  );
});

await step('a large mail is rendered by a child process of the built program', async () => {
  const paragraph = 'Dear {{firstName|friend}}, *this* is <b>one</b> paragraph.\n\n';
  const mail = { ...mailTo('large@customer.dev', 'A large one'), markdown: paragraph.repeat(1_000) };
  await rest('POST', '/api/v2/emails', mail);
  await arrival('large@customer.dev', 'A large one');
});

await step(
  'a mail to a fixture address is delivered in the records and never reaches the relay',
  async () => {
    const { id } = await rest('POST', '/api/v2/emails', mailTo('ada@example.com', 'To a fixture'));
    await until('the mail is recorded as delivered', async () => {
      return (await rest('GET', `/api/v2/emails/${String(id)}`)).last_event === 'delivered';
    });
    assert.ok(relay.received.every(({ recipients }) => !recipients.includes('ada@example.com')));
  },
);

await step('a mail sent by the tools runner on the same data folder reaches the relay', async () => {
  const { out } = await run([
    'tools',
    'run',
    'send_email',
    ...flagsOf(mailTo('tools@customer.dev', 'By hand')),
  ]);
  assert.match(JSON.parse(out).id, /^eml_/);
  await arrival('tools@customer.dev', 'By hand');
});

await step('the tools runner reaches a running server by URL and token', async () => {
  const { out } = await run(['tools', 'run', 'get_email', '--id', restEmail, '--url', url, '--token', token]);
  assert.equal(JSON.parse(out).subject, 'By REST');
});

await step('a mail sent by an assistant over stdio reaches the relay', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--toolsets', 'all'],
    env: environment,
    cwd: folder,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'smoke', version: '1.0.0' });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'send_email'));
    // The build's generated tool list must equal the sources'.
    assert.deepEqual(tools, mcpTools(catalogue.filter((tool) => offeredAt(tool, 'mcp'))));
    const answer = await client.callTool({
      name: 'send_email',
      arguments: mailTo('assistant@customer.dev', 'By an assistant'),
    });
    assert.ok(!answer.isError, JSON.stringify(answer.content));
    await arrival('assistant@customer.dev', 'By an assistant');
  } finally {
    await client.close();
  }
});

await step('the contract is served', async () => {
  const contract = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, unknown> };
  assert.ok(contract.paths['/api/v2/emails']);
});

await step('a backup of the running program is a whole database', async () => {
  const copy = join(folder, 'backup.sqlite');
  await run(['backup', copy]);
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
    assert.deepEqual({ ...database.prepare('SELECT count(*) AS mails FROM emails').get() }, { mails: 5 });
  } finally {
    database.close();
  }
});

await step('SIGTERM drains and exits with 0, at once when nothing is in flight', async () => {
  const startedAt = performance.now();
  assert.equal(await stop(server), 0);
  const ms = Math.round(performance.now() - startedAt);
  assert.ok(ms < idleDrainMaxMs, `it took ${ms} ms`);
});

await step(
  'after a new start with `npm start` everything is there, and stopping npm stops the server',
  async () => {
    server = start('npm', ['start'], fileURLToPath(new URL('..', import.meta.url)));
    await ready();
    assert.equal((await rest('GET', `/api/v2/emails/${restEmail}`)).subject, 'By REST');
    await stop(server);
    await until('nothing listens any more', async () => !(await answers('/healthz')));
  },
);

server?.kill('SIGKILL');
await relay.close();
await rm(folder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;

async function step(says: string, act: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  try {
    await act();
    process.stdout.write(`ok      ${says} (${Math.round(performance.now() - startedAt)} ms)\n`);
  } catch (error) {
    failed += 1;
    process.stdout.write(`not ok  ${says}\n${error instanceof Error ? error.stack : String(error)}\n`);
  }
}

function mailTo(to: string, subject: string): Record<string, string> {
  return { from: 'Smoke <hello@acme.dev>', to, subject, markdown: '# Hello\n\nIt works.' };
}

function flagsOf(fields: Record<string, string>): string[] {
  return Object.entries(fields).flatMap(([name, value]) => [`--${name}`, value]);
}

async function rest(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function arrival(to: string, subject: string): Promise<void> {
  await until(`the relay has the mail for ${to}`, () =>
    relay.messages.some(
      ({ recipients, raw }) => recipients.includes(to) && raw.includes(`\r\nSubject: ${subject}\r\n`),
    ),
  );
}

async function until(what: string, met: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + arrivalMaxMs;
  while (!(await met())) {
    assert.ok(performance.now() < deadline, `waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function answers(path: string): Promise<boolean> {
  return await fetch(url + path).then(
    (response) => response.ok,
    () => false,
  );
}

async function ready(): Promise<void> {
  const deadline = performance.now() + readyMaxMs;
  while (!(await answers('/readyz'))) {
    assert.equal(server?.exitCode, null, 'the program ended before it was ready');
    assert.ok(performance.now() < deadline, `not ready within ${readyMaxMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function start(command: string, words: readonly string[], cwd: string): ChildProcess {
  return spawn(command, words, { cwd, env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function stop(child: ChildProcess | null): Promise<number | null> {
  assert.ok(child, 'nothing was started');
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (child.exitCode !== null) return child.exitCode;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), drainMaxMs);
  const code = await ended;
  clearTimeout(late);
  return code;
}

async function run(words: readonly string[]): Promise<{ out: string }> {
  return await new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...words], { cwd: folder, env: environment }, (error, out, err) =>
      error ? reject(new Error(`posthouse ${words.join(' ')}: ${err}${out}`)) : resolve({ out }),
    );
  });
}
