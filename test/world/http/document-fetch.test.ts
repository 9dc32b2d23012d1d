import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/world/clock.ts';
import { documentFetch, type FetchedDocument } from '../../../src/world/http/document-fetch.ts';
import { makeCertificate } from '../certificates.ts';
import { simulatedClock } from '../simulated/clock.ts';
import { simulatedResolver } from '../simulated/resolver.ts';

const name = 'assistant.example';
const asked = {
  url: `https://${name}/client.json?x=1`,
  takes: (mediaType: string) => mediaType === 'application/json',
  octetsMax: 1_000,
  withinMs: 5_000,
};
const selfSigned = makeCertificate({ hosts: [name] });

/** Fetches a document while a server listens on loopback. */
async function fetched(
  addresses: readonly string[],
  change: Partial<Parameters<ReturnType<typeof documentFetch>>[0]> = {},
): Promise<{ result: FetchedDocument; reached: number; looked: string[] }> {
  let reached = 0;
  const server = createServer(selfSigned.pem, (_, response) => response.end('{}'));
  server.on('connection', () => {
    reached += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const resolver = simulatedResolver({ [name]: { addresses: [...addresses] } });
  const { port } = server.address() as AddressInfo;
  const result = await documentFetch({ resolver, clock: systemClock(), port })({ ...asked, ...change });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { result, reached, looked: resolver.asked };
}

describe('a document of an unknown client', () => {
  test.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['192.168.1.1'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['64:ff9b::7f00:1'],
    ['fd00::1'],
    ['fe80::1'],
    ['not an address'],
  ])('is not fetched from %s, whatever name resolves to it', async (address) => {
    expect(await fetched([address])).toMatchObject({
      result: { fault: 'failed', why: expect.stringContaining('public internet') },
      reached: 0,
    });
  });

  test.each([
    ['https://127.0.0.1/client.json'],
    ['https://[::1]/client.json'],
    ['https://2130706433/client.json'],
    ['https://0x7f.1/client.json'],
    ['https://unknown.example/client.json'],
  ])('is not fetched from %s', async (url) => {
    expect(await fetched(['127.0.0.1'], { url })).toMatchObject({
      result: { fault: 'failed', why: expect.stringContaining('public internet') },
      reached: 0,
    });
  });

  test.each([['2000::1'], ['2000:0:0::0001']])(
    "is not fetched from this machine's own public address, spelled %s",
    async (spelled) => {
      const fetch = documentFetch({
        resolver: simulatedResolver({ [name]: { addresses: [spelled] } }),
        clock: systemClock(),
        own: () => ['127.0.0.1', '2000::1'],
      });
      expect(await fetch(asked)).toEqual({
        fault: 'failed',
        why: `${name} has no address of the public internet`,
      });
    },
  );

  test.each([['http://assistant.example/'], ['ftp://assistant.example/'], ['file:///etc/passwd'], ['x']])(
    'is fetched only over https, not from %s',
    async (url) => {
      expect(await fetched(['127.0.0.1'], { url, allowPrivate: true })).toMatchObject({
        result: { fault: 'failed' },
        reached: 0,
        looked: [],
      });
    },
  );

  test('is accepted only with a valid certificate', async () => {
    expect(await fetched(['127.0.0.1'], { allowPrivate: true })).toMatchObject({
      result: { fault: 'certificate' },
      reached: 1,
    });
  });

  test('is abandoned after its time limit', async () => {
    const clock = simulatedClock();
    const server = createServer(selfSigned.pem);
    // Accepts the connection and stays silent.
    server.removeAllListeners('connection');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const fetch = documentFetch({
      resolver: simulatedResolver({ [name]: { addresses: ['127.0.0.1'] } }),
      clock,
      port: (server.address() as AddressInfo).port,
    });
    const fetching = fetch({ ...asked, allowPrivate: true });
    await clock.waitedFor(5_000);
    await clock.advance(5_000);
    expect(await fetching).toEqual({ fault: 'failed', why: 'no answer within 5 s' });
    server.closeAllConnections();
    server.close();
  });
});

test('a DNS lookup that never ends counts toward the time limit of the document', async () => {
  const clock = simulatedClock();
  const resolver = { ...simulatedResolver(), addresses: () => new Promise<never>(() => {}) };
  const result = documentFetch({ resolver, clock })(asked);
  await clock.advance(asked.withinMs);
  expect(await result).toEqual({ fault: 'failed', why: 'no answer within 5 s' });
  expect(clock.timers()).toBe(0);
});
