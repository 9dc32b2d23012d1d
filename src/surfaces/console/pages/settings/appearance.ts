import type { HttpAnswer } from '../../../http/request-response.ts';
import { isTheme, readTheme, type Theme, themeCookie, themes } from '../../../public/frame/theme.ts';
import { html } from '../../../public/html.ts';
import { button, choices, doneNotice, form } from '../../fields.ts';
import { seeOther } from '../../layout.ts';
import { sheet } from '../../look/parts.ts';
import type { ConsolePage, Visit } from '../../page.ts';
import { settingsPage, settingsPath } from './settings-frame.ts';

const here = `${settingsPath}/appearance`;

export const appearancePages: readonly ConsolePage[] = [
  { method: 'GET', path: here, answer: show },
  { method: 'POST', path: here, answer: save },
];

const words: Readonly<Record<Theme, { label: string; hint: string }>> = {
  system: { label: 'System', hint: 'Light or dark, as your device is set' },
  light: { label: 'Light', hint: 'Always light' },
  dark: { label: 'Dark', hint: 'Always dark' },
};

async function show(visit: Visit): Promise<HttpAnswer> {
  const chosen = readTheme(visit.request.headers);
  const options = themes.map((value) => ({ value, ...words[value], isChosen: value === chosen }));
  const body = html`${doneNotice(visit, { saved: 'Saved.' })}${sheet({
    title: 'Theme',
    body: form(here, html`${choices('theme', 'Colors of the console', options, 'radio')}${button('Save')}`),
    footer: html`<span>This browser remembers the theme for a year. Pages for recipients follow their own devices.</span>`,
  })}`;
  return await settingsPage(visit, { title: 'Appearance', body });
}

async function save({ form: sent }: Visit): Promise<HttpAnswer> {
  const theme = sent.get('theme') ?? '';
  return seeOther(`${here}?done=saved`, { 'Set-Cookie': themeCookie(isTheme(theme) ? theme : 'system') });
}
