import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMail } from './scenes/mail.ts';
import { baseUrl, type Console, openConsole } from './scenes/open-console.ts';

/** Live updates of the inbox. */

const from = 'Fernhill Books <hello@fernhill.dev>';

let scene: Console;
let ids: Awaited<ReturnType<typeof addMail>>;

beforeAll(async () => {
  scene = await openConsole();
  ids = await addMail(scene);
});
afterAll(() => scene?.close());

test('new mail appears in the open inbox within 300 ms, while an open mail stays', async () => {
  const page = await scene.signIn();
  await page.goto(`${baseUrl}/console/inbox/${ids.code}`);
  await page.evaluate(
    'new Promise((resolve) => new EventSource("/console/live").addEventListener("ready", resolve))',
  );
  const appeared = page.evaluate<number>(
    `new Promise((resolve) => {
       const look = () => document.querySelector('#inbox-list').innerText.includes('Fresh from the press') ? resolve(Date.now()) : setTimeout(look, 5);
       look();
     })`,
  );
  const sentAt = Date.now();
  await scene.use('send_email', {
    from,
    to: 'new@reader-mail.dev',
    subject: 'Fresh from the press',
    markdown: 'Hello.',
  });
  expect((await appeared) - sentAt).toBeLessThan(process.env.CI ? 2_000 : 300);
  expect(await page.evaluate('document.querySelector("main h1").textContent')).toBe(
    'Your sign-in code is 482 913',
  );
  expect(page.faults).toEqual([]);
  await page.close();
});

test('a hidden inbox holds no connection, and is current when it is shown again', async () => {
  const { platform } = scene;
  const { mailWatch } = platform.platform.engine;
  const streams = async (count: number): Promise<void> => {
    await expect.poll(() => mailWatch.waiting(platform.organization.key), { timeout: 20_000 }).toBe(count);
  };
  const page = await scene.signIn();
  await page.goto(`${baseUrl}/console/inbox`);
  await streams(1);
  const setHidden = async (isHidden: boolean): Promise<void> => {
    await page.evaluate(
      `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
       document.dispatchEvent(new Event("visibilitychange"))`,
    );
  };
  await setHidden(true);
  await streams(0);
  await scene.use('send_email', {
    from,
    to: 'late@reader-mail.dev',
    subject: 'While you were away',
    markdown: 'Hello.',
  });
  await setHidden(false);
  await streams(1);
  const list = () => page.evaluate<string>('document.querySelector("#inbox-list").innerText');
  await expect.poll(list, { timeout: 20_000 }).toContain('While you were away');
  await page.close();
});
