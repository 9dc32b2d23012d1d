/**
 * Posts to a receiver with 4 requests in flight per endpoint: with our poster on `node:https`, or with undici and the same guard
 * as its `connect`. Runs in a separate process, so that its memory can be measured.
 */
import { type buildConnector, Pool, buildConnector as undiciConnector } from 'undici';
import { systemClock } from '../src/world/clock.ts';
import { addressesToDial, createLookup } from '../src/world/http/dialled-addresses.ts';
import { connectionsPerPoolMax, guardedPoster } from '../src/world/http/post.ts';

export type PostPlan = {
  by: 'node' | 'undici';
  tls: boolean;
  port: number;
  ca: string;
  endpoints: number;
  requests: number;
};
export type PostResult = { perSecond: number; rssMb: number };

const plan: PostPlan = JSON.parse(process.argv[2]!);
const clock = systemClock();
const resolver = { addresses: async () => ({ kind: 'found' as const, value: ['127.0.0.1'] }) };
const body = JSON.stringify({ type: 'email.delivered', data: { text: 'x'.repeat(700) } });
const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_1', 'webhook-signature': 'v1,abc' };
const origin = `${plan.tls ? 'https' : 'http'}://localhost:${plan.port}`;
const withinMs = 15_000;

function byNode(): (endpoint: number) => Promise<number> {
  const poster = guardedPoster({ resolver, clock, allowPrivate: true, ca: plan.ca });
  return async (endpoint) => {
    const posted = await poster.post({
      url: `${origin}/`,
      headers,
      body,
      pool: String(endpoint),
      withinMs,
      readOctetsMax: 65_536,
      keptOctetsMax: 2_048,
    });
    return posted.kind === 'answered' ? posted.status : 0;
  };
}

function byUndici(): (endpoint: number) => Promise<number> {
  const lookup: ReturnType<typeof createLookup> = (host, options, give) => {
    void addressesToDial(host, resolver, { allowPrivate: true }).then((found) => {
      if (found.kind === 'found') createLookup(found.addresses)(host, options, give);
    });
  };
  const options = { lookup, ca: plan.ca } as unknown as buildConnector.BuildOptions;
  const connect = undiciConnector(options);
  const pools = Array.from(
    { length: plan.endpoints },
    () => new Pool(origin, { connections: connectionsPerPoolMax, pipelining: 1, connect, bodyTimeout: 0 }),
  );
  return async (endpoint) => {
    const stop = new AbortController();
    const cancel = clock.after(withinMs, () => stop.abort());
    try {
      const answer = await pools[endpoint]!.request({
        path: '/',
        method: 'POST',
        headers,
        body,
        signal: stop.signal,
      });
      await answer.body.dump();
      return answer.statusCode;
    } finally {
      cancel();
    }
  };
}

const post = plan.by === 'node' ? byNode() : byUndici();

async function run(requests: number): Promise<void> {
  let left = requests;
  const hand = async (endpoint: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const status = await post(endpoint);
      if (status !== 204) throw new Error(`the receiver answered ${status}`);
    }
  };
  const hands = Array.from({ length: plan.endpoints * connectionsPerPoolMax }, (_, hand) => hand);
  await Promise.all(hands.map((one) => hand(one % plan.endpoints)));
}

await run(1_000);
const begun = clock.monotonic();
await run(plan.requests);
const seconds = (clock.monotonic() - begun) / 1_000;
const result: PostResult = {
  perSecond: plan.requests / seconds,
  rssMb: process.memoryUsage.rss() / 1_048_576,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
