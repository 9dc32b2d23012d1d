import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkFor, personIn } from '../surfaces/console/scene.ts';
import { type Doorway, embedded, parameters, publish } from '../surfaces/oauth/scene.ts';
import { baseUrl, firstToken, openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser } from './browser.ts';
import { lowContrasts } from './contrast.ts';

/** Drives the OAuth pages in a browser, up to the redirect to the waiting app. */

const pictures = process.env.POSTHOUSE_TEST_PICTURES;
const app = createServer((request, response) => {
  arrived.push(request.url ?? '');
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>The app</title><h1>Back</h1>');
});
const arrived: string[] = [];

let platform: SimulatedPlatform;
let door: Doorway;
let browser: Browser;
let redirectUri: string;

beforeAll(async () => {
  platform = await openPlatform({ oauth: { kind: 'embedded' } });
  publish(platform);
  door = embedded(platform);
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const { port: appPort } = app.address() as AddressInfo;
  redirectUri = `http://127.0.0.1:${appPort}/callback`;
  browser = await launchBrowser({
    'posthouse.example:80': `127.0.0.1:${port}`,
    [`127.0.0.1:${appPort}`]: `127.0.0.1:${appPort}`,
  });
});
afterAll(async () => {
  await browser?.close();
  app.closeAllConnections();
  await new Promise((resolve) => app.close(resolve));
  await platform.close();
});

type Way = {
  decision: 'allow' | 'deny';
  dark: boolean;
  width: number;
  /** The language chosen on the first page, and a word expected on the second. */
  language: string;
  says: string;
  expected: RegExp;
};

const answers: Way[] = [
  {
    decision: 'allow',
    dark: false,
    width: 390,
    language: 'en',
    says: 'Send emails in the name',
    expected: /^\/callback\?code=phc_[\w-]+&state=the\+state&iss=/,
  },
  {
    decision: 'deny',
    dark: true,
    width: 1_280,
    language: 'de',
    says: 'E-Mails im Namen der Organisation verschicken',
    expected: /^\/callback\?error=access_denied&state=the\+state&iss=/,
  },
];

test.each(answers)(
  'a person can $decision and returns to the app',
  async ({ decision, dark, width, language, says, expected }) => {
    const page = await browser.open({ dark, width });
    const shown = async (name: string): Promise<void> => {
      if (pictures) await page.screenshot(join(pictures, `oauth-${name}-${decision}.png`));
      expect(await page.evaluate(lowContrasts)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    expect(await page.goto(door.address(parameters({ redirect_uri: redirectUri })))).toBe(200);
    await page.follow(`a[hreflang=${language}]`);
    expect(await page.evaluate('document.documentElement.lang')).toBe(language);
    await shown('sign-in');
    await page.evaluate(`document.querySelector('[name=token]').value = '${firstToken}'`);
    await page.follow('button[value=continue]');
    await shown('consent');
    expect(await page.evaluate('document.body.innerText')).toContain(says);
    await page.follow(`button[value=${decision}]`);
    expect(await page.evaluate('document.title')).toBe('The app');
    expect(arrived.at(-1)?.startsWith('/favicon') ? arrived.at(-2) : arrived.at(-1)).toMatch(expected);
    expect(await page.evaluate('document.referrer')).toBe('');
    // Apart from the app's own missing icon, the browser reports no fault.
    expect(page.faults).toEqual([]);
    await page.close();
  },
);

/** The console sends this header, which Chromium ignores over plain http. */
const ignoredHeader = /^The Cross-Origin-Opener-Policy header has been ignored/;

const decisions = [
  { dark: false, width: 390, language: 'en' },
  { dark: true, width: 390, language: 'de' },
  { dark: false, width: 1_280, language: 'fr' },
  { dark: true, width: 1_280, language: 'pt' },
  { dark: false, width: 1_280, language: 'es' },
];

test.each(decisions)(
  'a person signs in at the console in $language, returns to the app’s request and approves it with one click',
  async ({ dark, width, language }) => {
    const page = await browser.open({ dark, width });
    const name = `${language}-${width}-${dark ? 'dark' : 'light'}`;
    const shown = async (step: string): Promise<void> => {
      if (pictures) await page.screenshot(join(pictures, `oauth-session-${step}-${name}.png`));
      expect(await page.evaluate(lowContrasts)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    const person = await personIn(platform, platform.organization, { name, email: `${name}@gmail.com` });
    const asked = door.address(parameters({ redirect_uri: redirectUri, lang: language }));
    await page.goto(asked);
    await shown('signed-out');
    await page.follow('a.btn.main');
    expect(await page.evaluate('location.pathname')).toBe('/console/sign-in');
    // A link that the machine prints signs in, and the app's request is opened again.
    await page.goto(baseUrl + (await linkFor(platform, person)));
    await page.follow('button[type=submit]');
    expect(await page.goto(asked)).toBe(200);
    expect(await page.evaluate('document.body.innerText')).toContain(`${name}@gmail.com`);
    await shown('consent');
    await page.follow('button[value=allow]');
    expect(await page.evaluate('document.title')).toBe('The app');
    await page.goto(`${baseUrl}/console/settings/account`);
    await shown('account');
    await page.follow('form[action$="/end"] button');
    expect(await page.evaluate('document.body.innerText')).not.toContain('The Assistant');
    expect(page.faults.filter((fault) => !ignoredHeader.test(fault))).toEqual([]);
    await page.close();
  },
);
