import type { OrganizationRecord } from '../../../src/model/organization/organization.ts';
import type { PersonRecord } from '../../../src/model/person/person.ts';
import type { PersonRole } from '../../../src/model/person/roles.ts';
import { personIn, signedIn } from '../../surfaces/console/scene.ts';
import { type OpenOptions, openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { type Browser, launchBrowser, type Page, type Visitor } from '../browser.ts';

/** Browsers have passkeys on names below localhost, without TLS. */
export const baseUrl = 'http://console.localhost';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects
type Answer = any;

/** The console of a platform in a browser. */
export type Console = {
  platform: SimulatedPlatform;
  browser: Browser;
  /** Calls a tool for the organization as it is now. */
  use(tool: string, input?: object): Promise<Answer>;
  organization(): Promise<OrganizationRecord>;
  /** Opens Home for a person; by default for an admin called Ada Whitfield. */
  signIn(visitor?: Visitor, wish?: Wish): Promise<Page>;
  close(): Promise<void>;
};

type Wish = { person?: PersonRecord; roles?: readonly PersonRole[]; organization?: OrganizationRecord };

export async function openConsole({ settings, ...options }: OpenOptions = {}): Promise<Console> {
  const platform = await openPlatform({ ...options, settings: { baseUrl, ...settings } });
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  const browser = await launchBrowser({ 'console.localhost:80': `127.0.0.1:${port}` });
  const organization = async (): Promise<OrganizationRecord> =>
    (await platform.platform.engine.store.organizations.byKey(platform.organization.key))!;
  let people = 0;
  return {
    platform,
    browser,
    organization,
    async use(tool, input = {}) {
      const caller = platform.caller('tools', await organization());
      return (await platform.call(tool, input, { caller })).output;
    },
    async signIn(visitor, { person, roles, organization: of } = {}) {
      people += 1;
      const wish = { name: 'Ada Whitfield', email: `ada${people}@gmail.com`, ...(roles && { roles }) };
      const signed = person ?? (await personIn(platform, of ?? (await organization()), wish));
      const { cookie } = await signedIn(platform, signed);
      const page = await browser.open(visitor);
      await page.giveCookie(baseUrl, cookie!);
      await page.goto(`${baseUrl}/console`);
      return page;
    },
    async close() {
      await browser.close();
      await platform.platform.http.drain(0);
      await platform.close();
    },
  };
}

/**
 * Follows links and presses buttons as a person does, and counts the clicks. Typing, choosing in a list and choosing a
 * file are no clicks.
 */
export type Clicks = {
  count: number;
  /** Clicks on a thing that changes the page without leaving it. */
  press(selector: string): Promise<void>;
  follow(selector: string): Promise<void>;
  download(selector: string): Promise<string>;
};

export function countClicks(page: Page): Clicks {
  const clicks: Clicks = {
    count: 0,
    async press(selector) {
      clicks.count += 1;
      await page.click(selector);
    },
    async follow(selector) {
      clicks.count += 1;
      await page.follow(selector);
    },
    async download(selector) {
      clicks.count += 1;
      return await page.downloaded(selector);
    },
  };
  return clicks;
}

/** Types as a person does: the field gets its value and its events. */
export async function type(page: Page, selector: string, text: string): Promise<void> {
  await page.evaluate(`{
    const field = document.querySelector(${JSON.stringify(selector)});
    field.value = ${JSON.stringify(text)};
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }`);
}

/** Visible text of the page’s main part, with single spaces. */
export async function readMain(page: Page): Promise<string> {
  return (await page.evaluate<string>('document.querySelector("main").innerText')).replaceAll(/\s+/g, ' ');
}
