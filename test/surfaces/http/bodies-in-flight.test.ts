import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OrganizationStore } from '../../../src/store/store.ts';
import { bodyIntakes } from '../../../src/surfaces/http/body-intake.ts';
import { readIncoming } from '../../../src/surfaces/http/connections/read-incoming.ts';
import type { HttpRequest, Route } from '../../../src/surfaces/http/request-response.ts';
import { openSmallPlatform, type SmallPlatform } from './small-platform.ts';

const mebibyte = 1024 * 1024;
const second = 1_000;

let posthouse: SmallPlatform;
let routes: Route[];
let port: number;
const sockets: Socket[] = [];
/** Requests to `/bodies` in progress, by organization, each with a function that ends it. */
let working: { organization: number; end(): void }[];
let workingAtOnce: Map<number, number>;

beforeEach(async () => {
  working = [];
  workingAtOnce = new Map();
  const bodies: Route = {
    method: 'POST',
    path: '/api/v2/bodies',
    access: 'token',
    door: 'v2',
    envelope: 'v2',
    takes: 'json',
    bodyBytesMax: 10 * mebibyte,
    async answer({ body }: HttpRequest, caller) {
      const organization = caller!.organization.key;
      const isLarge = (body?.length ?? 0) > mebibyte;
      if (isLarge) {
        workingAtOnce.set(organization, (workingAtOnce.get(organization) ?? 0) + 1);
        await new Promise<void>((resolve) => working.push({ organization, end: resolve }));
      }
      return { status: 200, headers: {}, body: 'taken' };
    },
  };
  const form: Route = {
    method: 'POST',
    path: '/form',
    access: 'public',
    envelope: 'v2',
    takes: 'bytes',
    bodyBytesMax: 8 * 1024,
    answer: async () => ({ status: 200, headers: {}, body: 'taken' }),
  };
  routes = [bodies, form, { ...form, path: '/long-form', bodyBytesMax: 64 * 1024 }];
  posthouse = await openSmallPlatform({ plan: 'enterprise', routes });
  port = (await posthouse.door.listen('127.0.0.1', 0)).port;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await posthouse.door.drain(0);
  await posthouse.close();
});

type Talk = {
  write(text: string): void;
  /** Returns the status and head of the next response; rejects if the connection ends first. */
  answer(): Promise<{ status: number; head: string; text: string }>;
  closed: Promise<void>;
};

/** Opens a socket for one request with a hand-written body. */
function talk(token: string | null, path: string, headers: readonly string[]): Talk {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let held = '';
  let tell = (): void => {};
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    held += chunk;
    tell();
  });
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  let cause: Error | undefined;
  socket.on('error', (error) => {
    cause = error;
  });
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: posthouse.example',
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    'Content-Type: application/json',
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return {
    write: (text) => void socket.write(text),
    closed,
    async answer() {
      for (;;) {
        const end = held.indexOf('\r\n\r\n');
        if (end >= 0) {
          const [head, text] = [held.slice(0, end), held.slice(end + 4)];
          return { status: Number(head.slice(9, 12)), head, text };
        }
        await new Promise<void>((resolve, reject) => {
          tell = resolve;
          void closed.then(() => reject(new Error('the connection ended without an answer', { cause })));
        });
      }
    },
  };
}

const announced = (token: string | null, octets: number, path = '/api/v2/bodies') =>
  talk(token, path, [`Content-Length: ${octets}`]);

/** Waits until the server has read the bytes sent so far. */
async function settled(): Promise<void> {
  expect((await posthouse.ask('GET', '/healthz', { token: null })).status).toBe(200);
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const wide = (octets: number): string => JSON.stringify({ text: 'x'.repeat(octets) });

describe('bodies in flight', () => {
  it('beyond the share of their organization are refused unread, and other organizations are not affected', async () => {
    const four = Array.from({ length: 4 }, () => announced(posthouse.token, 10 * mebibyte));
    await settled();
    const fifth = await announced(posthouse.token, 10 * mebibyte).answer();
    expect([fifth.status, fifth.text]).toEqual([429, expect.stringContaining('rate_limit_exceeded')]);
    expect(fifth.head).toMatch(/\r\nRetry-After: [1-9]/);
    // Small bodies have a separate budget.
    expect((await posthouse.ask('POST', '/api/v2/bodies', { body: {} })).status).toBe(200);
    const other = await posthouse.addToken(await posthouse.addOrganization('enterprise'));
    expect((await posthouse.ask('POST', '/api/v2/bodies', { token: other, body: {} })).status).toBe(200);
    for (const one of four) one.write('');
  });

  it('get 503 when all organizations together hold too many bytes', async () => {
    const tokens = [posthouse.token];
    for (let count = 0; count < 4; count++) {
      tokens.push(await posthouse.addToken(await posthouse.addOrganization('enterprise')));
    }
    for (const token of tokens.slice(0, 4)) {
      for (let count = 0; count < 4; count++) announced(token, 10 * mebibyte);
    }
    await settled();
    const beyond = await announced(tokens[4]!, 10 * mebibyte).answer();
    expect([beyond.status, beyond.text]).toEqual([503, expect.stringContaining('service_unavailable')]);
    expect(beyond.head).toMatch(/\r\nRetry-After: [1-9]/);
    expect((await posthouse.ask('POST', '/api/v2/bodies', { token: tokens[4]!, body: {} })).status).toBe(200);
  });

  it('without an announced length count as they arrive, and release their share when the client disconnects', async () => {
    const chunked = Array.from({ length: 5 }, () =>
      talk(posthouse.token, '/api/v2/bodies', ['Transfer-Encoding: chunked']),
    );
    const chunk = `${mebibyte.toString(16)}\r\n${' '.repeat(mebibyte)}\r\n`;
    for (let count = 0; count < 9; count++) for (const one of chunked) one.write(chunk);
    const refused = await Promise.race(chunked.map((one) => one.answer()));
    expect(refused.status).toBe(429);
    for (const socket of sockets.splice(0)) socket.destroy();
    await settled();
    const four = Array.from({ length: 4 }, () => announced(posthouse.token, 10 * mebibyte));
    await settled();
    expect((await announced(posthouse.token, 10 * mebibyte).answer()).status).toBe(429);
    expect(four).toHaveLength(4);
  });

  it('are dropped when their client disconnects while their budget is checked', async () => {
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const intakes = bodyIntakes({
      clock: posthouse.clock,
      windows: {
        async spendOctets() {
          asked.resolve();
          await left.promise;
          return { windowStart: 0, used: 0 };
        },
      },
    });
    const outcome = Promise.withResolvers<unknown>();
    // Large enough to be counted, small enough to fit into the read-ahead of node:http.
    const octets = 70_000;
    const server = createServer((request, response) => {
      request.on('close', () => left.resolve());
      const intake = intakes.begin(posthouse.organization, '127.0.0.1');
      void readIncoming(request, response, mebibyte, intake).then(outcome.resolve, outcome.resolve);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${octets}\r\n\r\n${'x'.repeat(octets)}`);
    await asked.promise;
    await settled();
    socket.resetAndDestroy();
    expect(await outcome.promise).toMatchObject({ message: expect.stringContaining('ended before') });
    await new Promise((resolve) => server.close(resolve));
  });

  it('that arrive too slowly are refused, so that slow clients do not hold the share', async () => {
    const slow = Array.from({ length: 50 }, () => announced(posthouse.token, 50_000));
    for (const one of slow) one.write('{');
    let over = false;
    const all = Promise.all(slow.map((one) => one.answer())).finally(() => {
      over = true;
    });
    while (!over) {
      await settled();
      await posthouse.clock.advance(10 * second);
    }
    const answers = await all;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(answers[0]!.text).toContain('too slowly');
  });

  it('of unauthenticated clients use no share of token holders, from any number of addresses', async () => {
    await posthouse.door.drain(0);
    await posthouse.close();
    posthouse = await openSmallPlatform({ plan: 'enterprise', routes, trustedProxies: ['127.0.0.1'] });
    port = (await posthouse.door.listen('127.0.0.1', 0)).port;
    const octets = 64 * 1024;
    const shareMax = mebibyte / octets;
    for (let address = 1; address <= 33; address++) {
      for (let count = 0; count < shareMax; count++) {
        talk(null, '/long-form', [`X-Forwarded-For: 10.0.0.${address}`, `Content-Length: ${octets}`]);
      }
      await settled();
    }
    const beyond = await talk(null, '/long-form', [
      'X-Forwarded-For: 10.0.1.1',
      `Content-Length: ${octets}`,
    ]).answer();
    expect([beyond.status, beyond.text]).toEqual([503, expect.stringContaining('service_unavailable')]);
    expect((await posthouse.ask('POST', '/api/v2/bodies', { body: {} })).status).toBe(200);
  });

  it('are processed only if the token is still valid and permitted when they are complete', async () => {
    const organization = await posthouse.addOrganization('enterprise');
    const [revoked, kept] = [await posthouse.addToken(organization), await posthouse.addToken(organization)];
    const slow = [revoked, kept].map((token) => announced(token, 2));
    for (const one of slow) one.write('{');
    await settled();
    const { tokens } = new OrganizationStore(posthouse.engine.store.database.reader, organization.key);
    const [first] = (await tokens.page({ limit: 10 })).rows.filter(({ prefix }) =>
      revoked.startsWith(prefix),
    );
    await tokens.revokeLineage(first!.key, posthouse.clock.now());
    await posthouse.clock.advance(2 * second);
    for (const one of slow) one.write('}');
    expect(await Promise.all(slow.map(async (one) => (await one.answer()).status))).toEqual([401, 200]);
  });

  it('of unauthenticated clients are not read', async () => {
    const { status } = await announced('posthouse_unknown', 10 * mebibyte).answer();
    expect(status).toBe(401);
    expect((await announced(null, 10 * mebibyte, '/form').answer()).status).toBe(413);
  });
});

describe('a refused body', () => {
  it('is read to its end in steps with pauses, so that its client reads the reason', async () => {
    const octets = 64 * mebibyte;
    const refused = announced(posthouse.token, octets);
    const socket = sockets.at(-1)!;
    refused.write(' '.repeat(octets));
    expect((await refused.answer()).status).toBe(413);
    // No time passes: bytes beyond the kernel buffers stay with the client.
    for (let looks = 0; looks < 100 && socket.writableLength > 0; looks++) await settled();
    expect(socket.writableLength).toBeGreaterThan(octets / 2);
    let closed = false;
    void refused.closed.then(() => {
      closed = true;
    });
    while (!closed) {
      await settled();
      await posthouse.clock.advance(second);
    }
  });
});

describe('refused bodies of several clients', () => {
  const clients = 12;
  const pace = 2 * mebibyte;
  /** Octets that node:http reads ahead for all clients. */
  const readAhead = clients * 320 * 1024;
  const heads = 'http.server.request.start';
  const served: Socket[] = [];
  const remember = (message: unknown): void => void served.push((message as { socket: Socket }).socket);
  const octetsRead = (): number => served.reduce((sum, { bytesRead }) => sum + bytesRead, 0);

  beforeEach(() => subscribe(heads, remember));
  afterEach(() => {
    unsubscribe(heads, remember);
    served.length = 0;
  });

  it('share the read rate of a single client, and each client reads the reason', async () => {
    const body = Buffer.alloc(16 * mebibyte, ' ');
    const refused = Array.from({ length: clients }, () => {
      const one = announced(posthouse.token, body.length);
      sockets.at(-1)!.write(body);
      return one;
    });
    const answers = await Promise.all(refused.map((one) => one.answer()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([413]));
    while (octetsRead() < pace) await settled();
    for (let looks = 0; looks < 20; looks++) await settled();
    expect(octetsRead()).toBeLessThan(pace + readAhead);
    await posthouse.clock.advance(200);
    while (octetsRead() < 2 * pace) await settled();
    for (let looks = 0; looks < 20; looks++) await settled();
    expect(octetsRead()).toBeLessThan(2 * pace + readAhead);
    await posthouse.clock.advance(2 * second);
    await Promise.all(refused.map(({ closed }) => closed));
  });
});

describe('large bodies', () => {
  it('of one organization are processed one at a time, in parallel with another organization', async () => {
    const other = await posthouse.addToken(await posthouse.addOrganization('enterprise'));
    const body = wide(2 * mebibyte);
    const asked = [posthouse.token, posthouse.token, posthouse.token, other].map((token) =>
      posthouse.ask('POST', '/api/v2/bodies', { token, body }),
    );
    while (working.length < 2) await settled();
    await settled();
    expect([...workingAtOnce.values()]).toEqual([1, 1]);
    for (let ended = 0; ended < 4; ended++) {
      while (working.length === 0) await settled();
      working.shift()!.end();
    }
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('are not processed if their client disconnected while they waited', async () => {
    const octets = 2 * mebibyte;
    const text = wide(octets - '{"text":""}'.length);
    const sent = () => {
      const one = announced(posthouse.token, octets);
      one.write(text);
      return { ...one, socket: sockets.at(-1)! };
    };
    const first = sent();
    // The others queue behind it in any order of completion.
    while (working.length < 1) await settled();
    const [second, third] = [sent(), sent()];
    await settled();
    second.socket.destroy();
    await second.closed;
    await settled();
    for (let ended = 0; ended < 2; ended++) {
      while (working.length === 0) await settled();
      working.shift()!.end();
    }
    expect((await Promise.all([first.answer(), third.answer()])).map(({ status }) => status)).toEqual([
      200, 200,
    ]);
    expect(workingAtOnce.get(posthouse.organization.key)).toBe(2);
  });

  it('count against the byte limit of the plan, which has its own policy in the headers', async () => {
    const free = await posthouse.addToken(await posthouse.addOrganization('free'));
    const body = wide(9 * mebibyte);
    for (let count = 0; count < 5; count++) {
      const asked = posthouse.ask('POST', '/api/v2/bodies', { token: free, body });
      while (working.length === 0) await settled();
      working.shift()!.end();
      expect((await asked).status).toBe(200);
    }
    const refused = await posthouse.ask('POST', '/api/v2/bodies', { token: free, body });
    expect([refused.status, refused.body.name]).toEqual([429, 'rate_limit_exceeded']);
    expect(refused.headers.get('RateLimit-Policy')).toBe(
      `"default";q=100;w=60, "octets";qu="content-bytes";q=${50 * mebibyte};w=60`,
    );
    expect(refused.headers.get('RateLimit')).toBe('"default";r=94;t=60, "octets";r=0;t=60');
    expect(refused.headers.get('Retry-After')).toBe('60');
    // The refused body used no budget, and small bodies are limited by request count alone.
    expect(
      (await posthouse.ask('POST', '/api/v2/bodies', { token: free, body: wide(mebibyte - 100) })).status,
    ).toBe(200);
    expect((await posthouse.ask('POST', '/api/v2/bodies', { token: free, body: {} })).status).toBe(200);
    await posthouse.clock.advance(60 * second);
    const again = posthouse.ask('POST', '/api/v2/bodies', { token: free, body });
    while (working.length === 0) await settled();
    working.shift()!.end();
    expect((await again).status).toBe(200);
  });
});
