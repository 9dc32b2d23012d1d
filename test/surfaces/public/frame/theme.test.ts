import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { browser, personIn, signedIn } from '../../console/scene.ts';

const appearance = '/console/settings/appearance';
let platform: SimulatedPlatform;

beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(async () => {
  await platform.close();
});

test('the theme that a person chooses is in the first byte of every page, and System removes it', async () => {
  const here = await signedIn(platform, await personIn(platform, platform.organization));
  const session = here.cookie!;
  expect((await here.get('/console')).text).toContain('data-theme="system"');
  const saved = await here.post(appearance, { theme: 'dark' });
  expect(saved.headers.get('location')).toBe(`${appearance}?done=saved`);
  expect(saved.headers.get('set-cookie')).toBe(
    'posthouse_theme=dark; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax',
  );
  here.cookie = `${session}; posthouse_theme=dark`;
  for (const path of [
    '/console',
    '/console/emails',
    appearance,
    '/console/nothing-here',
    '/console/health',
  ]) {
    expect((await here.get(path)).text).toContain('<html lang="en" data-theme="dark">');
  }
  expect((await here.get(appearance)).text).toMatch(/value="dark" checked/);
  const visitor = browser(platform);
  visitor.cookie = 'posthouse_theme=light';
  expect((await visitor.get('/console/sign-in')).text).toContain('data-theme="light"');
  here.cookie = session;
  expect((await here.post(appearance, { theme: 'system' })).headers.get('set-cookie')).toContain('Max-Age=0');
});

test('an unknown theme counts as System', async () => {
  const visitor = browser(platform);
  for (const theme of ['"><script>', 'sepia', '']) {
    visitor.cookie = `posthouse_theme=${theme}`;
    expect((await visitor.get('/console/sign-in')).text).toContain('data-theme="system"');
  }
  const here = await signedIn(platform, await personIn(platform, platform.organization, { email: null }));
  expect((await here.post(appearance, { theme: 'sepia' })).headers.get('set-cookie')).toContain('Max-Age=0');
});
