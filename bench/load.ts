/**
 * A load generator on bare sockets in a separate process: `connections` keep-alive connections with one request in flight each. Parses
 * only as much of a response as it needs to find the end, so that it is never the bottleneck. Reads a plan as JSON from its first
 * argument and writes a result as JSON to stdout.
 */
import { connect } from 'node:net';

export type Plan = {
  port: number;
  connections: number;
  seconds: number;
  warmUpSeconds: number;
  /** Stops after this many requests; `seconds` is then the time limit. */
  operations?: number;
  requests: RequestPlan;
};

export type RequestPlan = {
  method: string;
  path: string;
  /** Used in turn, with one per request. */
  tokens: readonly string[];
  /** Replaces `{own}` in path and body by the entry at the token's index: an object of its organization. */
  own?: readonly string[];
  headers: Record<string, string>;
  /** `{n}` is replaced by a unique number. */
  body: string;
  /** Client addresses that requests claim, in turn; empty for none. */
  addresses: readonly string[];
  idempotencyKeys: boolean;
};

/** Consecutive requests per token, within its plan's 2,000 per minute. */
const burst = 1_500;

export type LoadResult = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  statuses: Record<string, number>;
};

async function run(plan: Plan): Promise<LoadResult> {
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  const runId = Math.random().toString(36).slice(2);
  let number = 0;
  let counting = false;
  let stopping = false;

  const next = (): string => {
    const { method, path, tokens, own = [], headers, body, addresses, idempotencyKeys } = plan.requests;
    number += 1;
    // Organizations take turns in bursts, because real bursts come from one customer at a time.
    const turn = Math.floor(number / burst) % tokens.length;
    const token = tokens[turn];
    const named = own[turn] ?? '';
    const text = body.replaceAll('{n}', `${runId}${number}`).replaceAll('{own}', named);
    const fields = [
      `${method} ${path.replace('{own}', named)} HTTP/1.1`,
      `Host: 127.0.0.1:${plan.port}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
      ...(addresses.length === 0 ? [] : [`X-Forwarded-For: ${addresses[number % addresses.length]}`]),
      ...(idempotencyKeys ? [`Idempotency-Key: ${runId}-${number}`] : []),
      ...(text === ''
        ? []
        : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
    ];
    return `${fields.join('\r\n')}\r\n\r\n${text}`;
  };

  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(plan.port, '127.0.0.1');
      socket.setNoDelay(true);
      let held = '';
      let startedAt = 0;
      const send = (): void => {
        if (stopping || number === plan.operations) {
          socket.end();
          resolve();
          return;
        }
        startedAt = performance.now();
        socket.write(next());
      };
      socket.setEncoding('latin1');
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        held = held === '' ? chunk : held + chunk;
        const headEnd = held.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const length = /content-length: (\d+)/i.exec(held.slice(0, headEnd))?.[1];
        if (length === undefined) throw new Error(`an answer without a length: ${held.slice(0, headEnd)}`);
        if (held.length < headEnd + 4 + Number(length)) return;
        if (counting) {
          latencies.push(performance.now() - startedAt);
          const status = held.slice(9, 12);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
        held = '';
        send();
      });
    });

  const done = Promise.all(Array.from({ length: plan.connections }, connection));
  await after(plan.warmUpSeconds);
  counting = true;
  const from = performance.now();
  await Promise.race([after(plan.seconds), done]);
  counting = false;
  const seconds = (performance.now() - from) / 1_000;
  stopping = true;
  await done;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / seconds,
    p50Ms: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    statuses,
  };
}

/** Does not keep the process alive, because all requests may finish earlier. */
function after(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000).unref());
}

process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2]!))));
