import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sweep } from '../../../src/engine/worker/sweep.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../src/model/instant.ts';
import { signInLimits } from '../../../src/model/person/session.ts';
import { onBothDatabases } from '../../tools/both-databases.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { browser, keyOf, linkFor, personIn, signedIn } from './scene.ts';

const linkPath = '/console/sign-in/link';

onBothDatabases((place) => {
  test('a link opens a page and signs in only through its button, and once', async () => {
    const { platform, organization } = place();
    const person = await personIn(platform, organization);
    const link = await linkFor(platform, person);
    const here = browser(platform);
    for (let looks = 0; looks < 3; looks += 1) {
      const shown = await here.get(link);
      expect(shown.status).toBe(200);
      expect(shown.headers.get('set-cookie')).toBeNull();
    }
    const used = await here.post(linkPath, { key: keyOf(link) });
    expect(used.status).toBe(303);
    expect(used.headers.get('location')).toBe('/console');
    expect((await here.get('/console')).status).toBe(200);
    expect((await browser(platform).post(linkPath, { key: keyOf(link) })).status).toBe(410);
    expect((await browser(platform).get(link)).status).toBe(410);
  });

  test('fifty parallel uses of a link sign in only once', async () => {
    const { platform, organization } = place();
    const link = await linkFor(platform, await personIn(platform, organization));
    const uses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        browser(platform).post(linkPath, { key: keyOf(link) }, { peer: `10.1.${n}.1` }),
      ),
    );
    expect(uses.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(uses.filter(({ status }) => status === 410)).toHaveLength(49);
  });

  test('a link expires after five minutes', async () => {
    const { platform, organization } = place();
    const link = await linkFor(platform, await personIn(platform, organization));
    await platform.clock.advance(signInLimits.linkMs);
    expect((await browser(platform).post(linkPath, { key: keyOf(link) })).status).toBe(410);
  });

  test('sign-in secrets are stored only as their SHA-256', async () => {
    const { platform, organization } = place();
    const person = await personIn(platform, organization);
    const link = await linkFor(platform, person);
    const here = await signedIn(platform, person);
    const secret = here.cookie!.slice('posthouse='.length);
    const { reader } = platform.platform.engine.store.database;
    const kept = JSON.stringify([
      ...(await reader.all('SELECT * FROM person_sessions', [])),
      ...(await reader.all('SELECT * FROM sign_in_links', [])),
    ]);
    for (const one of [secret, keyOf(link)]) {
      expect(Buffer.from(one, 'base64url')).toHaveLength(32);
      expect(kept).not.toContain(one);
      expect(kept).toContain(createHash('sha256').update(one).digest('hex'));
    }
  });

  test('a session ends after twelve hours without a request, and after seven days in any case', async () => {
    const { platform, organization } = place();
    const person = await personIn(platform, organization);
    const idle = await signedIn(platform, person);
    const busy = await signedIn(platform, person);
    await platform.clock.advance(12 * hourMs - secondMs);
    expect((await busy.get('/console')).status).toBe(200);
    await platform.clock.advance(secondMs);
    expect((await idle.get('/console')).status).toBe(303);
    for (let hours = 12; hours < 7 * 24; hours += 6) {
      expect((await busy.get('/console')).status).toBe(200);
      await platform.clock.advance(6 * hourMs);
    }
    expect((await busy.get('/console')).status).toBe(303);
    expect(signInLimits.sessionMs).toBe(7 * dayMs);
  });

  test('a session is listed, and its person can end it from another session', async () => {
    const { platform, organization } = place();
    const person = await personIn(platform, organization);
    const [one, other] = [await signedIn(platform, person), await signedIn(platform, person)];
    const account = await one.get('/console/settings/account');
    const [end] = [
      ...account.text.matchAll(/action="(\/console\/settings\/account\/sessions\/pse_\w+\/end)"/g),
    ];
    expect((await one.post(end![1]!)).status).toBe(303);
    expect((await other.get('/console')).status).toBe(303);
    expect((await one.get('/console')).status).toBe(200);
    expect((await one.post('/console/sign-out')).headers.get('location')).toBe('/console/sign-in');
    expect(one.cookie).toBeNull();
  });

  test('signing in again ends the browser’s old session and creates another secret', async () => {
    const { platform, organization } = place();
    const person = await personIn(platform, organization);
    const here = await signedIn(platform, person);
    const before = here.cookie!;
    await here.post(linkPath, { key: keyOf(await linkFor(platform, person)) });
    expect(here.cookie).not.toBe(before);
    const stale = browser(platform);
    stale.cookie = before;
    expect((await stale.get('/console')).status).toBe(303);
  });

  test('links requested concurrently are counted one by one', async () => {
    const { platform, organization } = place();
    const email = `ada.${organization.key}@gmail.com`;
    const person = await personIn(platform, organization, { email });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        browser(platform).post('/console/sign-in', { email }, { peer: `192.0.2.${n}` }),
      ),
    );
    const { sessions } = platform.platform.engine.store.forOrganization(organization.key);
    const counted = async () => (await sessions.mailed(person.key, platform.clock.now())).person;
    for (let turns = 0; turns < 1_000 && (await counted()) < signInLimits.linksPerPersonMax; turns += 1)
      await settled();
    await settled();
    expect(await counted()).toBe(signInLimits.linksPerPersonMax);
  });

  test('expired links and sessions are deleted', async () => {
    const { platform, organization } = place();
    const { engine } = platform.platform;
    const person = await personIn(platform, organization);
    await signedIn(platform, person);
    const rows = async () =>
      (
        await engine.store.database.reader.all(
          `SELECT hash FROM person_sessions WHERE person = $1 UNION SELECT hash FROM sign_in_links WHERE person = $1`,
          [person.key],
        )
      ).length;
    await sweep(engine);
    expect(await rows()).toBe(2);
    await platform.clock.advance(signInLimits.idleMs + secondMs);
    await sweep(engine);
    expect(await rows()).toBe(1);
    await platform.clock.advance(dayMs);
    await sweep(engine);
    expect(await rows()).toBe(0);
  });

  test('each sign-in is in the audit log with the person', async () => {
    const { platform, organization, use } = place();
    const person = await personIn(platform, organization);
    await signedIn(platform, person);
    expect((await use('list_audit_log', { tool: 'sign_in' })).data).toMatchObject([
      { door: 'console', token: null, person: { id: person.id, name: 'Ada' }, outcome: 'done' },
    ]);
  });
});

test('the server accepts a form only from its own pages', async () => {
  const platform = await openPlatform();
  const person = await personIn(platform, platform.organization);
  const here = await signedIn(platform, person);
  const origin = baseUrl;
  const sent = async (headers: Record<string, string>) => {
    const request = new Request(`${origin}/console/sign-out`, {
      method: 'POST',
      headers: { cookie: here.cookie!, host: 'posthouse.example', ...headers },
      body: new URLSearchParams(),
    });
    return (await platform.platform.http.fetch(request)).status;
  };
  expect(await sent({})).toBe(403);
  expect(await sent({ origin: 'https://evil.example' })).toBe(403);
  expect(await sent({ origin: 'null' })).toBe(403);
  expect(await sent({ 'sec-fetch-site': 'cross-site', origin })).toBe(403);
  expect(await sent({ 'sec-fetch-site': 'same-site', origin })).toBe(403);
  expect(await sent({ 'sec-fetch-site': 'none', origin })).toBe(403);
  expect(await sent({ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' })).toBe(403);
  expect(await sent({ 'sec-fetch-site': 'same-origin', origin, host: 'evil.example' })).toBe(403);
  expect(await sent({ origin: 'https://posthouse.example' })).toBe(403);
  expect(await sent({ origin: 'http://posthouse.example:8080' })).toBe(403);
  expect((await here.get('/console')).status).toBe(200);
  expect(await sent({ origin })).toBe(303);
  await platform.close();
});

test('the session cookie is limited to this server, hidden from scripts, and marked as secure with https', async () => {
  const cookieAt = async (baseUrl: string) => {
    const platform = await openPlatform({ settings: { baseUrl } });
    const link = await linkFor(platform, await personIn(platform, platform.organization));
    const key = new URLSearchParams(link.slice(link.indexOf('?'))).get('key')!;
    const request = new Request(`${baseUrl}${linkPath}`, {
      method: 'POST',
      headers: { host: new URL(baseUrl).host, origin: baseUrl },
      body: new URLSearchParams({ key }),
    });
    const response = await platform.platform.http.fetch(request);
    await platform.close();
    return response.headers.get('set-cookie');
  };
  expect(await cookieAt('http://localhost:3000')).toMatch(
    /^posthouse=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
  );
  expect(await cookieAt('https://mail.example')).toMatch(
    /^__Host-posthouse=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test('a visitor who is signed out is sent to sign in and back, and never to another site', async () => {
  const platform = await openPlatform();
  const person = await personIn(platform, platform.organization);
  const here = browser(platform);
  const sent = await here.get('/console/settings/team/per_1?done=added');
  expect(sent.status).toBe(303);
  expect(sent.headers.get('location')).toBe(
    '/console/sign-in?return=%2Fconsole%2Fsettings%2Fteam%2Fper_1%3Fdone%3Dadded',
  );
  const signed = await signedIn(platform, person);
  const ledTo = async (path: string) =>
    (await signed.get(`/console/sign-in?${new URLSearchParams({ return: path })}`)).headers.get('location');
  expect(await ledTo('/console/settings/team/per_1?done=added')).toBe(
    '/console/settings/team/per_1?done=added',
  );
  const consent = `/oauth/authorize?${new URLSearchParams({ redirect_uri: 'https://app.example/a?b=c', state: 'ü *~' })}`;
  expect(await ledTo(consent)).toBe(consent);
  for (const elsewhere of [
    'https://evil.example/console',
    '//evil.example/console',
    '/\\evil.example',
    '/console\\..\\x',
    '/console//evil.example',
    '/console@evil.example',
    '/consolex',
    '/console/../docs',
    '/console/\r\nSet-Cookie: a=b',
    'javascript:alert(1)',
    '/console/sign-out',
    '/console/sign-in',
    '/oauth/authorize',
    '/oauth/token?a=b',
    '//oauth/authorize?a=b',
    '/oauth/authorize/../../docs?a=b',
    '/oauth/authorize?a=b\r\nSet-Cookie: a=b',
    '/oauth/authorize?a=//evil.example',
    '/oauth/authorize?a=b#evil',
    'https://evil.example/oauth/authorize?a=b',
    `/oauth/authorize?${'a'.repeat(6_000)}`,
  ]) {
    expect(await ledTo(elsewhere)).toBe('/console');
  }
  await platform.close();
});

test('a mailed link leads back to the request of an app', async () => {
  const platform = await openPlatform();
  await personIn(platform, platform.organization);
  const here = browser(platform);
  const back = '/oauth/authorize?client_id=https%3A%2F%2Fapp.example%2Fclient&scope=emails.read+tags.read';
  await here.post('/console/sign-in', { email: 'ada@gmail.com', return: back });
  await mailed(platform, 1);
  const { html } = platform.mailbox.messages[0]!;
  const link = /href="([^"]*sign-in\/link\?key=[^"]+)"/.exec(html)![1]!;
  const used = await here.post('/console/sign-in/link', { key: keyOf(link) });
  expect([used.status, used.headers.get('location')]).toEqual([303, back]);
  await platform.close();
});

test('a mailed link reaches the person and signs in, and its mail cannot be read here', async () => {
  const platform = await openPlatform();
  const person = await personIn(platform, platform.organization);
  const here = browser(platform);
  const [known, unknown] = [
    await here.post('/console/sign-in', { email: 'Ada@gmail.com', return: '/console/settings/account' }),
    await here.post('/console/sign-in', { email: 'eve@gmail.com', return: '/console/settings/account' }),
  ];
  expect(known.status).toBe(200);
  expect(known.text).toBe(unknown.text);
  await mailed(platform, 1);
  const { html } = platform.mailbox.messages[0]!;
  const link = /href="([^"]*sign-in\/link\?key=[^"]+)"/.exec(html)![1]!;
  const [email] = await emailsOf(platform);
  const read = [
    await platform.http('GET', `/api/v2/emails/${email!.id}`),
    await platform.http('GET', `/api/v2/emails/${email!.id}/source`),
    await platform.http('GET', '/api/v2/emails'),
  ].map(({ text }) => text);
  const source = (await platform.call('get_email', { id: email!.id, source: true })).output as {
    source: string;
  };
  for (const text of [...read, Buffer.from(source.source, 'base64').toString()]) {
    expect(text).not.toContain(keyOf(link));
    expect(text).not.toMatch(/key=/);
  }
  const used = await here.post(linkPath, { key: keyOf(link) });
  expect(used.headers.get('location')).toBe('/console/settings/account');
  expect(person.name).toBe('Ada');
  await platform.close();
});

test('link requests cannot fill a mailbox, slow another person down or lock them out', async () => {
  const platform = await openPlatform();
  const ada = await personIn(platform, platform.organization);
  await personIn(platform, platform.organization, { name: 'Eve', email: 'eve@gmail.com' });
  const link = await linkFor(platform, ada);
  const visitor = browser(platform);
  const peer = '203.0.113.9';
  const ask = (email: string, from: string) => visitor.post('/console/sign-in', { email }, { peer: from });
  for (let n = 0; n < signInLimits.attemptsPerAddressMax; n += 1) await ask('ada@gmail.com', peer);
  expect((await ask('ada@gmail.com', peer)).status).toBe(429);
  await mailed(platform, signInLimits.linksPerPersonMax);
  expect((await visitor.post(linkPath, { key: 'x' }, { peer })).status).toBe(429);
  // From the very same network a valid link is accepted.
  expect((await browser(platform).post(linkPath, { key: keyOf(link) }, { peer })).status).toBe(303);
  expect((await ask('eve@gmail.com', '198.51.100.7')).status).toBe(200);
  await mailed(platform, signInLimits.linksPerPersonMax + 1);
  await platform.clock.advance(15 * minuteMs);
  expect((await ask('ada@gmail.com', peer)).status).toBe(200);
  await platform.close();
});

test("link requests all day do not use up the person's mail limit", async () => {
  const platform = await openPlatform();
  await personIn(platform, platform.organization);
  for (let n = 0; n < 12; n += 1) {
    await browser(platform).post('/console/sign-in', { email: 'ada@gmail.com' }, { peer: `198.51.100.${n}` });
    await settled();
    await platform.clock.advance(signInLimits.stretchMs);
  }
  await mailed(platform, signInLimits.linksPerPersonDayMax);
  const receipt = {
    from: 'shop@posthouse.example',
    to: 'ada@gmail.com',
    subject: 'Receipt',
    markdown: 'Thanks',
  };
  expect(await platform.call('send_email', receipt)).toMatchObject({ output: { id: expect.any(String) } });
  await platform.clock.advance(dayMs);
  await browser(platform).post('/console/sign-in', { email: 'ada@gmail.com' });
  await mailed(platform, signInLimits.linksPerPersonDayMax + 2);
  await platform.close();
});

test('without mail delivery no link is mailed, and the page names the alternative', async () => {
  for (const options of [{ settings: { delivery: 'capture' as const } }, { sendingEnabled: false }]) {
    const platform = await openPlatform(options);
    await personIn(platform, platform.organization);
    const here = browser(platform);
    expect((await here.get('/console/sign-in')).text).toContain('posthouse console');
    await here.post('/console/sign-in', { email: 'ada@gmail.com' });
    await settled();
    await platform.deliver();
    expect(await emailsOf(platform)).toEqual([]);
    await platform.close();
  }
});

test('a session with too many requests has to wait, and other sessions do not', async () => {
  const platform = await openPlatform();
  const person = await personIn(platform, platform.organization);
  const [fast, calm] = [await signedIn(platform, person), await signedIn(platform, person)];
  const statuses = new Set<number>();
  for (let n = 0; n < signInLimits.requestsPerMinuteMax; n += 1) {
    statuses.add((await fast.get('/console/nothing', { peer: `10.2.${n % 250}.1` })).status);
  }
  expect([...statuses]).toEqual([404]);
  expect((await fast.get('/console')).status).toBe(429);
  expect((await calm.get('/console')).status).toBe(200);
  await platform.close();
});

async function emailsOf({ call }: SimulatedPlatform): Promise<{ id: string }[]> {
  return ((await call('list_emails', {})).output as { data: { id: string }[] }).data;
}

/** Waits until this number of mails were sent; mail requested by a form is sent after the answer. */
async function mailed(platform: SimulatedPlatform, amount: number): Promise<void> {
  const { messages } = platform.mailbox;
  for (let turns = 0; turns < 1_000 && messages.length < amount; turns += 1) {
    await settled();
    await platform.deliver();
  }
  await settled();
  await platform.deliver();
  expect(messages).toHaveLength(amount);
}

/** Lets background work finish. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
