import { join } from 'node:path';
import { expect } from 'vitest';
import type { Page } from './browser.ts';
import { lowContrasts } from './contrast.ts';

/** Reads and operates an app in the frame of its host. */

const pictures = process.env.POSTHOUSE_TEST_PICTURES;
/** Each lookup queries the browser, which takes about a millisecond. */
const questionsMax = 10_000;
/** Frames that a browser draws before a started change is visible. */
const drawingsWaited = 12;

/** Writes pictures for a person to look at, if they asked for them. */
export async function picture(on: Page, name: string): Promise<void> {
  if (pictures) await on.screenshot(join(pictures, `app-${name}.png`));
}

/** Waits until the expression holds, because a browser needs an unknown time to draw. */
export async function until(on: Page, expression: string): Promise<void> {
  for (let questions = 0; questions < questionsMax; questions += 1) {
    if (await on.evaluate<boolean>(`Boolean(${expression})`)) return;
  }
  throw new Error(`it never came to ${expression}`);
}

/** Waits until every started change is visible, also in a mail’s frame. */
export async function settled(on: Page): Promise<void> {
  await on.evaluate(`(() => {
    let left = ${drawingsWaited};
    host.settled = false;
    const draw = () => { left -= 1; if (left > 0) requestAnimationFrame(draw); else host.settled = true; };
    requestAnimationFrame(draw);
  })()`);
  await until(on, 'host.settled');
}

export const inApp = <Answer>(on: Page, expression: string) =>
  on.evaluate<Answer>(
    `(({ document, getComputedStyle }) => (${expression}))({ document: frames[0].document, getComputedStyle: (one) => frames[0].getComputedStyle(one) })`,
  );
export const textOf = (on: Page, selector: string) =>
  inApp<string>(on, `document.querySelector(${JSON.stringify(selector)}).innerText`);
export const press = (on: Page, id: string) => inApp(on, `document.getElementById('${id}').click()`);

/** All text is legible, the page needs no sideways scrolling, and the browser reports no fault. */
export async function looksRight(on: Page, name: string): Promise<void> {
  await settled(on);
  await picture(on, name);
  expect(on.faults).toEqual([]);
  expect(await inApp(on, lowContrasts)).toEqual([]);
  expect(await inApp(on, 'document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(
    0,
  );
  expect(await inApp(on, `document.querySelectorAll('h1').length`)).toBe(1);
}
