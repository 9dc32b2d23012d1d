import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Posthouse } from '../../src/sdk/index.ts';
import { open } from '../spec/scene.ts';
import { firstToken, type SimulatedPlatform } from '../world/platform.ts';
import { seededRandom } from '../world/simulated/random.ts';

/** `SENDS=300` in `npm run test:long`. */
const sends = Number(process.env.SENDS ?? 100);
const atATime = 32;
/** For each hundred requests: cut before the server sees them, cut after it has answered, refused. */
const shares = { before: 15, after: 15, limited: 5, unavailable: 5 };

type Fate = keyof typeof shares | 'pass';

test(`${sends} sends through a network that breaks four requests in ten all arrive exactly once`, {
  timeout: 600_000,
}, async () => {
  const simulated = await open();
  const { url, met } = await hostileNetwork(simulated, sends);
  // Waits between attempts happen in real time, so they must be short.
  const client = new Posthouse(firstToken, { baseUrl: url, maxRetries: 20, maxRetryWait: 20 });
  const ids: string[] = [];
  let replayed = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < sends) {
      const subject = `Mail ${next++}`;
      const { data, error, meta } = await client.emails.send({
        from: 'Acme <hello@acme.test>',
        to: 'ada@example.com',
        subject,
        markdown: 'Hello',
      });
      expect(error).toBeNull();
      ids.push(data!.id);
      if (meta.replayed) replayed += 1;
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));

  expect(new Set(ids).size).toBe(sends);
  const rows = await simulated.platform.engine.store.database.reader.all<{ subject: string; id: string }>(
    'SELECT subject, id FROM emails',
    [],
  );
  expect(rows).toHaveLength(sends);
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(sends);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids));
  // The network did break requests, and the server recognized requests it had already handled.
  for (const fate of Object.keys(shares)) expect(met[fate as Fate]).toBeGreaterThan(0);
  expect(replayed).toBeGreaterThan(0);
  console.log(`${sends} sends, ${JSON.stringify(met)}, ${replayed} answered from memory`);
});

/**
 * A proxy in front of a real port. The simulated clock advances with the requests, so that no rate limit is
 * reached.
 */
async function hostileNetwork(simulated: SimulatedPlatform, seed: number) {
  const chance = seededRandom(seed);
  const { port } = await simulated.platform.http.listen('127.0.0.1', 0);
  const met: Record<Fate, number> = { before: 0, after: 0, limited: 0, unavailable: 0, pass: 0 };
  let passed = 0;

  const fateOf = (): Fate => {
    let left = chance.integer(100);
    for (const [fate, share] of Object.entries(shares)) {
      left -= share;
      if (left < 0) return fate as Fate;
    }
    return 'pass';
  };
  const refuse = (response: ServerResponse, status: number, name: string): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify({ name, message: 'Later', statusCode: status }));
  };
  const proxy = createServer((request, response) => {
    const fate = fateOf();
    met[fate] += 1;
    if (fate === 'before') return request.socket.destroy();
    if (fate === 'limited') return refuse(response, 429, 'rate_limit_exceeded');
    if (fate === 'unavailable') return refuse(response, 503, 'service_unavailable');
    const onward = async (): Promise<void> => {
      passed += 1;
      if (passed % 100 === 0) await simulated.clock.advance(60_000);
      const { method, url, headers } = request;
      const forwarded = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          // The server has done its work, and its answer is lost.
          if (fate === 'after') return request.socket.destroy();
          response.writeHead(answer.statusCode!, answer.headers);
          response.end(Buffer.concat(parts));
        });
      });
      forwarded.on('error', () => request.socket.destroy());
      request.pipe(forwarded);
    };
    void onward();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    await simulated.platform.http.drain(0);
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    met,
  };
}
