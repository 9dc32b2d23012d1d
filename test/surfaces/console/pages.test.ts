import { afterAll, beforeAll, expect, test } from 'vitest';
import { nav, pages } from '../../../src/surfaces/console/pages/index.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type Browser, browser, personIn, signedIn } from './scene.ts';

let platform: SimulatedPlatform;
let at: Browser;
const hostile = '"><img src=x onerror=alert(1)>\u202Egnp';

beforeAll(async () => {
  platform = await openPlatform();
  await platform.call('update_organization_settings', { name: hostile.replace('\u202E', '') });
  const organization = await platform.platform.engine.store.organizations.byKey(platform.organization.key);
  at = await signedIn(platform, await personIn(platform, organization!, { name: hostile }));
});
afterAll(async () => {
  await platform.close();
});

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types posthouse";

test('every page has the same strict security headers and complies with them', async () => {
  const shown = [...nav.map(({ href }) => href).filter((href) => href !== '/docs'), '/console/nothing'];
  for (const [who, paths] of [
    [at, shown],
    [browser(platform), ['/console/sign-in', '/console/sign-in/link?key=x']],
  ] as const) {
    for (const path of paths) {
      const { headers, text } = await who.get(path);
      expect(headers.get('content-security-policy'), path).toBe(policy);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).not.toMatch(/ style=|<style|javascript:| on\w+="|<script(?! src="\/console\/assets)/i);
    }
  }
});

test('names from other people are shown as isolated plain text', async () => {
  await platform.addToken(platform.organization, { name: hostile.slice(0, 40) });
  for (const path of [
    '/console',
    '/console/settings/team',
    '/console/settings/account',
    await personPath(),
  ]) {
    const { status, text } = await at.get(path);
    expect(status).toBe(200);
    expect(text).not.toContain('<img');
    expect(text).not.toContain('\u202E');
    expect(text).toContain('&lt;img');
  }
});

/** The page of the first person in the list. */
async function personPath(): Promise<string> {
  return /\/console\/settings\/team\/per_\w+/.exec((await at.get('/console/settings/team')).text)![0];
}

test('styles and scripts are cached until they change', async () => {
  const { text } = await at.get('/console');
  for (const [, url] of text.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)) {
    const file = await browser(platform).get(url!);
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(file.text).not.toMatch(/innerHTML|eval\(|url\(|@import/);
  }
  expect((await browser(platform).get('/console/assets/0/console.js')).status).toBe(404);
});

test('a request for this server under another host name is refused', async () => {
  const here = browser(platform);
  expect((await here.get('/console/sign-in', { headers: { host: 'evil.example' } })).status).toBe(403);
  expect((await here.get('/console/sign-in', { headers: { host: 'localhost:3000' } })).status).toBe(200);
});

test('every page except the sign-in pages requires a session', async () => {
  const open = pages.filter(({ access }) => access === 'open').map(({ method, path }) => `${method} ${path}`);
  expect(open.sort()).toEqual([
    'GET /console/sign-in',
    'GET /console/sign-in/link',
    'POST /console/sign-in',
    'POST /console/sign-in/link',
    'POST /console/sign-in/passkey',
  ]);
  for (const { method, path, access } of pages) {
    if (access === 'open') continue;
    const url = path.replace(':id', 'per_1');
    const here = browser(platform);
    const { status, headers } = method === 'GET' ? await here.get(url) : await here.post(url);
    expect([status, headers.get('location')?.slice(0, 24)], path).toEqual([303, '/console/sign-in?return=']);
  }
});

test('requests to the console do not count for the organization’s rate limit', async () => {
  const remaining = async () =>
    Number((await platform.http('GET', '/api/v2/organization')).headers.get('ratelimit-remaining'));
  const before = await remaining();
  for (let n = 0; n < 5; n += 1) await at.get('/console');
  expect(await remaining()).toBe(before - 1);
});

test('a body that is too long or not a form is refused', async () => {
  const here = browser(platform);
  const json = { headers: { 'content-type': 'application/json' } };
  expect((await here.post('/console/sign-in', { email: 'a' }, json)).status).toBe(400);
  expect((await here.post('/console/sign-in', { email: 'a'.repeat(70_000) })).status).toBe(413);
});
