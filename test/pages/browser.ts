import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Line, Message } from './chromium/line.ts';
import type { Chromium } from './chromium/start-chromium.ts';

/**
 * Headless Chromium, driven over its DevTools protocol: a test sees and does only what a person with a
 * browser could. `POSTHOUSE_TEST_CHROMIUM` names the program if it is not on the path.
 */
export type Browser = {
  /** Opens a page for a separate visitor, without cookies or history of others. */
  open(visitor?: Visitor): Promise<Page>;
  /** Hosts without a server that a page connected to. */
  refused: readonly string[];
  /** Closes all pages. */
  close(): Promise<void>;
};

export type View = { width?: number; dark?: boolean };
export type Visitor = View & { language?: string; zone?: string };

export type Page = {
  /** All problems the browser reports: console errors and policy violations. */
  faults: string[];
  /** Shows the page to another screen or color scheme, without loading it again. */
  view(view: View): Promise<void>;
  /** Signs in by the cookie of a session. */
  giveCookie(url: string, cookie: string): Promise<void>;
  /** URLs of all requests of this page, of its frames and its scripts. */
  requests: string[];
  /** Goes there and waits until it is shown. @returns the status of the answer */
  goto(url: string): Promise<number>;
  /** Clicks the first element that matches a selector. */
  click(selector: string): Promise<void>;
  /** Clicks at a position, in CSS pixels of the viewport: this also reaches into a closed frame. */
  clickAt(x: number, y: number): Promise<void>;
  /** Like `click`, for a click that leads to another page; waits for the page. */
  follow(selector: string): Promise<void>;
  /** Chooses a file in a file field. */
  attach(selector: string, name: string, text: string): Promise<void>;
  /** Clicks on something that downloads a file. @returns the suggested name of the file, which is not kept */
  downloaded(selector: string): Promise<string>;
  press(key: Key): Promise<void>;
  /** Like `press`, for a key that leads to another page. */
  pressThrough(key: Key): Promise<void>;
  /** Gives the visitor a device that creates passkeys and uses them without asking (WebAuthn Level 3, 11). */
  giveDevice(): Promise<void>;
  /** Slows the processor down, and adds a delay to each round trip, without a cache: a first visit with a phone. */
  slowDown(speed: { processorTimes: number; roundTripMs: number; bytesPerSecond: number }): Promise<void>;
  /** Runs a script of the test in every later document before its own scripts. */
  prepare(script: string): Promise<void>;
  /** Turns scripts off for the next pages. */
  withoutScripts(): Promise<void>;
  /** @returns the value of an expression; for a promise, its fulfilled value */
  evaluate<Answer>(expression: string): Promise<Answer>;
  screenshot(path: string): Promise<void>;
  close(): Promise<void>;
};

const keys = {
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Slash: { key: '/', code: 'Slash', windowsVirtualKeyCode: 191, text: '/' },
  Escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  ArrowDown: { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 },
} as const;
type Key = keyof typeof keys;

/**
 * Opens the Chromium that all files of a run share.
 *
 * @param hosts name resolution until `close`: `posthouse.example:80` to `127.0.0.1:4000`; every other name fails
 */
export async function launchBrowser(hosts: Record<string, string>): Promise<Browser> {
  // A benchmark starts its own Chromium, and cannot load the part of a test run.
  const { openChromium } = await import('./chromium/chromium.ts');
  return openBrowser(await openChromium(), hosts);
}

/** @param hosts as for `launchBrowser` */
export function openBrowser({ line, folder, relay }: Chromium, hosts: Record<string, string>): Browser {
  relay.places = hosts;
  const pages = new Set<Page>();
  return {
    async open(visitor = {}) {
      const page = await openPage(line, visitor, folder, () => pages.delete(page));
      pages.add(page);
      return page;
    },
    refused: relay.refused,
    async close() {
      for (const page of pages) await page.close();
      relay.places = {};
      relay.refused.length = 0;
    },
  };
}

/** Browsers request the icon by themselves, and a test that reloads a frame adds an entry without a person. */
const expectedIssues = /\/favicon\.ico|NavigationEntryMarkedSkippable/;

async function openPage(
  line: Line,
  { width = 1280, dark = false, language = 'en', zone }: Visitor,
  folder: string,
  closed: () => void,
): Promise<Page> {
  const { browserContextId } = await line.send('Target.createBrowserContext');
  const { targetId } = await line.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await line.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method: string, parameters?: object): Promise<Message> =>
    line.send(method, parameters, sessionId);
  const faults: string[] = [];
  const requests: string[] = [];
  let shown: (() => void) | null = null;
  let downloading: ((name: string) => void) | null = null;
  let status = 0;
  line.on(sessionId, (method, event) => {
    if (method === 'Page.loadEventFired') shown?.();
    if (method === 'Page.downloadWillBegin') downloading?.(event.suggestedFilename);
    if (method === 'Network.responseReceived' && event.type === 'Document') status = event.response.status;
    if (method === 'Network.requestWillBeSent') requests.push(event.request.url);
    if (method === 'Log.entryAdded' && event.entry.level === 'error') faults.push(event.entry.text);
    if (method === 'Runtime.exceptionThrown') faults.push(event.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled') faults.push(`console.${event.type}`);
    if (method === 'Audits.issueAdded' && !expectedIssues.test(JSON.stringify(event))) {
      faults.push(JSON.stringify(event.issue));
    }
  });
  // Sent together and handled in order, so there is no need to wait for each answer.
  await Promise.all([
    ...['Page', 'Network', 'Log', 'Runtime', 'DOM', 'Audits'].map((domain) => send(`${domain}.enable`)),
    send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Language': language } }),
    view({ width, dark }),
    ...(zone ? [send('Emulation.setTimezoneOverride', { timezoneId: zone })] : []),
  ]);

  async function view({ width = 1280, dark = false }: View): Promise<void> {
    await Promise.all([
      send('Emulation.setEmulatedMedia', {
        features: [
          { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
          // During a transition, the colors of two schemes mix.
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ],
      }),
      send('Emulation.setDeviceMetricsOverride', {
        width,
        height: 844,
        deviceScaleFactor: 1,
        mobile: width < 600,
      }),
    ]);
  }

  async function through(act: () => Promise<unknown>): Promise<void> {
    const next = new Promise<void>((resolve) => {
      shown = resolve;
    });
    await act();
    await next;
    shown = null;
  }

  async function click(selector: string): Promise<void> {
    const { root } = await send('DOM.getDocument');
    const { nodeId } = await send('DOM.querySelector', { nodeId: root.nodeId, selector });
    if (nodeId === 0) throw new Error(`nothing on the page is ${selector}`);
    await send('DOM.scrollIntoViewIfNeeded', { nodeId });
    // For a link broken over several lines, the middle of its first line: the middle of the whole may miss
    // it.
    const { quads } = await send('DOM.getContentQuads', { nodeId });
    const [left, top, , , right, bottom] = quads[0];
    await clickAt((left + right) / 2, (top + bottom) / 2);
  }

  async function clickAt(x: number, y: number): Promise<void> {
    const place = { x, y, button: 'left', clickCount: 1 };
    await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...place });
    await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...place });
  }

  async function press(key: Key): Promise<void> {
    await send('Input.dispatchKeyEvent', {
      type: 'text' in keys[key] ? 'keyDown' : 'rawKeyDown',
      ...keys[key],
    });
    await send('Input.dispatchKeyEvent', { type: 'keyUp', ...keys[key] });
  }

  return {
    faults,
    view,
    async giveCookie(url, cookie) {
      const [name, ...value] = cookie.split('=');
      await send('Network.setCookie', { url, name, value: value.join('='), httpOnly: true });
    },
    requests,
    async goto(url) {
      await through(() => send('Page.navigate', { url }));
      return status;
    },
    click,
    clickAt,
    follow: (selector) => through(() => click(selector)),
    async attach(selector, name, text) {
      const path = join(folder, name);
      await writeFile(path, text);
      const { root } = await send('DOM.getDocument');
      const { nodeId } = await send('DOM.querySelector', { nodeId: root.nodeId, selector });
      await send('DOM.setFileInputFiles', { nodeId, files: [path] });
    },
    async downloaded(selector) {
      await line.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
      const begun = new Promise<string>((resolve) => {
        downloading = resolve;
      });
      await click(selector);
      return await begun;
    },
    press,
    pressThrough: (key) => through(() => press(key)),
    async giveDevice() {
      await send('WebAuthn.enable');
      await send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
        },
      });
    },
    async slowDown({ processorTimes, roundTripMs, bytesPerSecond }) {
      await send('Network.setCacheDisabled', { cacheDisabled: true });
      await send('Emulation.setCPUThrottlingRate', { rate: processorTimes });
      await send('Network.emulateNetworkConditions', {
        offline: false,
        latency: roundTripMs,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      });
    },
    async prepare(source) {
      await send('Page.addScriptToEvaluateOnNewDocument', { source });
    },
    async withoutScripts() {
      await send('Emulation.setScriptExecutionDisabled', { value: true });
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async screenshot(path) {
      const { data } = await send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true });
      await writeFile(path, Buffer.from(data, 'base64'));
    },
    async close() {
      closed();
      line.forget(sessionId);
      await line.send('Target.disposeBrowserContext', { browserContextId });
    },
  };
}
