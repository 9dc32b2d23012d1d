import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Page, View } from './browser.ts';
import { lowContrasts } from './contrast.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = process.env.POSTHOUSE_TEST_PICTURES;

/** A phone and a desktop in both color schemes. Only colors differ between the schemes. */
export const views: readonly (Required<View> & { rules: 'all' | 'colors' })[] = [
  { width: 390, dark: false, rules: 'all' },
  { width: 390, dark: true, rules: 'colors' },
  { width: 1280, dark: true, rules: 'colors' },
  { width: 1280, dark: false, rules: 'all' },
];

/** 1,280 px at 200 % zoom, and the narrowest screen of WCAG 2.2 (1.4.10). */
const zoomedWidths = [640, 320];

/** Checks the shown page in every view, without loading it again, and at 200 % zoom. Ends at 1,280 px. */
export async function looksRightEverywhere(shown: Page, name: string): Promise<void> {
  for (const width of zoomedWidths) {
    await shown.view({ width, dark: false });
    expect([name, width, await shown.evaluate(overflow)]).toEqual([name, width, 0]);
  }
  for (const { rules, ...view } of views) {
    await shown.view(view);
    await looksRight(shown, `${name} ${view.width} ${view.dark ? 'dark' : 'light'}`, rules);
  }
}

/**
 * Checks that a page of the console has no faults, is no wider than the screen, is legible, and has no
 * findings of axe.
 */
export async function looksRight(shown: Page, name: string, rules: 'all' | 'colors' = 'all'): Promise<void> {
  await isLegible(shown, `console-${name}`);
  expect([name, await axeFindings(shown, rules)]).toEqual([name, []]);
}

/** The browser reports no fault, nothing overflows except in scrolling boxes, and all text is legible. */
export async function isLegible(shown: Page, name: string): Promise<void> {
  if (pictures) await shown.screenshot(join(pictures, `${name.replaceAll(/\W+/g, '-')}.png`));
  expect([name, shown.faults]).toEqual([name, []]);
  expect([name, await shown.evaluate(overflow)]).toEqual([name, 0]);
  expect([name, await shown.evaluate(lowContrasts)]).toEqual([name, []]);
}

const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Mails in frames are their authors’, and only experimental rules read the style sheets again. */
const quickly = { resultTypes: ['violations'], iframes: false, preload: false };

/** The findings of axe in a page, with the affected markup. */
export async function axeFindings(
  shown: Page,
  rules: 'all' | 'colors' = 'all',
  part = 'html',
): Promise<string[]> {
  if (!(await shown.evaluate<boolean>('"axe" in window'))) await shown.evaluate(axe);
  const options = {
    ...quickly,
    ...(rules === 'colors' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  };
  return await shown.evaluate(
    `axe.run(${JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  );
}
