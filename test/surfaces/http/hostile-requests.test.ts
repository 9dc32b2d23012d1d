import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/model/failure.ts';
import type { Database } from '../../../src/store/database.ts';
import { openPostgres } from '../../../src/store/postgres/database.ts';
import type { HttpAnswer } from '../../../src/surfaces/http/request-response.ts';
import type { HttpDoor } from '../../../src/surfaces/http/server.ts';
import { firstToken, openPlatform } from '../../world/platform.ts';
import { freshPostgres } from '../../world/postgres/postgres.ts';
import type { SimulatedClock } from '../../world/simulated/clock.ts';
import { randomRuns, type SeededRandom, seededRandom } from '../../world/simulated/random.ts';
import {
  type HostileRequest,
  hostileBytes,
  hostileRequest,
  type Target,
  targetsOf,
} from './hostile-traffic.ts';
import { openSmallPlatform } from './small-platform.ts';

const seed = 20_261_121;
const rawRequests = 300;
/** The clock advances before a budget is exhausted, because 429 responses would hide other faults. */
const requestsPerMinute = 400;
/** Simulated milliseconds per turn of the event loop while a response is pending. */
const turnMs = 5;

/** Any platform with a door: the traffic is generated from its `/openapi.json`. */
type PlatformUnderTest = {
  door: HttpDoor;
  clock: SimulatedClock;
  token: string;
  /** Logged internal errors. */
  faults(): unknown[];
  close(): Promise<void>;
};

async function smallPlatform(): Promise<PlatformUnderTest> {
  const posthouse = await openSmallPlatform();
  return { ...posthouse, faults: () => posthouse.errors };
}

async function onPostgres(): Promise<PlatformUnderTest> {
  const { url } = await freshPostgres();
  return await wholePlatform(await openPostgres(url));
}

async function wholePlatform(database?: Database): Promise<PlatformUnderTest> {
  const { platform, clock, log, close } = await openPlatform(database ? { database } : {});
  const faults = () => log.filter(({ level }) => level === 'error');
  return { door: platform.http, clock, token: firstToken, faults, close };
}

describe.each([
  ['the small platform', smallPlatform, randomRuns(10_000)],
  ['the whole platform', () => wholePlatform(), randomRuns(10_000)],
  ['the whole platform on PostgreSQL', onPostgres, randomRuns(2_000)],
] as const)(`hostile requests to %s (seed ${seed})`, (_name, open, requests) => {
  let posthouse: PlatformUnderTest;
  let targets: Target[];
  let random: SeededRandom;

  beforeAll(async () => {
    posthouse = await open();
    const description = await posthouse.door.fetch(new Request('http://posthouse.example/openapi.json'));
    // This path of the small platform fails on purpose to show an internal error.
    targets = targetsOf(await description.json()).filter(({ path }) => path !== '/api/v2/things/break');
    random = seededRandom(seed);
  });
  afterAll(async () => {
    await posthouse.door.drain(0);
    await posthouse.close();
  });

  it(`${requests} of them get a status below 500, and each refusal has its version’s error format`, async () => {
    const seen = new Map<number, number>();
    for (let count = 0; count < requests; count++) {
      if (count % requestsPerMinute === 0) await posthouse.clock.advance(60_000);
      const request = hostileRequest(random, targets, posthouse.token);
      const answer = await posthouse.door.handle({
        method: request.method,
        target: request.target,
        httpVersion: '1.1',
        headers: request.headers,
        peer: '192.0.2.1',
        async readBody(bytesMax) {
          if (request.body && request.body.length > bytesMax) throw new Failure('payload_too_large');
          return request.body;
        },
        onGone: () => {},
      });
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const body = request.body?.toString().slice(0, 200);
      const result = `request ${count}: ${JSON.stringify({ ...request, body }).slice(0, 600)} -> ${String(answer.body).slice(0, 300)}`;
      expect(answer.status, result).toBeLessThan(500);
      expect(answer.headers['X-Request-Id'], result).toBeTruthy();
      if (answer.status >= 400 && request.method !== 'HEAD') expectEnvelope(request, answer, result);
    }
    expect(posthouse.faults()).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    // The traffic must produce all these statuses.
    for (const status of [200, 400, 401, 404, 405, 415]) {
      expect(seen.get(status), String(status)).toBeGreaterThan(requests / 200);
    }
  });

  it(`${rawRequests} of them on bare sockets do not bring down the server`, async () => {
    const { port } = await posthouse.door.listen('127.0.0.1', 0);
    let answered = 0;
    for (let count = 0; count < rawRequests; count++) {
      if (count % 100 === 0) await posthouse.clock.advance(60_000);
      const bytes = hostileBytes(random, hostileRequest(random, targets, posthouse.token));
      const read = await whileTimePasses(posthouse.clock, sendRaw(port, bytes));
      if (read === '') continue;
      answered += 1;
      const result = `raw request ${count}: ${bytes.toString('latin1').slice(0, 300)} -> ${read.slice(0, 300)}`;
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(read)?.[1]);
      expect(status, result).toBeGreaterThanOrEqual(100);
      expect(status, result).toBeLessThan(500);
      if (status >= 400) expect(read, result).toMatch(/\r\nX-Request-Id: \S+\r\n/);
    }
    expect(answered).toBeGreaterThan(rawRequests / 2);
    expect(await sendRaw(port, Buffer.from('GET /healthz HTTP/1.0\r\n\r\n'))).toMatch(/^HTTP\/1.1 200 /);
    expect(posthouse.faults()).toEqual([]);
  });
});

function expectEnvelope(
  { target }: HostileRequest,
  { status, body, headers }: HttpAnswer,
  result: string,
): void {
  expect(headers['Content-Type'], result).toBe('application/json; charset=utf-8');
  const refusal = JSON.parse(String(body));
  const path = target.replace(/^https?:\/\/[^/]*/i, '');
  if (/^\/api\/v1([/?#]|$)/.test(path)) {
    const limit = status === 429 && 'docs' in refusal;
    const fields = limit ? ['docs', 'message'] : ['code', 'error', 'message', 'success'];
    expect(Object.keys(refusal).sort(), result).toEqual(fields);
    return;
  }
  expect(refusal, result).toMatchObject({
    name: expect.any(String),
    message: expect.any(String),
    statusCode: status,
  });
  expect(refusal, result).not.toHaveProperty('success');
}

/** Sends bytes and returns the response until the server closes. */
/**
 * Advances the clock until a response arrives, because the server drains the body of a refused request in
 * timed steps.
 */
async function whileTimePasses<Answer>(clock: SimulatedClock, asking: Promise<Answer>): Promise<Answer> {
  let isAnswered = false;
  const answer = asking.finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    await clock.advance(turnMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await answer;
}

function sendRaw(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let read = '';
    socket.on('data', (chunk) => {
      read += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(read));
    socket.end(bytes);
  });
}
