import { expect } from 'vitest';
import type { Page } from './browser.ts';
import { axeFindings } from './looks-right.ts';

/**
 * Checks that a page of the console just loaded works by keyboard: the first stop skips the navigation, each stop shows
 * the focus, and each dialog takes the focus and returns it.
 */
export async function worksByKeyboard(shown: Page, name: string): Promise<void> {
  await shown.press('Tab');
  const first = '(document.activeElement.closest("dialog, [autofocus]") ? "" : document.activeElement.hash)';
  expect([name, await shown.evaluate(first)]).toEqual([name, '#main']);
  expect([name, await shown.evaluate(focusFaults)]).toEqual([name, []]);
  const openers = await shown.evaluate<number>(`document.querySelectorAll(${JSON.stringify(opener)}).length`);
  for (let index = 0; index < openers; index += 1) {
    const dialog = await shown.evaluate<string>(openDialog(index));
    if (dialog === '') continue;
    const state = `(({ open }, { id }) => [open, document.activeElement?.closest('dialog')?.id === id])(document.getElementById('${dialog}'), document.getElementById('${dialog}'))`;
    expect([name, dialog, await shown.evaluate(state)]).toEqual([name, dialog, [true, true]]);
    expect([name, dialog, await axeFindings(shown, 'all', `#${dialog}`)]).toEqual([name, dialog, []]);
    await shown.press('Escape');
    const isBack = `!document.getElementById('${dialog}').open && document.activeElement.getAttribute('commandfor') === '${dialog}'`;
    expect([name, dialog, await shown.evaluate(isBack)]).toEqual([name, dialog, true]);
  }
}

const opener = 'button[command=show-modal]';

/** Opens the dialog of a visible opener by its number. Returns the id, or nothing for a hidden opener. */
const openDialog = (index: number): string => `(() => {
  const opener = document.querySelectorAll(${JSON.stringify(opener)})[${index}];
  if (!opener.checkVisibility()) return '';
  opener.focus();
  opener.click();
  return opener.getAttribute('commandfor');
})()`;

/** Stops without a visible focus, and stops out of the order of the page. */
const focusFaults = `(() => {
  const faults = [...document.querySelectorAll('[tabindex]')].filter(({ tabIndex }) => tabIndex > 0).map(({ outerHTML }) => 'out of order: ' + outerHTML);
  const stops = document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]');
  for (const stop of stops) {
    if (stop.disabled || stop.closest('dialog:not([open])') || !stop.checkVisibility({ visibilityProperty: true })) continue;
    stop.focus({ focusVisible: true, preventScroll: true });
    if (document.activeElement !== stop) { faults.push('takes no focus: ' + stop.outerHTML.slice(0, 200)); continue; }
    const shows = [stop, stop.closest('label'), stop.closest('tr, li')].some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    });
    if (!shows) faults.push('shows no focus: ' + stop.outerHTML.slice(0, 200));
  }
  document.activeElement.blur();
  return faults;
})()`;
