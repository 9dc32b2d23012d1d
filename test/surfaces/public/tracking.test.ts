import { describe, expect, onTestFinished, test } from 'vitest';
import { linkToken } from '../../../src/engine/content/public-links.ts';
import { minuteMs, secondMs } from '../../../src/model/instant.ts';
import { verifies } from '../../spec/verifies.ts';
import { type HttpReply, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { databases } from '../../world/postgres/databases.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const markdown =
  '# Hello {{firstName|there}}\n\n[Shop](https://shop.example/a?to={{email}}&x=1) [Blog](https://blog.example/) [Leave]({{unsubscribeUrl}})';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Answer = any;

type Mail = { id: string; pixel: string; links: string[]; html: string };
type Scene = SimulatedPlatform & {
  /** Sends a mail with open and click tracking and lets a minute pass. */
  sent(changes?: Record<string, unknown>): Promise<Mail>;
  /** Follows a path as a browser by default. */
  follow(path: string, headers?: Record<string, string>, method?: string): Promise<HttpReply>;
  /** Returns a mail's events except its delivery. */
  noted(id: string): Promise<Answer[]>;
  get(id: string): Promise<Answer>;
  /** Returns the recipient's last activity from the subscriber list. */
  lastActivityAt(): Promise<string | null>;
};

async function open(database = databases[0]![1]): Promise<Scene> {
  const posthouse = await openPlatform({ database: await database() });
  onTestFinished(() => posthouse.close());
  await posthouse.call('add_domain', { name: 'acme.dev', open_tracking: true, click_tracking: true });
  await posthouse.call('create_subscriber', { email: 'ada@mailbox.dev', firstName: 'Ada' });
  const get = async (id: string) => (await posthouse.call('get_email', { id })).output as Answer;
  return {
    ...posthouse,
    get,
    async sent(changes = {}) {
      const mail = { from: 'hello@acme.dev', to: 'ada@mailbox.dev', subject: 'Hello', markdown, ...changes };
      const { id } = (await posthouse.call('send_email', mail)).output as { id: string };
      await posthouse.deliver();
      await posthouse.clock.advance(minuteMs);
      const { html } = posthouse.mailbox.messages.at(-1)!;
      const paths = Array.from(
        html.matchAll(/(?:href|src)="http:\/\/posthouse\.example([^"]+)"/g),
        ([, path]) => path!,
      );
      return {
        id,
        html,
        pixel: paths.find((path) => path.startsWith('/o/')) ?? '',
        links: paths.filter((path) => path.startsWith('/c/')),
      };
    },
    follow: (path, headers = {}, method = 'GET') =>
      posthouse.http(method, path, {
        token: null,
        headers: { 'user-agent': firefox, ...headers },
        peer: '192.0.2.77',
      }),
    lastActivityAt: async () =>
      ((await posthouse.call('get_subscriber', { subscriber: 'ada@mailbox.dev' })).output as Answer)
        .lastActivityAt,
    noted: async (id) =>
      (await get(id)).events.filter(({ type }: Answer) => type === 'opened' || type === 'clicked'),
  };
}

describe.each(databases)('on %s,', (_, database) => {
  test("a tracked link redirects to its author's URL with merge values filled in, and records a click", async () => {
    const scene = await open(database);
    const { id, links } = await scene.sent();
    expect(links).toHaveLength(2);
    const answer = await scene.follow(links[0]!);
    expect(answer.status).toBe(302);
    expect(answer.text).toBe('');
    expect(answer.headers.get('location')).toBe('https://shop.example/a?to=ada%40mailbox.dev&x=1');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await scene.noted(id)).toEqual([
      {
        type: 'clicked',
        created_at: expect.any(String),
        machine: false,
        data: {
          link: 'https://shop.example/a?to={{email}}&x=1',
          network: '192.0.2.0/24',
          user_agent: firefox,
        },
      },
    ]);
    expect((await scene.get(id)).last_event).toBe('clicked');
  });

  test("an open or click updates the recipient's last activity, unless it is older than that", async () => {
    const scene = await open(database);
    const { links, pixel } = await scene.sent();
    expect(await scene.lastActivityAt()).toBeNull();
    const opened = scene.clock.now();
    await scene.follow(pixel, { 'sec-fetch-dest': 'image' });
    expect(await scene.lastActivityAt()).toBe(new Date(opened).toISOString());
    await scene.clock.advance(minuteMs);
    const clicked = scene.clock.now();
    await scene.follow(links[0]!);
    expect(await scene.lastActivityAt()).toBe(new Date(clicked).toISOString());
    const occurredAt = new Date(clicked + minuteMs).toISOString();
    await scene.call('track_event', { name: 'order.paid', email: 'ada@mailbox.dev', occurredAt });
    await scene.clock.advance(secondMs);
    await scene.follow(links[1]!);
    expect(await scene.lastActivityAt()).toBe(occurredAt);
  });

  test('a pixel is an empty image and records an open', async () => {
    const scene = await open(database);
    const { id, pixel } = await scene.sent();
    expect(pixel).toMatch(/\.gif$/);
    for (const path of [pixel, pixel.replace('.gif', '')]) {
      const answer = await scene.follow(path, { 'sec-fetch-dest': 'image' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/gif');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.text.slice(0, 6)).toBe('GIF89a');
    }
    expect(await scene.noted(id)).toMatchObject([
      { type: 'opened', machine: false },
      { type: 'opened', machine: false },
    ]);
    expect((await scene.get(id)).last_event).toBe('opened');
  });

  test('ten thousand hits on one pixel record ten opens', async () => {
    const scene = await open(database);
    const { id, pixel } = await scene.sent();
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => scene.follow(pixel)));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      await scene.clock.advance(secondMs);
    }
    expect(await scene.noted(id)).toHaveLength(10);
  });
});

describe('a tracked link does not redirect', () => {
  /** Expects a response without a redirect for every method. */
  async function leadsNowhere(scene: Scene, path: string): Promise<void> {
    for (const method of ['GET', 'HEAD']) {
      const answer = await scene.follow(path, {}, method);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('location')).toBeNull();
    }
  }

  verifies('email.tracked-links', 'if any of its characters is changed', async () => {
    const scene = await open();
    const { id, links } = await scene.sent();
    const path = links[0]!;
    for (let at = '/c/'.length; at < path.length; at += 1) {
      for (const other of path[at] === '0' ? ['1', 'A'] : ['0', '-']) {
        if (path[at] === other || path[at] === '/') continue;
        await leadsNowhere(scene, path.slice(0, at) + other + path.slice(at + 1));
      }
      await scene.clock.advance(secondMs);
    }
    expect(await scene.noted(id)).toEqual([]);
  });

  test('if it is reused for another purpose, mail or organization', async () => {
    const scene = await open();
    const { engine } = scene.platform;
    const one = await scene.sent();
    const two = await scene.sent({ markdown: '[Other](https://other.example/)' });
    const other = await scene.addOrganization('Other');
    const link = one.links[0]!.split('/').at(-1)!;
    const own = { organization: scene.organization.key, id: one.id };
    const tokens = [
      linkToken(engine, 'open', own),
      linkToken(engine, 'unsubscribe', own),
      linkToken(engine, 'click', own, 'bound'),
      linkToken(engine, 'click', { ...own, id: two.id }),
      linkToken(engine, 'click', { ...own, organization: other.organization.key }),
      linkToken(engine, 'click', { ...own, organization: 999 }),
      one.links[0]!.split('/')[2]!.toUpperCase(),
      `${linkToken(engine, 'click', own)}=`,
      '1-x-y',
    ];
    for (const token of tokens) await leadsNowhere(scene, `/c/${token}/${link}`);
    expect(await scene.noted(one.id)).toEqual([]);
    expect(await scene.noted(two.id)).toEqual([]);
  });

  test('if it names a link that the mail does not have, or adds a target', async () => {
    const scene = await open();
    const { id, links } = await scene.sent();
    const [path] = links;
    const token = path!.slice(0, path!.lastIndexOf('/'));
    const wanted = [
      '1',
      '1-',
      '1-AAAAAAAAAA',
      '3-AAAAAAAAAA',
      '%2F%2Fevil.example',
      '%5Cevil.example',
      'https:evil.example',
      '..%2F',
      '%00',
      'x'.repeat(500),
    ];
    for (const link of wanted) await leadsNowhere(scene, `${token}/${link}`);
    for (const more of [
      '?url=https://evil.example',
      '?url=//evil.example',
      '?1=https:evil.example',
      '?',
      '#x',
    ]) {
      const answer = await scene.follow(path! + more);
      expect(answer.headers.get('location')).toBe('https://shop.example/a?to=ada%40mailbox.dev&x=1');
    }
    await leadsNowhere(scene, `${path}/evil.example`);
    await leadsNowhere(scene, `${path}/`);
    expect(await scene.noted(id)).toHaveLength(5);
  });

  test("to a subscriber's name that looks like a host", async () => {
    const scene = await open();
    const evil = [
      '//evil.example',
      '\\\\evil.example',
      'https:evil.example',
      '@evil.example/',
      '?#',
      '\u2028x',
      '..//',
      '{{unsubscribeUrl}}',
    ];
    for (const [index, firstName] of evil.entries()) {
      const to = `bob${index}@mailbox.dev`;
      await scene.call('create_subscriber', { email: to, firstName });
      const { links } = await scene.sent({
        to,
        markdown: '[a](https://shop.example/{{firstName}}) [b](https://shop.example/?n={{firstName}})',
      });
      expect(links).toHaveLength(2);
      for (const link of links) {
        const { status, headers } = await scene.follow(link);
        expect([firstName, status]).toEqual([firstName, 302]);
        const { origin, username } = new URL(headers.get('location')!);
        expect([origin, username]).toEqual(['https://shop.example', '']);
      }
    }
  });

  test('if its subscriber was erased or click tracking is off', async () => {
    const scene = await open();
    const { links, pixel } = await scene.sent();
    await scene.call('update_domain', { id: 'acme.dev', click_tracking: false });
    const plain = await scene.sent();
    expect(plain.links).toEqual([]);
    expect(plain.pixel).not.toBe('');
    const { engine } = scene.platform;
    const token = linkToken(engine, 'click', { organization: scene.organization.key, id: plain.id });
    await leadsNowhere(scene, `/c/${token}/${links[0]!.split('/').at(-1)}`);
    await scene.call('delete_subscriber', { subscriber: 'ada@mailbox.dev' });
    await leadsNowhere(scene, links[0]!);
    expect((await scene.follow(pixel)).status).toBe(200);
  });
});

test('a pixel does not reveal which mails exist', async () => {
  const scene = await open();
  const { id, pixel } = await scene.sent();
  const right = await scene.follow(pixel);
  const changed = pixel.replace(/.\.gif$/, (end) => (end[0] === 'A' ? 'B.gif' : 'A.gif'));
  for (const path of [changed, '/o/x.gif', '/o/x', '/o/.gif', '/o/%00', pixel.replace('/o/1', '/o/2')]) {
    const answer = await scene.follow(path);
    expect([path, answer.status, answer.text]).toEqual([path, 200, right.text]);
    const facts = (reply: HttpReply) => [...reply.headers].filter(([name]) => name !== 'x-request-id');
    expect(facts(answer)).toEqual(facts(right));
  }
  expect(await scene.noted(id)).toHaveLength(1);
});

describe('an event caused by a machine', () => {
  verifies('email.machine-events', "is marked as such and never becomes the mail's last event", async () => {
    const scene = await open();
    const { id, links, pixel } = await scene.sent();
    const head = await scene.follow(links[0]!, {}, 'HEAD');
    expect([head.status, head.headers.get('location')]).toEqual([
      302,
      'https://shop.example/a?to=ada%40mailbox.dev&x=1',
    ]);
    await scene.follow(links[0]!, { 'sec-purpose': 'prefetch' });
    await scene.follow(pixel, { 'user-agent': 'Mozilla/5.0' });
    await scene.follow(links[1]!, { 'user-agent': 'curl/8.5.0' });
    const noted = await scene.noted(id);
    expect(noted.map(({ machine }) => machine)).toEqual([true, true, true, true]);
    expect(noted.map(({ data }) => data.reasons)).toEqual([
      ['head'],
      ['prefetch', 'known_machine'],
      ['privacy_proxy'],
      ['program', 'burst'],
    ]);
    expect((await scene.get(id)).last_event).toBe('sent');
  });

  test("is left out of click lists and does not update the recipient's activity", async () => {
    const scene = await open();
    const { id, links, pixel } = await scene.sent();
    await scene.follow(links[0]!, {}, 'HEAD');
    await scene.follow(links[1]!, { 'user-agent': 'curl/8.5.0' });
    await scene.follow(pixel, { 'user-agent': 'Mozilla/5.0' });
    for (const last_event of ['clicked', 'opened']) {
      const { output } = await scene.call('list_emails', { last_event });
      expect((output as Answer).data).toEqual([]);
    }
    expect(await scene.lastActivityAt()).toBeNull();
    await scene.clock.advance(minuteMs);
    await scene.follow(links[1]!, { 'user-agent': firefox.replaceAll('140', '141') });
    const { output } = await scene.call('list_emails', { last_event: 'clicked' });
    expect((output as Answer).data).toMatchObject([{ id }]);
  });

  test("does not use up the limit for a person's later events", async () => {
    const scene = await open();
    const { id, links } = await scene.sent();
    for (let hit = 0; hit < 12; hit += 1) await scene.follow(links[0]!, { 'user-agent': 'curl/8.5.0' });
    await scene.clock.advance(minuteMs);
    await scene.follow(links[1]!);
    const noted = await scene.noted(id);
    expect(noted.filter(({ machine }) => machine)).toHaveLength(5);
    expect(noted.at(-1)).toMatchObject({ machine: false, data: { link: 'https://blog.example/' } });
  });
});

describe('tracking of a mail', () => {
  test('rewrites the delivered mail, not the mail shown by get_email', async () => {
    const scene = await open();
    const { id, html, links, pixel } = await scene.sent();
    expect(html).not.toContain('https://shop.example');
    expect(html).not.toContain('{{');
    const shown = await scene.get(id);
    expect(shown.html).toContain('https://shop.example/a?to=ada%40mailbox.dev&amp;x=1');
    expect(shown.html).not.toContain('/c/1');
    expect(shown.html).not.toContain('/o/1');
    const view = linkToken(scene.platform.engine, 'view', { organization: scene.organization.key, id });
    const page = await scene.follow(`/v/${view}`);
    expect(page.text).toContain('https://shop.example/a?to=');
    for (const path of [...links, pixel]) expect(page.text).not.toContain(path);
    expect(scene.mailbox.messages.at(-1)!.text).toContain(
      'Shop <https://shop.example/a?to=ada%40mailbox.dev&x=1>',
    );
  });

  test('follows the domain settings in v2, alone and in a batch', async () => {
    const scene = await open();
    await scene.call('update_domain', { id: 'acme.dev', open_tracking: false });
    const { pixel, links } = await scene.sent();
    expect([pixel, links.length]).toEqual(['', 2]);
    const email = {
      from: 'hello@acme.dev',
      to: 'ada@mailbox.dev',
      subject: 'x',
      markdown: '[a](https://a.example/)',
    };
    await scene.call('send_email_batch', { emails: [email, { ...email, from: 'hello@other.dev' }] });
    await scene.deliver();
    const [own, other] = scene.mailbox.messages.slice(-2).map(({ html }) => html);
    expect([own!.includes('/c/1'), own!.includes('/o/1')]).toEqual([true, false]);
    expect([other!.includes('/c/1'), other!.includes('/o/1')]).toEqual([false, false]);
    const refused = await scene.http('POST', '/api/v2/emails', { body: { ...email, tracking: true } });
    expect(refused.status).toBe(400);
  });

  test.each([
    [true, [true, true]],
    [false, [false, false]],
    [{ opens: true }, [true, true]],
    [{ opens: true, clicks: false }, [true, false]],
    [{ clicks: false }, [false, false]],
    [undefined, [false, true]],
    ['yes', [false, true]],
    [{ opens: 'yes' }, [false, true]],
  ])('follows the field %j in v1, else the domain settings', async (tracking, expected) => {
    const scene = await open();
    await scene.call('update_domain', { id: 'acme.dev', open_tracking: false });
    const body = {
      from: 'hello@acme.dev',
      to: 'ada@mailbox.dev',
      subject: 'x',
      content: '[a](https://a.example/)',
    };
    const answer = await scene.http('POST', '/api/v1/emails', { body: { ...body, tracking } });
    expect(answer.body).toMatchObject({ success: true, message: 'Email accepted' });
    await scene.deliver();
    const { html } = scene.mailbox.messages.at(-1)!;
    expect([html.includes('/o/1'), html.includes('/c/1')]).toEqual(expected);
  });

  test('is the same for a body rendered in the worker thread', async () => {
    const scene = await open();
    const long = `${markdown}\n\n${'A long letter. '.repeat(2_000)}`;
    const { id, links, pixel } = await scene.sent({ markdown: long });
    expect(links).toHaveLength(2);
    expect((await scene.follow(links[1]!)).headers.get('location')).toBe('https://blog.example/');
    expect((await scene.follow(links[1]!.replace('/2-', '/3-'))).headers.get('location')).toBe(
      'https://blog.example/',
    );
    expect((await scene.follow(`${links[1]!.slice(0, -1)}!`)).status).toBe(404);
    await scene.follow(pixel);
    expect(await scene.noted(id)).toHaveLength(3);
  });
});
