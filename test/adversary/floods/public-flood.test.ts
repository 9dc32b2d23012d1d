import { expect, onTestFinished, test } from 'vitest';
import { keptMs } from '../../../src/concurrency/kept-answers.ts';
import { publicLink } from '../../../src/engine/content/public-links.ts';
import { minuteMs } from '../../../src/model/instant.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { childrenRunning } from '../../world/programs/child-programs.ts';

/** Too large for in-place rendering, and verified because of its emphasized words. */
const large = `${'Dear reader, this is what we made this year. '.repeat(400)}\n\n*Thank* <b>you</b>\n`;
const floodRequests = 400;
const ordinarySends = 20;

async function open(): Promise<SimulatedPlatform> {
  const posthouse = await openPlatform();
  onTestFinished(() => posthouse.close());
  return posthouse;
}

function mailTo(to: string, markdown: string) {
  return { from: 'hello@acme.dev', to, subject: 'News', markdown };
}

/** Returns the path of the web version of a large mail in the first organization. */
async function webVersionOfLarge(
  posthouse: SimulatedPlatform,
  { begins = '', to = 'ada@mailbox.dev' } = {},
): Promise<string> {
  await posthouse.call('send_email', mailTo(to, `${begins}[Look]({{webVersionUrl}})\n\n${large}`));
  await posthouse.deliver();
  const { html } = posthouse.mailbox.messages.at(-1)!;
  return /href="http:\/\/posthouse\.example(\/v\/[^"]+)"/.exec(html)![1]!;
}

test.each(['HEAD', 'GET'])(
  'a flood of %s requests for one web version delays no mail and no page of another organization',
  async (method) => {
    const posthouse = await open();
    const path = await webVersionOfLarge(posthouse);
    const other = await posthouse.addOrganization('Beside');
    const logged = posthouse.log.length;

    const flood = Array.from({ length: floodRequests }, (_, request) =>
      posthouse.http(method, path, { token: null, peer: `198.51.100.${request % 200}` }),
    );
    const sends = Array.from({ length: ordinarySends }, (_, mail) =>
      posthouse.http('POST', '/api/v2/emails', {
        token: other.token,
        body: mailTo(`user${mail}@mailbox.dev`, `# Mail ${mail}\n\n${large}`),
      }),
    );
    const sent = await Promise.all(sends);
    expect(sent.map(({ status }) => status)).toEqual(sends.map(() => 200));
    const reads = await Promise.all(
      sent.map(({ body }) => posthouse.http('GET', `/api/v2/emails/${body.id}`, { token: other.token })),
    );
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));

    const answers = await Promise.all(flood);
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    expect(posthouse.log.slice(logged).filter(({ level }) => level === 'error')).toEqual([]);
  },
);

test('a HEAD request for a web version renders nothing and sends no length', async () => {
  const posthouse = await open();
  const path = await webVersionOfLarge(posthouse);
  await posthouse.clock.advance(minuteMs);
  while (childrenRunning('render-child').length > 0) await new Promise((resolve) => setImmediate(resolve));
  const head = await posthouse.http('HEAD', path, { token: null });
  expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', null]);
  expect(childrenRunning('render-child')).toEqual([]);
  expect((await posthouse.http('HEAD', `${path}x`, { token: null })).status).toBe(404);
  expect((await posthouse.http('GET', path, { token: null })).headers.get('content-type')).toBe(
    head.headers.get('content-type'),
  );
});

test('a web version is rendered once for all requests within a minute', async () => {
  const posthouse = await open();
  const path = await webVersionOfLarge(posthouse);
  const get = () => posthouse.http('GET', path, { token: null });
  const [first, second] = await Promise.all([get(), get()]);
  await posthouse.platform.engine.world.rendering.close();
  expect((await get()).text).toBe(first.text);
  expect(second.text).toBe(first.text);
  await posthouse.clock.advance(keptMs);
  expect((await get()).status).toBe(503);
});

test('the web version of an erased subscriber disappears at once, cached or not', async () => {
  const posthouse = await open();
  await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev' });
  const path = await webVersionOfLarge(posthouse);
  expect((await posthouse.http('GET', path, { token: null })).status).toBe(200);
  await posthouse.call('delete_subscriber', { subscriber: 'ada@mailbox.dev' });
  expect((await posthouse.http('GET', path, { token: null })).status).toBe(404);
});

test('a request frees its slot when its client disconnects', async () => {
  const posthouse = await open();
  const paths: string[] = [];
  // One request renders and ten wait; the next is refused.
  for (let mail = 0; mail < 13; mail += 1) {
    const to = `reader${mail}@mailbox.dev`;
    paths.push(await webVersionOfLarge(posthouse, { begins: `# Mail ${mail}\n\n`, to }));
  }
  const [pid] = childrenRunning('render-child');
  process.kill(pid!, 'SIGSTOP');
  const left = new AbortController();
  const fetch = (path: string, signal?: AbortSignal) =>
    posthouse.platform.http.fetch(new Request(baseUrl + path, signal ? { signal } : {}));
  const reads = paths.slice(0, 11).map((path) => fetch(path, left.signal));
  const ended = Promise.all(reads);
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect((await fetch(paths[11]!)).status).toBe(503);
  left.abort();
  process.kill(pid!, 'SIGCONT');
  expect((await fetch(paths[12]!)).status).toBe(200);
  await ended;
  expect(posthouse.log.filter(({ level }) => level === 'error')).toEqual([]);
});

test.each([
  ['POST', 'unsubscribe'],
  ['POST', 'preferences'],
] as const)(
  'a flood of %s requests for one %s link does not delay a send of another organization',
  async (method, purpose) => {
    const posthouse = await open();
    const { id } = (await posthouse.call('send_email', mailTo('ada@mailbox.dev', 'Hello'))).output as {
      id: string;
    };
    const subject = { organization: posthouse.organization.key, id };
    const path = publicLink(posthouse.platform.engine, purpose, subject).slice(baseUrl.length);
    const other = await posthouse.addOrganization('Beside');

    const statuses: number[] = [];
    const flood = Array.from({ length: 600 }, async (_, request) => {
      const peer = `198.51.${request % 200}.${request % 100}`;
      statuses.push((await posthouse.http(method, path, { token: null, peer })).status);
    });
    const send = mailTo('grace@mailbox.dev', 'Hello');
    const { status } = await posthouse.http('POST', '/api/v2/emails', { token: other.token, body: send });
    expect(status).toBe(200);
    expect(statuses.filter((answered) => answered === 200).length).toBeLessThan(150);
    await Promise.all(flood);
    expect(statuses).toContain(200);
    expect(statuses.filter((answered) => answered !== 200 && answered !== 503)).toEqual([]);
    expect(posthouse.log.filter(({ level }) => level === 'error')).toEqual([]);
  },
);
