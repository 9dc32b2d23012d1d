import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { printedLink } from '../../../../../src/engine/people/sign-in-links.ts';
import { dayMs } from '../../../../../src/model/instant.ts';
import type { OrganizationRecord } from '../../../../../src/model/organization/organization.ts';
import { describeBrowser } from '../../../../../src/model/person/describe-browser.ts';
import { OrganizationStore } from '../../../../../src/store/store.ts';
import { assistantOf } from '../../../../spec/assistants/assistant.ts';
import { openPlatform, type SimulatedPlatform } from '../../../../world/platform.ts';
import { databases } from '../../../../world/postgres/databases.ts';
import { type Browser, browser, keyOf, linkFor, personIn, signedIn } from '../../scene.ts';

const hostile = '"><img src=x onerror=alert(1)>';
const settings = '/console/settings';

describe.each(databases)('the settings on %s', (_name, open) => {
  let platform: SimulatedPlatform;
  let organization: OrganizationRecord;
  let token: string;
  let at: Browser;
  let viewer: Browser;

  beforeAll(async () => {
    platform = await openPlatform({ database: await open() });
  });
  beforeEach(async () => {
    ({ organization, token } = await platform.addOrganization('Acme'));
    at = await signedIn(platform, await personIn(platform, organization));
    viewer = await signedIn(
      platform,
      await personIn(platform, organization, { name: 'Vi', email: 'vi@gmail.com', roles: ['viewer'] }),
    );
  });
  afterAll(async () => {
    await platform.close();
  });

  const current = async () => (await platform.platform.engine.store.organizations.byKey(organization.key))!;
  const log = async (tool: string) => {
    const caller = platform.caller('v2', await current());
    return (await platform.call('list_audit_log', { tool }, { caller })).output as { data: object[] };
  };

  test('save the name and the time zone, and the audit log names the person', async () => {
    const saved = await at.post(settings, { name: 'Acme Books', timezone: 'Europe/Lisbon' });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${settings}?done=saved`]);
    expect(await current()).toMatchObject({ name: 'Acme Books', timezone: 'Europe/Lisbon' });
    expect((await at.get(`${settings}?done=saved`)).text).toContain('Saved.');
    expect((await log('update_organization_settings')).data).toMatchObject([
      { door: 'console', person: { name: 'Ada' }, outcome: 'done' },
    ]);
  });

  test('save the sender and show a fault at its field with the typed values', async () => {
    const form = {
      fromName: 'Acme',
      fromAddress: 'hello@acme.dev',
      replyTo: 'help@acme',
      postalAddress: '1 Main Street',
    };
    const refused = await at.post(`${settings}/sending`, { ...form, replyTo: 'not an address' });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/id="replyTo"[^>]*value="not an address"[^>]*aria-invalid="true"/);
    expect(refused.text).toContain('id="replyTo-fault"');
    expect(refused.text).toContain('value="hello@acme.dev"');
    const saved = await at.post(`${settings}/sending`, {
      ...form,
      replyTo: 'help@acme.dev',
      doubleOptIn: 'on',
    });
    expect(saved.status).toBe(303);
    expect(await current()).toMatchObject({
      defaultFrom: '"Acme" <hello@acme.dev>',
      defaultReplyTo: 'help@acme.dev',
      postalAddress: '1 Main Street',
      doubleOptIn: true,
    });
    expect(
      (await at.post(`${settings}/sending`, { fromName: '', fromAddress: '', replyTo: '' })).status,
    ).toBe(303);
    expect(await current()).toMatchObject({ defaultFrom: null, postalAddress: null, doubleOptIn: false });
  });

  test('are read-only for a viewer', async () => {
    for (const path of ['', '/sending', '/branding', '/audit-log', '/storage', '/account']) {
      const page = await viewer.get(settings + path);
      expect([path, page.status]).toEqual([path, 200]);
      expect(page.text).not.toContain('>Save</button>');
      expect(page.text).not.toContain(`href="${settings}/team"`);
    }
    expect((await viewer.get(`${settings}/team`)).status).toBe(403);
    expect((await viewer.post(settings, { name: 'x', timezone: 'UTC' })).status).toBe(403);
    expect((await viewer.post(`${settings}/sending`, {})).status).toBe(403);
  });

  test('keep the places of earlier versions', async () => {
    for (const [old, place] of [
      ['/console/people', '/team'],
      ['/console/people/per_1', '/team/per_1'],
      ['/console/account', '/account'],
    ]) {
      expect((await at.get(old!)).headers.get('location')).toBe(settings + place);
    }
  });

  test('show hostile text as text', async () => {
    const caller = platform.caller('v2', await current());
    await platform.call('update_organization_settings', { postal_address: hostile }, { caller });
    await platform.call('create_tag', { name: hostile }, { caller });
    await platform.call('create_token', { name: hostile, scopes: ['emails.read'] }, { caller });
    for (const path of ['/sending', '/branding', '/audit-log', '/storage']) {
      const { text } = await at.get(settings + path);
      expect(text).not.toContain('<img');
    }
    expect((await at.get(`${settings}/audit-log?token=${encodeURIComponent(hostile)}`)).text).not.toContain(
      '<img',
    );
  });

  test('show the audit log as sentences, by action and by day, in pages', async () => {
    const made = { name: 'Leeds', scopes: ['emails.read'] };
    await platform.http('POST', '/api/v2/tokens', { token, body: made });
    await platform.clock.advance(dayMs);
    at = await signedIn(platform, await personIn(platform, organization, { email: 'new@gmail.com' }));
    await at.post(settings, { name: 'Acme', timezone: 'UTC' });
    const whole = (await at.get(`${settings}/audit-log`)).text;
    expect(whole).toContain('<b><bdi>You</bdi></b> changed the settings.');
    expect(whole).toContain('created the token <bdi>Leeds</bdi>');
    expect(whole).not.toContain('create_token.');
    const yesterday = (await at.get(`${settings}/audit-log?period=yesterday`)).text;
    expect(yesterday).toContain('created the token <bdi>');
    expect(yesterday).not.toContain('changed the settings.');
    const one = (await at.get(`${settings}/audit-log?action=update_organization_settings`)).text;
    expect(one).not.toContain('created the token <bdi>');
    expect((await at.get(`${settings}/audit-log?action=send_campaign`)).text).toContain('No entries match');
  });

  test('show the audit log of one person, one assistant or one token, in pages', async () => {
    const { token: secret } = await platform.addToken(organization, { name: 'Robot', assistant: true });
    const assistant = assistantOf(platform, { token: secret });
    for (const name of ['books', 'films']) await assistant.call('create_tag', { name });
    for (let n = 0; n < 60; n += 1) {
      const body = { name: `Key ${n}`, scopes: ['emails.read'] };
      await platform.http('POST', '/api/v2/tokens', { token, body });
    }
    await at.post(settings, { name: 'Acme', timezone: 'Europe/Lisbon' });
    const whole = (await at.get(`${settings}/audit-log`)).text;
    const value = (title: string): string =>
      new RegExp(`<option value="([^"]+)">${title}</option>`).exec(whole)![1]!;
    expect(whole).toMatch(
      /<optgroup label="People">.*>Ada<.*<optgroup label="Assistants">.*>Robot<.*<optgroup label="Tokens">/s,
    );
    const of = async (by: string, more = '') =>
      (await at.get(`${settings}/audit-log?by=${encodeURIComponent(by)}${more}`)).text;
    const robot = await of(value('Robot'));
    expect(robot).toContain('created the tag <bdi>films</bdi>');
    expect(robot).not.toContain('<bdi>Key');
    expect(robot).not.toContain('changed the settings');
    const ada = await of(value('Ada'));
    expect(ada).toContain('changed the settings.');
    expect(ada).not.toContain('created the tag');
    expect(await of(value('Ada'), '&action=create_tag')).toContain('No entries match');
    const first = await of(value('First token'));
    expect(first).toContain('<bdi>Key 59</bdi>');
    const [, older] = /href="([^"]*after=aud_[^"]*)"/.exec(first) ?? [];
    expect(older?.replaceAll('&amp;', '&')).toContain(`by=${encodeURIComponent(value('First token'))}`);
    const next = (await at.get(older!.replaceAll('&amp;', '&'))).text;
    expect(next).toContain('<bdi>Key 0</bdi>');
    expect(next).not.toContain('<bdi>Key 59</bdi>');
    expect(await of('person:"><b>')).not.toContain('"><b>');
    expect((await viewer.get(`${settings}/audit-log`)).text).not.toContain('<optgroup label="People">');
  });
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge on macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.9.1', 'Unknown browser'],
  [null, 'Unknown browser'],
])('the browser %s is described as %s', (userAgent, words) => {
  expect(describeBrowser(userAgent)).toBe(words);
});

test('a session shows its browser in words', async () => {
  const platform = await openPlatform();
  const person = await personIn(platform, platform.organization);
  const here = browser(platform);
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  await here.post('/console/sign-in/link', { key: keyOf(await linkFor(platform, person)) }, { headers });
  expect((await here.get(`${settings}/account`)).text).toContain('>Firefox on Linux</span>');
  await platform.close();
});

test('a browser at the loopback address is led to localhost, where passkeys work', async () => {
  const platform = await openPlatform({ settings: { baseUrl: 'http://127.0.0.1:3025' } });
  const person = await personIn(platform, platform.organization);
  const { engine } = platform.platform;
  const link = await engine.store.database.transaction((queries) =>
    printedLink(
      engine,
      new OrganizationStore(queries, person.organization),
      person,
      engine.world.clock.now(),
    ),
  );
  expect(link).toMatch(/^http:\/\/localhost:3025\/console\/sign-in\/link\?key=/);
  const here = browser(platform);
  const led = await here.get('/console/sign-in?return=/console/emails');
  expect([led.status, led.headers.get('location')]).toEqual([
    303,
    'http://localhost:3025/console/sign-in?return=%2Fconsole%2Femails',
  ]);
  const named = await here.get('/console/sign-in', { headers: { host: 'localhost:3025' } });
  expect(named.status).toBe(200);
  expect(named.text).toContain('Continue with a passkey');
  await platform.close();
});
