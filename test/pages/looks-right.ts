import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Page } from './browser.ts';
import { lowContrasts } from './contrast.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = process.env.POSTHOUSE_TEST_PICTURES;

/**
 * Checks that a page of the console has no faults, is no wider than the screen, is legible, and has no
 * findings of axe.
 */
export async function looksRight(shown: Page, name: string): Promise<void> {
  if (pictures) await shown.screenshot(join(pictures, `console-${name.replaceAll(/\W+/g, '-')}.png`));
  expect([name, shown.faults]).toEqual([name, []]);
  const over = await shown.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect([name, over]).toEqual([name, 0]);
  expect([name, await shown.evaluate(lowContrasts)]).toEqual([name, []]);
  expect([name, await axeFindings(shown)]).toEqual([name, []]);
}

/** The findings of axe in a page, with the affected markup. */
export async function axeFindings(shown: Page): Promise<string[]> {
  await shown.evaluate(axe);
  return await shown.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  );
}
