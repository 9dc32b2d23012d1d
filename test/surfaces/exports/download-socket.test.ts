import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { open } from '../../spec/scene.ts';
import { firstToken, type SimulatedPlatform } from '../../world/platform.ts';

const people = 4_000;
/** Wide rows, so that one page exceeds the socket buffers of both sides. */
const wide = 'x'.repeat(250);

async function listening(): Promise<{ platform: SimulatedPlatform; port: number }> {
  const platform = await open();
  for (let at = 0; at < people; at += 1_000) {
    await platform.call('save_subscribers', {
      subscribers: Array.from({ length: 1_000 }, (_, index) => ({
        email: `p${at + index}@acme.com`,
        firstName: wide,
        lastName: wide,
        attributes: { a: wide, b: wide, c: wide, d: wide },
      })),
    });
  }
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  onTestFinished(() => platform.platform.http.drain(0));
  return { platform, port };
}

async function begin(port: number): Promise<IncomingMessage> {
  const request = get({
    host: '127.0.0.1',
    port,
    path: '/api/v2/exports/subscribers.csv?columns=email,firstName,lastName,attributes.a,attributes.b,attributes.c,attributes.d',
    headers: { authorization: `Bearer ${firstToken}` },
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** Starts a download without reading it and waits until the server reads no further pages. */
async function beginPaused(platform: SimulatedPlatform, port: number): Promise<IncomingMessage> {
  const response = await begin(port);
  response.pause();
  for (let before = -1; pagesRead(platform) !== before; ) {
    before = pagesRead(platform);
    await whileQuiet();
  }
  return response;
}

const pagesRead = ({ log }: SimulatedPlatform): number =>
  log.filter(({ facts, message }) => facts.tool === 'read_csv_export' && message === 'done').length;

/** Lets the sockets make progress. */
async function whileQuiet(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((go) => setImmediate(go));
}

test('a stalled client causes no further page reads, and receives the whole file when it reads again', async () => {
  const { platform, port } = await listening();
  const response = await beginPaused(platform, port);
  const paused = pagesRead(platform);
  await whileQuiet();
  expect(pagesRead(platform)).toBe(paused);
  expect(paused).toBeLessThan(people / 500);
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += piece;
  expect(text.match(/@acme\.com/g)).toHaveLength(people);
  expect(response.complete).toBe(true);
});

test('clients that disconnect mid-download release their slots and all resources', async () => {
  const { platform, port } = await listening();
  const timers = platform.clock.timers();
  for (let time = 0; time < 6; time += 1) {
    const response = await begin(port);
    expect(response.statusCode).toBe(200);
    await once(response, 'data');
    const gone = platform.log.filter(
      ({ message }) => message === 'An export was not downloaded completely',
    ).length;
    response.destroy();
    while (
      platform.log.filter(({ message }) => message === 'An export was not downloaded completely').length ===
      gone
    ) {
      await whileQuiet();
    }
  }
  expect(platform.clock.timers()).toBeLessThanOrEqual(timers + 1);
});

test('the connection is aborted when a file cannot be finished, and the client detects that', async () => {
  const { platform, port } = await listening();
  const response = await beginPaused(platform, port);
  // The token is checked again between two pages.
  const { output } = await platform.call('list_tokens', {});
  const [{ id }] = (output as { data: { id: string }[] }).data as [{ id: string }];
  await platform.call('revoke_token', { id });
  await platform.clock.advance(11_000);
  await expect(
    (async () => {
      for await (const _ of response);
    })(),
  ).rejects.toThrow('aborted');
  expect(response.complete).toBe(false);
});
