import { join } from 'node:path';
import { expect } from 'vitest';
import type { Page } from './browser.ts';
import { lowContrasts } from './contrast.ts';

/** What a test sees of an app and does in it, in the frame of its host. */

const pictures = process.env.POSTHOUSE_TEST_PICTURES;
/** Each is a question to the browser, which takes about a millisecond. */
const questionsMax = 10_000;
/** Pictures that a browser draws before anything that was begun is to be seen. */
const drawingsWaited = 12;

/** For a person to look at, where they have asked for pictures. */
export async function picture(on: Page, name: string): Promise<void> {
  if (pictures) await on.screenshot(join(pictures, `app-${name}.png`));
}

/** A browser shows things in its own time. */
export async function until(on: Page, expression: string): Promise<void> {
  for (let questions = 0; questions < questionsMax; questions += 1) {
    if (await on.evaluate<boolean>(`Boolean(${expression})`)) return;
  }
  throw new Error(`it never came to ${expression}`);
}

/** Until what was begun is shown, a mail in its frame too. */
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

/** Nothing that cannot be read, nothing to push aside, nothing to complain of. */
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
