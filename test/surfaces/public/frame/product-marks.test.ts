import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicLink } from '../../../../src/engine/content/public-links.ts';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { browser, linkFor, personIn, signedIn } from '../../console/scene.ts';

let platform: SimulatedPlatform;

beforeAll(async () => {
  platform = await openPlatform({ oauth: { kind: 'embedded' } });
});
afterAll(async () => {
  await platform.close();
});

test('console, documentation, sign-in of apps and public pages have a title, the name and the icon of the product', async () => {
  const { id } = (
    await platform.call('send_email', {
      from: 'news@example.com',
      to: ['ada@example.com'],
      subject: 'News',
      html: '<p>Hello</p>',
    })
  ).output as { id: string };
  const { engine } = platform.platform;
  const subject = { organization: platform.organization.key, id };
  const pages = [
    '/console/sign-in',
    '/docs',
    '/docs/reference/configuration',
    '/docs/nothing-here',
    '/oauth/authorize',
    publicLink(engine, 'unsubscribe', subject, '').slice(baseUrl.length),
    publicLink(engine, 'preferences', subject, '').slice(baseUrl.length),
    publicLink(engine, 'preferences', { ...subject, id: 'eml_gone' }, '').slice(baseUrl.length),
  ];
  for (const path of pages) {
    const { text } = await platform.http('GET', path, { token: null, headers: { accept: 'text/html' } });
    expect([path, /<title>[^<]{3,}<\/title>/.test(text)]).toEqual([path, true]);
    expect([path, text.includes('</svg>Posthouse')]).toEqual([path, true]);
    const [, icon] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? [];
    const file = await platform.http('GET', icon ?? 'none', { token: null });
    expect([path, file.status, file.headers.get('content-type')]).toEqual([path, 200, 'image/svg+xml']);
  }
});

test('the documentation and the console link to each other', async () => {
  const here = await signedIn(platform, await personIn(platform, platform.organization, { email: null }));
  expect((await here.get('/console')).text).toContain('href="/docs"');
  expect((await browser(platform).get('/console/sign-in')).text).toContain('href="/docs"');
  const docs = await platform.http('GET', '/docs', { token: null, headers: { accept: 'text/html' } });
  expect(docs.text).toContain('href="/console"');
  const app = await platform.http('GET', '/oauth/authorize', { token: null });
  expect(app.text).toContain('<a href="/console">Console</a> · <a href="/docs">Documentation</a>');
});

test('a documentation page shows a value in angle brackets as text', async () => {
  const pages = ['/docs/reference/tools', '/docs/reference/rest/emails', '/docs/reference/configuration'];
  for (const path of pages) {
    const { status, text } = await platform.http('GET', path, {
      token: null,
      headers: { accept: 'text/html' },
    });
    expect([path, status]).toEqual([path, 200]);
    expect([path, /<(?:address|name|id|code)>(?!<)[^<]{0,3}$/m.test(text)]).toEqual([path, false]);
    expect([path, text.includes('<address>')]).toEqual([path, false]);
  }
});

test('on the default installation, the printed link uses localhost and 127.0.0.1 leads to it', async () => {
  const local = await openPlatform({ settings: { baseUrl: 'http://127.0.0.1:3000' } });
  try {
    const { settings } = local.platform.engine;
    const person = await personIn(local, local.organization);
    expect(settings.baseUrl).toBe('http://127.0.0.1:3000');
    expect(await linkFor(local, person)).toContain('/console/sign-in/link?key=');
    const here = browser(local);
    const moved = await here.get('/console/sign-in?return=%2Fconsole', {
      headers: { host: '127.0.0.1:3000' },
    });
    expect([moved.status, moved.headers.get('location')]).toEqual([
      303,
      'http://localhost:3000/console/sign-in?return=%2Fconsole',
    ]);
    const page = await here.get('/console/sign-in', { headers: { host: 'localhost:3000' } });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Continue with a passkey');
    expect(page.text).toContain('rpId&quot;:&quot;localhost&quot;');
  } finally {
    await local.close();
  }
});
