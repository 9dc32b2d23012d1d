import { parseMailbox } from '../../model/address.ts';
import { filled } from '../../model/approval/approval-words.ts';
import { dayMs, isoInstant } from '../../model/instant.ts';
import type { PersonRole } from '../../model/person/roles.ts';
import { stripInvisible } from '../../model/text/strip-invisible.ts';
import { type Html, html } from '../public/html.ts';
import { straight } from '../public/layout.ts';

/** Isolates untrusted text from its surroundings, whatever its direction. */
export function foreign(text: string): Html {
  return html`<bdi>${straight(text)}</bdi>`;
}

/** The name and the address of a sender, without the quotes of a header. */
export function renderSender(from: string): Html {
  const read = parseMailbox(from);
  if (!read.ok || read.mailbox.displayName === null) return foreign(from);
  const { displayName, address } = read.mailbox;
  return html`${foreign(stripInvisible(displayName))} <span class="quiet">${foreign(address)}</span>`;
}

/** A sender in a field or a code sample, without quotes unless the name needs them. */
export function plainSender(from: string): string {
  return from.replace(/^"([\p{L}\p{N} ]+)" </u, '$1 <');
}

/** Shows the exact time on hover and for machines. @param at epoch ms, or ISO 8601 */
export function renderTime(at: number | string, timeZone: string): Html {
  const exact = typeof at === 'string' ? at : isoInstant(at);
  return timeElement(exact, formatter('full', timeZone).format(new Date(exact)));
}

/** "10:42" on the same day, "Fri 15 May, 09:00" within the year around `now`, and "15 May 2025" otherwise. */
export function renderShortTime(at: number | string, timeZone: string, now: number): Html {
  const exact = typeof at === 'string' ? at : isoInstant(at);
  const date = new Date(exact);
  const day = formatter('date', timeZone);
  const isToday = day.format(date) === day.format(now);
  const isNear = Math.abs(date.getTime() - now) < nearDays * dayMs;
  const form = isToday ? 'time' : isNear ? 'near' : 'date';
  return timeElement(exact, formatter(form, timeZone).format(date));
}

/** With seconds, for the steps of a delivery: "10:42:03" on the same day, and "15 May 2025, 10:42:03" otherwise. */
export function renderExactTime(at: string, timeZone: string, now: number): Html {
  const date = new Date(at);
  const day = formatter('date', timeZone);
  const clock = formatter('seconds', timeZone).format(date);
  return timeElement(at, day.format(date) === day.format(now) ? clock : `${day.format(date)}, ${clock}`);
}

/** A year would be needed to tell apart two days of one name. */
const nearDays = 300;

const forms = {
  full: { dateStyle: 'medium', timeStyle: 'short' },
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
  near: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  weekday: { weekday: 'short' },
  dayOfMonth: { day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();
const formattersMax = 500;

/** Making a formatter takes longer than using it a hundred times. */
export function formatter(form: keyof typeof forms, timeZone: string): Intl.DateTimeFormat {
  const key = `${form} ${timeZone}`;
  let known = formatters.get(key);
  if (!known) {
    if (formatters.size >= formattersMax) formatters.clear();
    known = new Intl.DateTimeFormat('en-GB', { ...forms[form], timeZone });
    formatters.set(key, known);
  }
  return known;
}

function timeElement(exact: string, text: string): Html {
  return html`<time datetime="${exact}" title="${exact}">${text}</time>`;
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
