import { filled } from '../../model/approval/approval-words.ts';
import { isoInstant } from '../../model/instant.ts';
import type { PersonRole } from '../../model/person/roles.ts';
import { type Html, html } from '../public/html.ts';
import { straight } from '../public/layout.ts';

/** Isolates untrusted text from its surroundings, whatever its direction. */
export function foreign(text: string): Html {
  return html`<bdi>${straight(text)}</bdi>`;
}

/** Shows the exact time on hover and for machines. @param at epoch ms, or ISO 8601 */
export function renderTime(at: number | string, timeZone: string): Html {
  const exact = typeof at === 'string' ? at : isoInstant(at);
  const shown = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return html`<time datetime="${exact}" title="${exact}">${shown.format(new Date(exact))}</time>`;
}

export function inMarkup(words: string, values: Readonly<Record<string, Html>>): Html {
  const parts = filled(words, values);
  return html`${parts.map((part) => (typeof part === 'string' ? html`${part}` : part))}`;
}

/** Formats labels with their values. Null rows are left out. */
export function factList(rows: readonly (readonly [label: string, value: Html] | null)[]): Html {
  return html`<dl class="facts">
${rows.flatMap((row) => (row === null ? [] : [html`<dt>${row[0]}</dt><dd>${row[1]}</dd>\n`]))}</dl>`;
}

export const roleSentences: Readonly<Record<PersonRole, string>> = {
  viewer: 'Can see everything but change nothing',
  author: 'Can also edit campaigns, subscribers, tags and events, and send tests',
  approver: 'Can also approve or decline requests from assistants',
  admin: 'Can do everything in this organization and manage its people',
};
