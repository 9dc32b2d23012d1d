/**
 * Measures the latency of one organization's sends during attacks through every door, by an attacker without a token, with a link, or
 * with a token of a free plan. The server is the real program. This process sends, and a separate process attacks.
 *
 *   npm run bench -- attack                       every scene
 *   ATTACK='web version,JSON' npm run bench -- attack   scenes whose names contain one of these texts
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { type LinkPurpose, linkPaths, linkToken } from '../src/engine/content/public-links.ts';
import { secretBox } from '../src/engine/context/secret-box.ts';
import { scenes } from './attack-scenes.ts';
import { pause, type Target } from './attack-wire.ts';
import { silentDns } from './fairness.ts';
import { residentMb, startChild } from './processes.ts';
import type { Ready } from './server.ts';
import { median, type Row, times } from './table.ts';

const quietMs = 4_000;
const attackMs = 15_000;
/** Pause after an attack, so that its leftover work does not count as idle time. */
const settleMs = 2_000;
/** Length of the worst window, which counts, because an attacker uses up a free plan's minute in seconds. */
const stretchMs = 5_000;
const sendEveryMs = 35;
const submitEveryMs = 500;
const healthEveryMs = 50;
const answerWithinMs = 20_000;
const memoryEveryMs = 250;
const victimsMax = 4;
const loggedCharactersMax = 400;
/** Data of the attacker's organization, created before it is put on the free plan. */
const subscribers = 20_000;
const subscribersPerCall = 1_000;
const mails = 2_000;
const mailsPerCall = 100;
const main = fileURLToPath(new URL('../bin/posthouse.js', import.meta.url));
const secret = 'a secret of the benchmark, long enough to be one';
const shop = 'https://acme.dev/';
const operatorToken = `posthouse_${'b'.repeat(40)}`;
const goal = 'at most 3 ×, none refused, the same process';

type Server = {
  child: ChildProcess;
  url: string;
  ports: Pick<Target, 'http' | 'starttls' | 'implicit' | 'inbound'>;
};
/** Start times and durations, in milliseconds. */
type Sends = { took: { at: number; ms: number }[]; refused: string[] };

export async function measureAttack(folder: string): Promise<Row[]> {
  const silent = await silentDns();
  const sink = startChild('./sink.ts', []);
  const { port: relay } = await sink.line<{ port: number }>();
  const server = await startServer(folder, relay, silent.address);
  try {
    return await measureScenes(server);
  } finally {
    if (!hasEnded(server)) {
      server.child.kill('SIGKILL');
      await once(server.child, 'exit');
    }
    await sink.stop();
    silent.close();
  }
}

async function measureScenes(server: Server): Promise<Row[]> {
  const victims: string[] = [];
  for (let number = 0; number < victimsMax; number += 1) {
    victims.push((await addOrganization(server, `Victim ${number}`)).token);
  }
  const links = await linksOf(server, victims[0]!);
  await sendsFor(server, victims[0]!, quietMs);
  const words = (process.env.ATTACK ?? '').split(',');
  const wanted = scenes.filter(({ name, holds }) => words.some((word) => `${holds}: ${name}`.includes(word)));
  const attackers: Pick<Target, 'token' | 'campaign'>[] = [];
  for (const [number, { holds }] of wanted.entries()) {
    // Sets up all attackers first, outside of the measured minute.
    attackers.push(
      holds === 'one free token' ? await addAttacker(server, number) : { token: '', campaign: '' },
    );
  }
  const rows = [await control(server, victims[1]!, links)];
  for (const [index, { name, holds }] of wanted.entries()) {
    const target: Target = { ...server.ports, ...attackers[index]!, links };
    const victim = victims[index % victims.length]!;
    rows.push(await beside(server, victim, { what: `${holds}: ${name}`, scene: name, target }));
    if (hasEnded(server)) break;
  }
  return rows;
}

function hasEnded({ child }: Server): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Runs the same attack against an idle server, to measure the cost of sharing the machine. */
async function control(server: Server, token: string, links: Target['links']): Promise<Row> {
  const floor = startChild('./server.ts', ['floor'], 'measured');
  const { port } = await floor.line<Ready>();
  const target: Target = { ...server.ports, http: port, token: '', campaign: '', links };
  const what = 'control: wrong tokens for a server that does nothing';
  const row = await beside(server, token, { what, scene: 'wrong tokens', target });
  await floor.stop();
  return row;
}

type Attempt = { what: string; scene: string; target: Target };

async function beside(server: Server, token: string, { what, scene, target }: Attempt): Promise<Row> {
  const before = await sendsFor(server, token, quietMs);
  const attacker = startChild('./attack-scenes.ts', [scene, target], 'measuring');
  const mostMemory = watchMemory(server);
  const during = await sendsFor(server, token, attackMs);
  const outcomes = await attacker.ask<Record<string, number>>();
  await attacker.stop();
  const memoryMb = mostMemory();
  await pause(settleMs);
  const after = await sendsFor(server, token, quietMs);
  const refused = [during, after].flatMap(({ http, smtp, health }) => [
    ...http.refused,
    ...smtp.refused,
    ...health.refused,
  ]);
  process.stderr.write(
    `  ${what}: ${JSON.stringify(outcomes)}; refused: ${JSON.stringify(tally(refused))}\n`,
  );
  const quiet = {
    http: Math.min(median(msOf(before.http)), median(msOf(after.http))),
    smtp: Math.min(median(msOf(before.smtp)), median(msOf(after.smtp))),
    health: Math.min(median(msOf(before.health)), median(msOf(after.health))),
  };
  const sorted = msOf(during.http).sort((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  const worst = worstStretch(during.http);
  const smtp = median(msOf(during.smtp));
  const health = worstStretch(during.health);
  const longestHealth = Math.max(...msOf(during.health));
  const asked = [during, after].reduce(
    (sum, { http, smtp, health }) => sum + http.took.length + smtp.took.length + health.took.length,
    0,
  );
  return {
    what,
    measured: [
      `p50 ${median(sorted).toFixed(1)} ms, worst 5 s ${worst.toFixed(1)}, p99 ${p99.toFixed(0)}`,
      `SMTP p50 ${smtp.toFixed(0)}`,
      `/healthz worst 5 s ${health.toFixed(1)}, longest ${longestHealth.toFixed(0)}`,
      `${refused.length} of ${asked} refused`,
      hasEnded(server) ? 'the process ENDED' : `${memoryMb.toFixed(0)} MB`,
    ].join('; '),
    beside: `quiet: p50 ${quiet.http.toFixed(1)} ms; SMTP ${quiet.smtp.toFixed(0)}; /healthz ${quiet.health.toFixed(1)}`,
    ratio: `${times(worst / quiet.http)}, SMTP ${times(smtp / quiet.smtp)}, /healthz ${times(health / quiet.health)}`,
    goal,
  };
}

function msOf({ took }: Sends): number[] {
  return took.map(({ ms }) => ms);
}

function worstStretch({ took }: Sends): number {
  const from = took[0]?.at ?? 0;
  const stretches = Map.groupBy(took, ({ at }) => Math.floor((at - from) / stretchMs));
  return Math.max(...[...stretches.values()].map((of) => median(of.map(({ ms }) => ms))));
}

function tally(of: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(of, (one) => one)].map(([one, all]) => [one, all.length]));
}

/** Sends sequentially through both doors with a pause, and requests `/healthz`, for this long. */
async function sendsFor(
  server: Server,
  token: string,
  ms: number,
): Promise<Record<'http' | 'smtp' | 'health', Sends>> {
  const until = performance.now() + ms;
  const repeat = async (send: () => Promise<void>, everyMs: number): Promise<Sends> => {
    const sends: Sends = { took: [], refused: [] };
    while (performance.now() < until) {
      const at = performance.now();
      await send().catch((error: Error) => sends.refused.push(error.message));
      sends.took.push({ at, ms: performance.now() - at });
      await pause(everyMs);
    }
    return sends;
  };
  const [http, smtp, health] = await Promise.all([
    repeat(() => sendOverHttp(server, token), sendEveryMs),
    repeat(() => sendOverSmtp(server, token), submitEveryMs),
    repeat(() => askHealth(server), healthEveryMs),
  ]);
  return { http, smtp, health };
}

function victimsMail() {
  return {
    from: 'Acme <hello@acme.dev>',
    to: `reader-${Math.random().toString(36).slice(2)}@mailbox.dev`,
    subject: 'Your order is on its way',
  };
}

async function sendOverHttp(server: Server, token: string): Promise<void> {
  await call(server, token, 'POST', '/api/v2/emails', {
    ...victimsMail(),
    markdown: '# Thank you\n\nIt will be there tomorrow.',
  });
}

/** Requests `/healthz`, which only needs the event loop, so its latency shows what blocks the loop. */
async function askHealth({ url }: Server): Promise<void> {
  const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(answerWithinMs) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`/healthz got status ${response.status}`);
}

/** Sends on a new connection, including handshake and authentication. */
async function sendOverSmtp({ ports }: Server, token: string): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: ports.implicit,
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user: 'posthouse', pass: token },
    connectionTimeout: answerWithinMs,
    greetingTimeout: answerWithinMs,
    socketTimeout: answerWithinMs,
  });
  try {
    await transport.sendMail({ ...victimsMail(), text: 'It will be there tomorrow.' });
  } finally {
    transport.close();
  }
}

async function call<Answer>(
  server: Server,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 100)}`);
  return JSON.parse(text) as Answer;
}

function watchMemory({ child }: Server): () => number {
  let most = 0;
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMb(child.pid!).catch(() => 0));
  }, memoryEveryMs);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** Starts the server like `npm start`, with all doors open. */
async function startServer(folder: string, relay: number, dns: string): Promise<Server> {
  const first = 20_000 + Math.floor(Math.random() * 20_000);
  const ports = { http: first, starttls: first + 1, implicit: first + 2, inbound: first + 3 };
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(ports.http),
      POSTHOUSE_SMTP_PORT: String(ports.starttls),
      POSTHOUSE_SMTPS_PORT: String(ports.implicit),
      POSTHOUSE_INBOUND_PORT: String(ports.inbound),
      POSTHOUSE_BOUNCE_DOMAIN: 'bounces.acme.dev',
      POSTHOUSE_OAUTH: 'embedded',
      POSTHOUSE_DATA_DIR: join(folder, 'attacked'),
      POSTHOUSE_SECRET: secret,
      POSTHOUSE_API_KEY: operatorToken,
      POSTHOUSE_PLAN: 'enterprise',
      POSTHOUSE_SENDING_ENABLED: 'true',
      POSTHOUSE_DELIVERY: 'relay',
      POSTHOUSE_RELAY_URL: `smtp://127.0.0.1:${relay}`,
      POSTHOUSE_DNS_SERVERS: dns,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const isReady = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stdout })
      .on('line', (line) => {
        if (line.startsWith('Posthouse is ready')) resolve(true);
        // JSON lines are the server's own faults.
        if (line.startsWith('{')) process.stderr.write(`${line.slice(0, loggedCharactersMax)}\n`);
      })
      .on('close', () => resolve(false));
  });
  if (!(await isReady)) throw new Error('the server ended before it was ready');
  return { child, ports, url: `http://127.0.0.1:${ports.http}` };
}

async function runTool<Result>(server: Server, tool: string, args: object): Promise<Result> {
  const path = '/api/v1/admin/tools';
  return (await call<{ result: Result }>(server, operatorToken, 'POST', path, { tool, args })).result;
}

async function addOrganization(server: Server, name: string): Promise<{ token: string; id: string }> {
  const { token, organization } = await runTool<{ token: string; organization: { id: string } }>(
    server,
    'create_organization',
    { name, plan: 'enterprise', sending_enabled: true },
  );
  return { token, id: organization.id };
}

/** Adds an organization with the data of an established customer, so that its lists and audiences are realistic. */
async function addAttacker(server: Server, number: number): Promise<Pick<Target, 'token' | 'campaign'>> {
  const { token, id } = await addOrganization(server, `Rival ${number}`);
  for (let at = 0; at < subscribers; at += subscribersPerCall) {
    await call(server, token, 'POST', '/api/v2/subscribers/batch', {
      subscribers: Array.from({ length: subscribersPerCall }, (_, index) => ({
        email: `reader-${number}-${at + index}@mailbox.dev`,
        attributes: { a1: `value ${index}` },
      })),
    });
  }
  for (let at = 0; at < mails; at += mailsPerCall) {
    const batch = Array.from({ length: mailsPerCall }, (_, index) => ({
      from: 'hello@rival.dev',
      to: `mail-${number}-${at + index}@example.com`,
      subject: `Mail ${at + index}`,
      markdown: 'Hello',
    }));
    await call(server, token, 'POST', '/api/v2/emails/batch', batch);
  }
  const campaign = await call<{ id: string }>(server, token, 'POST', '/api/v2/campaigns', {
    name: 'News',
    subject: 'Hello',
    fromName: 'Rival',
    fromEmail: 'hello@rival.dev',
    html: '<p>Hello</p><a href="{{unsubscribeUrl}}">Leave</a>',
  });
  await runTool(server, 'update_organization', { id, plan: 'free' });
  return { token, campaign: campaign.id };
}

/** Returns the links of a victim's mail that is too large to be rendered in place, generated as its delivery does. */
async function linksOf(server: Server, token: string): Promise<Target['links']> {
  const { id } = await call<{ id: string }>(server, token, 'POST', '/api/v1/emails', {
    ...victimsMail(),
    contentType: 'MARKDOWN',
    content: `[Shop](${shop}) [Leave]({{unsubscribeUrl}})\n\n${'Dear reader, this is *what* we made.\n\n'.repeat(600)}`,
    tracking: { opens: true, clicks: true },
  });
  const { html } = await call<{ html: string }>(server, token, 'GET', `/api/v2/emails/${id}`);
  const organization = Number.parseInt(/\/u\/1(\w+)-/.exec(html)![1]!, 36);
  const link = (purpose: LinkPurpose): string =>
    `/${linkPaths[purpose]}/${linkToken({ secretBox: secretBox(secret) }, purpose, { organization, id })}`;
  const digest = hash('sha256', shop, 'base64url').slice(0, 10);
  const links = {
    view: link('view'),
    unsubscribe: link('unsubscribe'),
    preferences: link('preferences'),
    click: `${link('click')}/1-${digest}`,
    open: link('open'),
  };
  for (const path of Object.values(links)) {
    const { status } = await fetch(server.url + path, { redirect: 'manual' });
    if (status !== 200 && status !== 302) throw new Error(`${path} was answered ${status}`);
  }
  return links;
}
