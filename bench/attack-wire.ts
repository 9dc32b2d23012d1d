/** The attacker's side of `attack-scenes.ts`: connections and actions. Runs at the lowest priority, so that its own work is not measured. */
import { connect as connectPlain, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { PassThrough } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';

export type Target = {
  http: number;
  starttls: number;
  implicit: number;
  inbound: number;
  /** Token of an organization on the free plan, used only by this scene. */
  token: string;
  campaign: string;
  /** Paths in a mail of the victim. */
  links: { view: string; unsubscribe: string; preferences: string; click: string; open: string };
};

export type Scene = {
  name: string;
  door: 'http' | 'starttls' | 'implicit' | 'inbound';
  lines: number;
  /** Called on a new connection after the handshake. @returns the step to repeat, each time with another number */
  begin(target: Target, line: Line): Promise<Step>;
};

type Step = (number: number) => Promise<unknown>;

/** A connection of the attacker. Each function rejects after it was closed. */
export type Line = {
  say(text: string | Uint8Array): Promise<void>;
  answer(method?: string): Promise<{ status: number; text: string }>;
  reply(): Promise<number>;
  /** Reads this many octets per second, or none, until the server closes. */
  sip(octets: number): Promise<void>;
  hold(): Promise<void>;
};

/** Number of the attacker's loopback addresses, which do not include the victim's. */
const addresses = 8;
const leastPriority = 19;
/** Pause before a retry after a refusal or a closed connection. */
const againAfterMs = 20;
const openedAtOnce = 50;
const sipEveryMs = 1_000;
const dripEveryMs = 100;

/** Repeats the scene on all its connections until the process ends. Reports results for each line on stdin. */
export async function attack(scene: Scene, target: Target): Promise<void> {
  setPriority(leastPriority);
  const outcomes: Record<string, number> = {};
  const count = (outcome: string): void => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  process.stdin
    .on('data', () => process.stdout.write(`${JSON.stringify(outcomes)}\n`))
    .on('end', () => process.exit(0));
  const one = async (index: number): Promise<never> => {
    for (let act = 0; ; ) {
      const socket = connectPlain({
        host: '127.0.0.1',
        port: target[scene.door],
        localAddress: `127.0.0.${2 + (index % addresses)}`,
      });
      try {
        await happens(socket, 'connect');
        const step = await scene.begin(
          target,
          lineOver(scene.door === 'implicit' ? await encrypted(socket) : socket, count),
        );
        for (; ; act += 1) await step(index + scene.lines * act);
      } catch (error) {
        count((error as Error).message);
      }
      socket.destroy();
      act += 1;
      await pause(againAfterMs);
    }
  };
  for (let index = 0; index < scene.lines; index += 1) {
    void one(index);
    if (index % openedAtOnce === openedAtOnce - 1) await pause(againAfterMs);
  }
}

const cut = (): Error => new Error('cut');

async function encrypted(socket: Socket): Promise<TLSSocket> {
  const secure = connectTls({ socket, rejectUnauthorized: false });
  await happens(secure, 'secureConnect');
  return secure;
}

function happens(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('close', () => reject(cut()));
    socket.on('error', () => {});
  });
}

function lineOver(socket: Socket, count: (outcome: string) => void): Line {
  socket.setNoDelay(true);
  let held: Buffer = Buffer.alloc(0);
  let wake = (): void => {};
  socket.on('close', () => wake());
  const hear = (chunk: Buffer): void => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    wake();
  };
  socket.on('data', hear);
  const take = async (endOf: (held: Buffer) => number | null): Promise<Buffer> => {
    for (;;) {
      const end = endOf(held);
      if (end !== null) {
        const taken = held.subarray(0, end);
        held = held.subarray(end);
        return taken;
      }
      if (socket.destroyed) throw cut();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    async say(text) {
      if (socket.destroyed) throw cut();
      if (socket.write(text)) return;
      await Promise.race([new Promise<void>((resolve) => socket.once('drain', () => resolve())), closed]);
    },
    async answer(method = 'GET') {
      const text = (await take((all) => endOfAnswer(all, method))).toString();
      count(text.slice(9, 12));
      return { status: Number(text.slice(9, 12)), text };
    },
    async reply() {
      const text = (await take(endOfReply)).toString('latin1');
      const code = /(\d{3}) .*\r\n$/.exec(text)![1]!;
      count(code);
      return Number(code);
    },
    async sip(octets) {
      socket.off('data', hear);
      socket.pause();
      while (!socket.destroyed) {
        if (octets > 0) socket.read(octets);
        await pause(sipEveryMs);
      }
      throw cut();
    },
    async hold() {
      socket.off('data', hear);
      socket.resume();
      await closed;
      throw cut();
    },
  };
}

/** Returns the end of the first response in a buffer; null while it is incomplete. */
function endOfAnswer(held: Buffer, method: string): number | null {
  const headEnd = held.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const body = headEnd + 4;
  const head = held.toString('latin1', 0, headEnd).toLowerCase();
  if (method === 'HEAD' || /^http\/1\.1 (204|304)/.test(head)) return body;
  const length = /content-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return held.length < body + Number(length) ? null : body + Number(length);
  const last = held.indexOf('0\r\n\r\n', body);
  return last < 0 ? null : last + 5;
}

function endOfReply(held: Buffer): number | null {
  const last = /^\d{3} .*\r\n/m.exec(held.toString('latin1'));
  return last === null ? null : last.index + last[0].length;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Sends a text one octet at a time, slow enough to reach any idle timeout. */
export async function drip(line: Line, text: string): Promise<void> {
  for (const octet of text) {
    await line.say(octet);
    await pause(dripEveryMs);
  }
}

type Request = { method?: string; path: string; token?: string; body?: string; headers?: string[] };

export function requestText({ method = 'GET', path, token, body = '', headers = [] }: Request): string {
  const type = headers.some((header) => header.startsWith('Content-Type'));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...headers,
    ...(method === 'GET' || method === 'HEAD' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...(body === '' || type ? [] : ['Content-Type: application/json']),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

type Begin = Scene['begin'];

/** Sends sequential requests and reads each response completely. */
export function asks(make: (number: number, target: Target) => Request): Begin {
  return async (target, line) => async (number) => {
    const request = make(number, target);
    await line.say(requestText(request));
    await line.answer(request.method);
  };
}

/** Like `asks`, with the token. */
export function asksAs(make: (number: number, target: Target) => Request): Begin {
  return asks((number, target) => ({ ...make(number, target), token: target.token }));
}

export function posts(path: string, make: (number: number, target: Target) => object): Begin {
  return asksAs((number, target) => ({ method: 'POST', path, body: JSON.stringify(make(number, target)) }));
}

/** Sends pipelined requests and reads their responses at this many octets per second, or never. */
export function neverReads(ahead: number, make: (target: Target) => Request, octets = 0): Begin {
  return async (target, line) => async () => {
    void line.say(requestText(make(target)).repeat(ahead)).catch(() => {});
    await line.sip(octets);
  };
}

/** Runs sequential SMTP dialogues after a greeting. A refusal starts the next. */
export function dialogues(
  greet: (target: Target) => string[],
  make: (number: number, target: Target) => string[],
): Begin {
  return async (target, line) => {
    await line.reply();
    for (const command of ['EHLO attack.dev', ...greet(target)]) {
      await line.say(`${command}\r\n`);
      await line.reply();
    }
    return async (number) => {
      for (const command of make(number, target)) {
        await line.say(`${command}\r\n`);
        if ((await line.reply()) < 400) continue;
        await line.say('RSET\r\n');
        await line.reply();
        return;
      }
    };
  };
}

/** Submits messages of this size from an authenticated sender. */
export function submits(octets: number, runId: string): Begin {
  const line = 'A line of an ordinary letter, long enough to be one of many in it.\r\n';
  const body = `${line.repeat(octets / line.length)}.`;
  return dialogues(
    ({ token }) => [passwordOf(token)],
    (number) => {
      const to = `reader-${runId}-${number}@mailbox.dev`;
      const head = `From: <hello@rival.dev>\r\nTo: <${to}>\r\nSubject: News ${number}\r\n\r\n`;
      return ['MAIL FROM:<hello@rival.dev>', `RCPT TO:<${to}>`, 'DATA', `${head}${number}\r\n${body}`];
    },
  );
}

export function passwordOf(token: string): string {
  return `AUTH PLAIN ${Buffer.from(`\0posthouse\0${token}`).toString('base64')}`;
}

/** Returns the first octets of a TLS handshake, which the client can replay at no cost. */
export async function clientHello(): Promise<Buffer> {
  const wire = new PassThrough();
  connectTls({ socket: wire as unknown as Socket }).on('error', () => {});
  return await new Promise((resolve) => wire.once('data', resolve));
}

/** Returns a bounce report of the given length that names none of our mails. */
export function report(octets: number): string {
  const status = 'Final-Recipient: rfc822; a@b.dev\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n';
  const fields = 'Message-ID: <a@b.dev>\r\n';
  return [
    'From: <>\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b',
    `--b\r\nContent-Type: message/delivery-status\r\n\r\n${status.repeat(octets / status.length / 2)}`,
    `--b\r\nContent-Type: message/rfc822\r\n\r\n${fields.repeat(octets / fields.length / 2)}`,
    '--b--\r\n.',
  ].join('\r\n\r\n');
}

const revision = '2026-07-28';
const oldRevision = '2025-11-25';
const clientInfo = { name: 'attack', version: '1' };
export const acceptsBoth = 'Accept: application/json, text/event-stream';

/** Builds a stateless MCP request. */
export function overMcp(method: string, params: object): Request {
  const prefix = 'io.modelcontextprotocol/';
  const meta = {
    [`${prefix}protocolVersion`]: revision,
    [`${prefix}clientCapabilities`]: {},
    [`${prefix}clientInfo`]: clientInfo,
  };
  return {
    method: 'POST',
    path: '/mcp',
    headers: [
      acceptsBoth,
      `MCP-Protocol-Version: ${revision}`,
      `Mcp-Method: ${method}`,
      ...('name' in params ? [`Mcp-Name: ${params.name}`] : []),
    ],
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  };
}

/** Builds a request that opens a session of an older revision. */
export function initializes(): Request {
  const params = { protocolVersion: oldRevision, capabilities: {}, clientInfo };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  return { method: 'POST', path: '/mcp', headers: [acceptsBoth], body };
}

/** Inputs that have caused superlinear parsing, here or elsewhere. */
export const hostile = [
  `${'<style>'.repeat(2_600)}${'a{b:c} '.repeat(24_000)}`,
  `<style>${'/*a{'.repeat(46_000)}`,
  '<title><textarea><style>'.repeat(7_500),
  '<div>'.repeat(30_000),
  '<a href="https://a.dev">a@b.dev '.repeat(5_500),
  '&#x200b;<b style="display:none">'.repeat(5_500),
];

/** Documents that need no authentication. */
export const documents = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/oauth/authorize?client_id=https://client-{n}.dev/app&redirect_uri=https://client.dev/&response_type=code',
  '/openapi.json',
  '/docs/rate-limits',
  '/nowhere/{n}',
  '/',
  '/readyz',
];

/** A segment rule at its cost limits. */
export const rule = {
  and: Array.from({ length: 8 }, (_, index) => ({
    or: [
      { field: `attributes.a${index}`, operator: 'contains', value: `rare${index}` },
      { field: 'email_opened', operator: 'within', value: `${index + 1} days` },
    ],
  })),
};
