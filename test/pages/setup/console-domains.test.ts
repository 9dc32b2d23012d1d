import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDomain } from '../scenes/domain.ts';
import { baseUrl, type Console, openConsole } from '../scenes/open-console.ts';

let scene: Console;

beforeAll(async () => {
  scene = await openConsole({ settings: { delivery: 'direct', bounceDomain: 'bounces.posthouse.example' } });
});
afterAll(() => scene?.close());

test('the page of a domain notices by itself that a missing record was published, and its copy buttons still work', async () => {
  const { domain, publishNext } = await addDomain(scene);
  const page = await scene.signIn();
  await page.goto(`${baseUrl}/console/domains/${domain}`);
  const note = 'document.querySelector("#records .note").innerText';
  expect(await page.evaluate(note)).toMatch(/^2 of 5 records are correct/);
  await publishNext();
  await expect.poll(() => page.evaluate(note)).toMatch(/^3 of 5 records are correct/);
  expect(await page.evaluate('document.querySelectorAll("#records [data-copy]:not([hidden])").length')).toBe(
    10,
  );
  expect(page.faults).toEqual([]);
  await page.close();
});
