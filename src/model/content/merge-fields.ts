import { withoutUnpairedBidi } from '../text/bidi.ts';
import { escapeHtml, escapeHtmlKeepingReferences } from './escape-html.ts';
import { foreignBraces, foreignTags, isFilter, isLogicWord } from './template/foreign-syntax.ts';
import { isKnownField, meantField } from './template/meant-field.ts';

/**
 * Merge fields without logic: `{{ firstName }}`, with a default `{{attributes.plan|free}}`. Filled values are
 * never parsed. `{{{name}}}` equals `{{name}}`: values are always escaped. A backslash shows a placeholder as
 * written. Foreign placeholders are left empty, because no reader may see raw braces.
 */

/** Values of one mail by name. The snapshot is stored with the mail, so that every attempt has the same content. */
export type MergeFields = Record<string, string>;

export type MergeSubscriber = {
  email: string;
  firstName: string | null;
  lastName: string | null;
  attributes: Record<string, string | number | boolean | null>;
};

export type MergeAddress = Pick<MergeSubscriber, 'email'>;

export type Placeholder = { name: string; fallback: string };

export type Mark =
  | ({ kind: 'field' } & Placeholder)
  | { kind: 'literal'; written: string }
  /** A foreign placeholder. @property name our field, if only its default uses a foreign filter */
  | { kind: 'foreign'; written: string; name: string | null };

export type ValuePlace = 'html' | 'text' | 'header' | 'urlPart' | 'mailboxPart' | 'wholeLink' | 'css';

/** Ten thousand placeholders of a megabyte each would not fit into memory, so further values stay empty. */
export const insertedCharactersMax = 8_000_000;
/** Stored per mail, and a campaign stores a row per recipient. Values beyond the limit are empty. */
export const keptValuesCharactersMax = 64 * 1024;
const cssValueCharactersMax = 100;

const fieldName = '[A-Za-z_][\\w.]{0,63}';
/** Markdown tables require a backslash before the bar, and JSON doubles it. */
const inside = `\\s*(${fieldName})\\s*(?:\\\\{0,2}\\|([^{}]*))?`;
const ours = `\\{\\{\\{${inside}\\}\\}\\}|\\{\\{${inside}\\}\\}`;
const mark = new RegExp(`(\\\\{1,2})?(?:${ours}|${foreignBraces}|(?<=\\\\)(?:${foreignTags}))`, 'iy');
const wholeFieldName = new RegExp(`^${fieldName}$`);

export function mergeFieldsIn(source: string): string[] {
  return namesOf(placeholdersIn(source));
}

export function holdsOtherMarks(text: string): boolean {
  let holds = false;
  eachMark(text, ({ kind }) => {
    holds = kind !== 'field';
    return holds ? 'stop' : undefined;
  });
  return holds;
}

/** Returns placeholders that occur at least once without a default, for `mergeWarnings`. */
export function mergeFieldsWithoutDefault(source: string): string[] {
  return namesWithoutDefault(placeholdersIn(source));
}

export function listPlaceholders(texts: readonly (string | null | undefined)[]): {
  names: string[];
  withoutDefault: string[];
} {
  const all = texts.flatMap((text) => (text ? placeholdersIn(text) : []));
  return { names: namesOf(all), withoutDefault: namesWithoutDefault(all) };
}

function namesOf(placeholders: readonly Placeholder[]): string[] {
  return [...new Set(placeholders.map(({ name }) => name))];
}

function namesWithoutDefault(placeholders: readonly Placeholder[]): string[] {
  return namesOf(placeholders.filter(({ fallback }) => fallback === ''));
}

/** Omits unknown names. @param recipient the address alone without a subscriber record; null without a recipient */
export function mergeValuesFor(
  names: readonly string[],
  recipient: MergeSubscriber | MergeAddress | null,
): MergeFields {
  const values: MergeFields = {};
  if (recipient === null) return values;
  let left = keptValuesCharactersMax;
  for (const name of names) {
    const value = valueKnown(name, recipient);
    if (value === undefined) continue;
    const fits = value.length <= left;
    values[name] = fits ? value : '';
    if (fits) left -= value.length;
  }
  return values;
}

/** Each unknown field is compared with the known fields, and a mail may contain a hundred thousand. */
const mergeWarningsMax = 100;

/** @param inWorkflow whether fields that start with `trigger.` are allowed */
export function mergeWarnings(
  names: readonly string[],
  inWorkflow: boolean,
): { field: string; message: string }[] {
  return names
    .slice(0, mergeWarningsMax)
    .map((field) => ({ field, message: mergeWarning(field, inWorkflow) }));
}

function mergeWarning(field: string, inWorkflow: boolean): string {
  if (field === confirmLink) return 'Only a subscriber has {{confirmUrl}}, so it is left empty';
  const isKnown = isKnownField(field) || (inWorkflow && field.startsWith(triggerPrefix));
  const meant = isKnown ? null : meantField(field);
  const repair = meant === null ? `give a default with {{${field}|text}}` : `did you mean {{${meant}}}?`;
  return `Nothing is known as {{${field}}}, so it is left empty; ${repair}`;
}

/** @param mode `html` escapes values, `text` keeps them, `header` puts them on one line */
export function fillMergeFields(text: string, values: MergeFields, mode: 'html' | 'text' | 'header'): string {
  let left = insertedCharactersMax;
  const written = new Map<string, string>();
  return replacePlaceholders(text, ({ name, fallback }) => {
    let filled = written.get(name);
    if (filled === undefined) {
      filled = valueAs(mergeValue(values, name), mode);
      written.set(name, filled);
    }
    if (filled === '') filled = defaultAs(fallback, mode);
    left -= filled.length;
    return left < 0 ? '' : filled;
  });
}

export function replacePlaceholders(text: string, write: (placeholder: Placeholder) => string): string {
  return replaceMarks(text, (found) => {
    if (found.kind === 'field') return write(found);
    if (found.kind === 'literal') return found.written;
    return found.name === null ? '' : write({ name: found.name, fallback: '' });
  });
}

export function replaceMarks(text: string, write: (mark: Mark) => string): string {
  let written = '';
  let from = 0;
  eachMark(text, (found, begin, end, prefix) => {
    written += text.slice(from, begin) + prefix + write(found);
    from = end;
  });
  return from === 0 ? text : written + text.slice(from);
}

export function writePlaceholder({ name, fallback }: Placeholder): string {
  return fallback === '' ? `{{${name}}}` : `{{${name}|${fallback}}}`;
}

/** Replaces some placeholders by text that is parsed again. @param write returns null to keep a placeholder */
export function rewritePlaceholders(
  text: string,
  write: (placeholder: Placeholder) => string | null,
): string {
  let written = '';
  let from = 0;
  eachMark(text, (found, begin, end, prefix) => {
    const placeholder = found.kind === 'foreign' ? { name: found.name, fallback: '' } : found;
    if (!('name' in placeholder) || placeholder.name === null) return undefined;
    const rewritten = write({ name: placeholder.name, fallback: placeholder.fallback });
    if (rewritten === null) return undefined;
    // A single backslash would turn a placeholder into literal text.
    const slashes = prefix !== '' && rewritten.startsWith('{{') ? prefix + prefix : prefix;
    written += text.slice(from, begin) + slashes + rewritten;
    from = end;
    return undefined;
  });
  return from === 0 ? text : written + text.slice(from);
}

export function marksIn(text: string): Mark[] {
  const marks: Mark[] = [];
  eachMark(text, (found) => {
    marks.push(found);
  });
  return marks;
}

/** @param visit receives the text that replaces the backslashes before the mark; returns `'stop'` to end */
function eachMark(
  text: string,
  visit: (mark: Mark, begin: number, end: number, prefix: string) => 'stop' | undefined,
): void {
  let brace = nextBraces(text, 0);
  let slash = text.indexOf('\\');
  while (brace !== -1 || slash !== -1) {
    const begin = slash === -1 || (brace !== -1 && brace < slash) ? brace : slash;
    mark.lastIndex = begin;
    const match = mark.exec(text);
    const end = match === null ? begin + 1 : mark.lastIndex;
    if (match !== null) {
      const [whole, slashes = '', ...groups] = match;
      const found = markOf(whole, slashes, groups);
      if (visit(found, begin, end, slashes.length === 2 ? '\\' : '') === 'stop') return;
    }
    if (brace !== -1 && brace < end) brace = nextBraces(text, end);
    if (slash !== -1 && slash < end) slash = text.indexOf('\\', end);
  }
}

/** Skips other braces, which stylesheets contain in large numbers. */
function nextBraces(text: string, from: number): number {
  let at = text.indexOf('{', from);
  while (at !== -1 && !beginsMark.has(text.charCodeAt(at + 1))) at = text.indexOf('{', at + 1);
  return at;
}

const beginsMark: ReadonlySet<number> = new Set(Array.from('{%#', (sign) => sign.charCodeAt(0)));

/** Returns `''` if there is no value. Ignores inherited properties. */
export function mergeValue(values: MergeFields, name: string): string {
  if (!Object.hasOwn(values, name)) return '';
  const value = values[name]!;
  return value.trim() === '' ? '' : value;
}

export function valueAs(value: string, place: ValuePlace): string {
  const clean = withoutUnpairedBidi(value.toWellFormed().replace(controlCharacters, ''));
  switch (place) {
    case 'html':
      return escapeHtml(clean);
    case 'text':
      return clean;
    case 'header':
      return clean.replace(lineBreaks, ' ');
    case 'urlPart':
      // `encodeURIComponent` keeps the apostrophe, which would end an attribute in single quotes.
      return encodeURIComponent(clean).replaceAll("'", '%27');
    case 'mailboxPart':
      return valueAs(value, 'urlPart').replaceAll('%40', '@');
    case 'wholeLink':
      return isWholeLink(clean) ? clean : '';
    case 'css':
      return clean.replace(notCssValue, '').slice(0, cssValueCharactersMax);
  }
}

export function isWholeLink(text: string): boolean {
  return wholeLink.test(text) && URL.canParse(text);
}

/** In HTML, the author's default may contain character references. */
function defaultAs(fallback: string, mode: 'html' | 'text' | 'header'): string {
  return mode === 'html' ? escapeHtmlKeepingReferences(fallback) : valueAs(fallback, mode);
}

/** Only a platform link may begin a link. No subscriber data has such a name. */
export function isLinkField(name: string): boolean {
  return /^[A-Za-z]\w*Url$/.test(name);
}

export const systemLinks = ['unsubscribeUrl', 'preferencesUrl', 'webVersionUrl', 'confirmUrl'] as const;
export type SystemLink = (typeof systemLinks)[number];
const confirmLink: SystemLink = 'confirmUrl';

export function hasSystemLink(name: string, isSubscriber: boolean): boolean {
  return isSystemLink(name) && (isSubscriber || name !== confirmLink);
}

export function isSystemLink(name: string): name is SystemLink {
  return (systemLinks as readonly string[]).includes(name);
}

export function placeholderOfMention(attributes: Record<string, unknown>): string | null {
  const { id, label } = attributes;
  if (typeof id !== 'string' || !wholeFieldName.test(id)) return null;
  const fallback = typeof label === 'string' ? label.replace(/[{}]/g, '').trim() : '';
  return writePlaceholder({ name: id, fallback });
}

const attributePrefix = 'attributes.';
const triggerPrefix = 'trigger.';
/** Keeps line ends and tabs, which are blanks in HTML. */
const controlCharacters = /[\p{Control}--[\t\n\r\u0085]]/gv;
const lineBreaks = /[\t\r\n\u0085\u2028\u2029]+/g;
const wholeLink = /^https?:\/\/[^\s<>"'\\]+$/i;
const notCssValue = /[^\w#%.,\- ]/g;

function placeholdersIn(source: string): Placeholder[] {
  const placeholders: Placeholder[] = [];
  eachMark(source, (found) => {
    if (found.kind === 'field') placeholders.push(found);
    else if (found.kind === 'foreign' && found.name !== null)
      placeholders.push({ name: found.name, fallback: '' });
  });
  return placeholders;
}

/** @param groups name and default for three braces, then for two */
function markOf(whole: string, slashes: string, groups: readonly (string | undefined)[]): Mark {
  const written = whole.slice(slashes.length);
  if (slashes.length === 1 || !written.startsWith('{')) return { kind: 'literal', written };
  const name = groups[0] ?? groups[2];
  if (name === undefined || isLogicWord(name)) return { kind: 'foreign', written, name: null };
  const fallback = (groups[1] ?? groups[3] ?? '').trim();
  return isFilter(fallback) ? { kind: 'foreign', written, name } : { kind: 'field', name, fallback };
}

function valueKnown(name: string, recipient: MergeSubscriber | MergeAddress): string | undefined {
  if (name === 'email') return recipient.email;
  if (!('attributes' in recipient)) return undefined;
  switch (name) {
    case 'firstName':
      return recipient.firstName ?? '';
    case 'lastName':
      return recipient.lastName ?? '';
    case 'name':
      return [recipient.firstName, recipient.lastName].filter(Boolean).join(' ');
  }
  if (!name.startsWith(attributePrefix)) return undefined;
  const key = name.slice(attributePrefix.length);
  if (!Object.hasOwn(recipient.attributes, key)) return undefined;
  return String(recipient.attributes[key] ?? '');
}
