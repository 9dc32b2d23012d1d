import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseUrl, openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Browser, launchBrowser } from './browser.ts';

/** Code and wide tables of the documentation in a browser. */

let platform: SimulatedPlatform;
let browser: Browser;

beforeAll(async () => {
  platform = await openPlatform();
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  browser = await launchBrowser({ 'posthouse.example:80': `127.0.0.1:${port}` });
});
afterAll(async () => {
  await browser?.close();
  await platform.platform.http.drain(0);
  await platform.close();
});

/** Returns the number of Copy buttons, and the code that one covers. */
const copies = `(() => {
  const buttons = [...document.querySelectorAll('.code button')];
  const covered = buttons.filter((button) => {
    const [a, b] = [button, button.closest('.code').querySelector('pre')].map((one) => one.getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  });
  return { amount: buttons.length, covered: covered.map((one) => one.closest('.code').textContent.slice(0, 80)) };
})()`;

test.each([390, 1280])(
  'no Copy button covers code, and no page is wider than the screen, at %i pixels',
  async (width) => {
    let buttons = 0;
    const page = await browser.open({ width });
    for (const path of ['/docs/reference/configuration', '/docs/guides/sdk', '/docs/reference/rest/emails']) {
      expect(await page.goto(baseUrl + path)).toBe(200);
      expect([path, await page.evaluate('document.documentElement.scrollWidth - innerWidth <= 0')]).toEqual([
        path,
        true,
      ]);
      // The clipboard needs a secure page, so the buttons are made by hand where it is missing.
      await page.evaluate(
        `if (!navigator.clipboard) for (const block of document.querySelectorAll('.code')) block.append(Object.assign(document.createElement('button'), { textContent: 'Copy' }))`,
      );
      const { amount, covered } = await page.evaluate<{ amount: number; covered: string[] }>(copies);
      expect([path, covered]).toEqual([path, []]);
      buttons += amount;
    }
    expect(buttons).toBeGreaterThan(5);
    await page.close();
  },
);
