import { escapeHtml, escapeHtmlKeepingReferences } from './escape-html.ts';

/**
 * Merge fields: `{{ firstName }}`, `{{attributes.plan|free}}`.
 *
 * They have no logic: a name, and after `|` the default. Filled values are never parsed again, so a value that looks
 * like a placeholder is plain text. `{{{name}}}`, which other systems use for raw values, is the same as `{{name}}`:
 * values are always escaped.
 */

/** The values of one mail, by name. A snapshot stored with the mail, so that every attempt has the same content. */
export type MergeFields = Record<string, string>;

/** The subscriber data that merge fields can use. */
export type MergeSubscriber = {
  email: string;
  firstName: string | null;
  lastName: string | null;
  attributes: Record<string, string | number | boolean | null>;
};

/** A name and its default as written, empty when there is none. */
export type Placeholder = { name: string; fallback: string };

/** Where a value is inserted; each place has its own special characters. */
export type ValuePlace = 'html' | 'text' | 'header' | 'urlPart' | 'mailboxPart' | 'wholeLink' | 'css';

/**
 * Characters of all values inserted into one mail. Ten thousand placeholders of a megabyte each would not fit into
 * memory; beyond this limit values stay empty.
 */
export const insertedCharactersMax = 8_000_000;
/**
 * Characters of all values stored with one mail: every mail's row has them, and a campaign has as many rows as
 * recipients. Beyond this limit values are empty.
 */
export const keptValuesCharactersMax = 64 * 1024;
/** In a style a value is a colour or a length. */
const cssValueCharactersMax = 100;

const fieldName = '[A-Za-z_][\\w.]{0,63}';
const inside = `\\s*(${fieldName})\\s*(?:\\|([^{}]*))?`;
const placeholder = new RegExp(`\\{\\{\\{${inside}\\}\\}\\}|\\{\\{${inside}\\}\\}`, 'g');
const wholeFieldName = new RegExp(`^${fieldName}$`);

/** The names of all placeholders of a source, each once, in order. */
export function mergeFieldsIn(source: string): string[] {
  return [...new Set(placeholdersIn(source).map(({ name }) => name))];
}

/** Placeholders that occur at least once without a default: the input for `mergeWarnings`. */
export function mergeFieldsWithoutDefault(source: string): string[] {
  const bare = placeholdersIn(source).filter(({ fallback }) => fallback === '');
  return [...new Set(bare.map(({ name }) => name))];
}

/** The placeholders of all texts of a mail together. */
export function placeholdersOf(texts: readonly (string | null | undefined)[]): {
  names: string[];
  withoutDefault: string[];
} {
  const text = texts.map((one) => one ?? '').join('\n');
  return { names: mergeFieldsIn(text), withoutDefault: mergeFieldsWithoutDefault(text) };
}

/**
 * A subscriber's values under these names. A known but empty value is `''`; an unknown one is left out.
 * @param subscriber null when the recipient is not a subscriber: then nothing is known
 */
export function mergeValuesFor(names: readonly string[], subscriber: MergeSubscriber | null): MergeFields {
  const values: MergeFields = {};
  if (subscriber === null) return values;
  let left = keptValuesCharactersMax;
  for (const name of names) {
    const value = valueKnown(name, subscriber);
    if (value === undefined) continue;
    const fits = value.length <= left;
    values[name] = fits ? value : '';
    if (fits) left -= value.length;
  }
  return values;
}

/** One sentence for each unknown field, for the answer of a send. */
export function mergeWarnings(
  names: readonly string[],
  values: MergeFields,
): { field: string; message: string }[] {
  return names
    .filter((name) => !Object.hasOwn(values, name))
    .map((field) => ({
      field,
      message: `Nothing is known as {{${field}}}, so it is left empty; give a default with {{${field}|text}}`,
    }));
}

/**
 * Fills the placeholders of a text in one pass.
 * @param mode how values are written: `html` escaped, `text` unchanged, `header` on one line
 */
export function fillMergeFields(text: string, values: MergeFields, mode: 'html' | 'text' | 'header'): string {
  let left = insertedCharactersMax;
  // A value often occurs many times: it is escaped once.
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

/** The text with every placeholder replaced by what `write` gives for it. */
export function replacePlaceholders(text: string, write: (placeholder: Placeholder) => string): string {
  if (!text.includes('{{')) return text;
  return text.replace(placeholder, (_, ...groups: (string | undefined)[]) => write(placeholderOf(groups)));
}

/** The value of a field, `''` when there is none. Own properties of the snapshot only, nothing inherited. */
export function mergeValue(values: MergeFields, name: string): string {
  if (!Object.hasOwn(values, name)) return '';
  const value = values[name]!;
  return value.trim() === '' ? '' : value;
}

/** A value escaped for its place. */
export function valueAs(value: string, place: ValuePlace): string {
  const clean = value.toWellFormed().replace(controlCharacters, '');
  switch (place) {
    case 'html':
      return escapeHtml(clean);
    case 'text':
      return clean;
    case 'header':
      return clean.replace(lineBreaks, ' ');
    case 'urlPart':
      // encodeURIComponent leaves the apostrophe, which would end an attribute in single quotes.
      return encodeURIComponent(clean).replaceAll("'", '%27');
    case 'mailboxPart':
      return valueAs(value, 'urlPart').replaceAll('%40', '@');
    case 'wholeLink':
      return wholeLink.test(clean) && URL.canParse(clean) ? clean : '';
    case 'css':
      return clean.replace(notCssValue, '').slice(0, cssValueCharactersMax);
  }
}

/** The default of a placeholder: its author's text, which in HTML may contain character references. */
function defaultAs(fallback: string, mode: 'html' | 'text' | 'header'): string {
  return mode === 'html' ? escapeHtmlKeepingReferences(fallback) : valueAs(fallback, mode);
}

/**
 * Whether a field holds a whole link made by the platform (`unsubscribeUrl`): only such a field may begin a link. No
 * subscriber data has such a name.
 */
export function isLinkField(name: string): boolean {
  return /^[A-Za-z]\w*Url$/.test(name);
}

/** The links that the platform makes for each mail. */
export const systemLinks = ['unsubscribeUrl', 'preferencesUrl', 'webVersionUrl', 'confirmUrl'] as const;
export type SystemLink = (typeof systemLinks)[number];

export function isSystemLink(name: string): name is SystemLink {
  return (systemLinks as readonly string[]).includes(name);
}

/** The placeholder of an editor's mention: its id is the field, its label the default. Null when the id is no field. */
export function placeholderOfMention(attributes: Record<string, unknown>): string | null {
  const { id, label } = attributes;
  if (typeof id !== 'string' || !wholeFieldName.test(id)) return null;
  const fallback = typeof label === 'string' ? label.replace(/[{}]/g, '').trim() : '';
  return fallback === '' ? `{{${id}}}` : `{{${id}|${fallback}}}`;
}

const attributePrefix = 'attributes.';
/** Not allowed in a mail. Line ends and tabs stay: blanks in HTML, themselves in text. */
const controlCharacters = /[\p{Control}--[\t\n\r\u0085]]/gv;
const lineBreaks = /[\t\r\n\u0085\u2028\u2029]+/g;
const wholeLink = /^https?:\/\/[^\s<>"'\\]+$/i;
const notCssValue = /[^\w#%.,\- ]/g;

function placeholdersIn(source: string): Placeholder[] {
  if (!source.includes('{{')) return [];
  return Array.from(source.matchAll(placeholder), ([, ...groups]) => placeholderOf(groups));
}

/** The expression captures name and default twice: for three braces and for two. */
function placeholderOf(groups: readonly (string | undefined)[]): Placeholder {
  return { name: (groups[0] ?? groups[2])!, fallback: (groups[1] ?? groups[3] ?? '').trim() };
}

function valueKnown(name: string, subscriber: MergeSubscriber): string | undefined {
  switch (name) {
    case 'email':
      return subscriber.email;
    case 'firstName':
      return subscriber.firstName ?? '';
    case 'lastName':
      return subscriber.lastName ?? '';
    case 'name':
      return [subscriber.firstName, subscriber.lastName].filter(Boolean).join(' ');
  }
  if (!name.startsWith(attributePrefix)) return undefined;
  const key = name.slice(attributePrefix.length);
  if (!Object.hasOwn(subscriber.attributes, key)) return undefined;
  return String(subscriber.attributes[key] ?? '');
}
