import { valueInLink } from './bulk-values.ts';
import { escapeHtmlKeepingReferences } from './escape-html.ts';
import {
  insertedCharactersMax,
  isSystemLink,
  type Mark,
  type MergeFields,
  mergeValue,
  type Placeholder,
  replaceMarks,
  type ValuePlace,
  valueAs,
} from './merge-fields.ts';
import type { RemovedParts } from './removal/removed-parts.ts';
import { replaceTagsWithBar, withoutFormatting } from './template/foreign-syntax.ts';

/**
 * Slots: the form of placeholders while a body is compiled.
 *
 * Braces and bars have a meaning in Markdown, CSS, URLs and HTML. So before a body is parsed, each placeholder becomes
 * a word of letters and digits that every parser leaves alone: `slot0x12h` is the thirteenth placeholder, and `h` says
 * how to escape its value. The safety pass, which knows whether a slot is in text, code, a link or a style,
 * changes that letter.
 */
export type SlotTable = {
  /** The prefix of every slot of this body; nothing else in its source begins so. */
  stem: string;
  placeholders: SlotSource[];
  /** Placeholders of other systems that caused a link or picture to be removed. */
  removed: SlotSource[];
  /** Parts that the safety pass removed from this body. */
  parts: RemovedParts;
  /** Finds the slots of this body: the index, and the letter of the place. */
  pattern: RegExp;
};

/** @property written the source of a placeholder that is not ours @property foreign whether it is another system's placeholder */
type SlotSource = Placeholder & { written?: string; foreign?: boolean };

/** A compiled text: the literals, and a slot between each two of them. */
export type Template = { literals: string[]; slots: Slot[]; format: TemplateFormat };

/** `html` escapes the values; `text` inserts them unchanged. */
type TemplateFormat = 'html' | 'text';

type Slot = { name: string; place: ValuePlace; fallback: string };

/** In code, a placeholder of another system is an example and is shown as written. */
type SlotPlace = ValuePlace | 'code';

const placeOfLetter: Record<string, SlotPlace> = {
  h: 'html',
  v: 'code',
  u: 'urlPart',
  m: 'mailboxPart',
  l: 'wholeLink',
  c: 'css',
};
const letterOfPlace = Object.fromEntries(
  Object.entries(placeOfLetter).map(([letter, place]) => [place, letter]),
);

/** An empty table whose slots cannot be confused with a word of the source. */
export function slotTable(source: string): SlotTable {
  let number = 0;
  if (source.includes('slot')) {
    const taken = new Set(Array.from(source.matchAll(/slot(\d{1,9})x/g), ([, digits]) => Number(digits)));
    while (taken.has(number)) number += 1;
  }
  const stem = `slot${number}x`;
  const pattern = new RegExp(`${stem}(\\d{1,9})([hvumlc])`, 'g');
  return { stem, placeholders: [], removed: [], parts: new Map(), pattern };
}

/** The text with its placeholders restored, for callers that fill them later with `fillMergeFields`. */
export function takeSlotsOut(table: SlotTable, text: string): string {
  if (table.placeholders.length === 0) return text;
  return text.replace(table.pattern, (slot, index: string) => {
    const placeholder = table.placeholders[Number(index)];
    if (!placeholder) return slot;
    if (placeholder.written !== undefined) return escapeHtmlKeepingReferences(placeholder.written);
    const fallback = escapeHtmlKeepingReferences(placeholder.fallback);
    return fallback === '' ? `{{${placeholder.name}}}` : `{{${placeholder.name}|${fallback}}}`;
  });
}

/** The text with a slot for each of its placeholders, which are added to the table. */
export function putSlots(table: SlotTable, text: string): string {
  return replaceMarks(text, (mark) => {
    table.placeholders.push(slotSource(mark));
    return `${table.stem}${table.placeholders.length - 1}h`;
  });
}

/** Does the same for Markdown, whose tables would be cut at the bars of tags such as `*|FNAME|*`. The tags are shown as written. */
export function putMarkdownSlots(table: SlotTable, markdown: string): string {
  return replaceTagsWithBar(putSlots(table, markdown), (tag) => {
    if (tag.includes(table.stem)) return tag;
    table.placeholders.push({ name: unfilledName, fallback: tag, written: tag, foreign: true });
    return `${table.stem}${table.placeholders.length - 1}h`;
  });
}

function slotSource(mark: Mark): SlotSource {
  switch (mark.kind) {
    case 'field':
      return { name: mark.name, fallback: mark.fallback };
    case 'literal':
      return { name: unfilledName, fallback: mark.written, written: `\\${mark.written}` };
    case 'foreign':
      return { name: mark.name ?? unfilledName, fallback: '', written: mark.written, foreign: true };
  }
}

/** Returns the placeholders of a sanitized text and of links removed from it, without examples in code. */
export function slotsShown(table: SlotTable, text: string): SlotSource[] {
  return [...table.removed, ...slotsIn(table, text)];
}

/** Records the placeholders of other systems in the target of a removed link. */
export function noteRemovedTarget(table: SlotTable, target: string): void {
  table.removed.push(...slotsIn(table, target).filter(({ foreign }) => foreign));
}

function slotsIn(table: SlotTable, text: string): SlotSource[] {
  if (!text.includes(table.stem)) return [];
  table.pattern.lastIndex = 0;
  return Array.from(text.matchAll(table.pattern)).flatMap(([, index, letter]) => {
    const source = table.placeholders[Number(index)];
    if (source === undefined) return [];
    return source.foreign && placeOfLetter[letter!] === 'code' ? [] : [source];
  });
}

/**
 * A slot for a whole link made by the platform.
 * @param name one that no author can write, so that no placeholder of a body is filled with it
 * @returns the word to put into the text
 */
export function ownLinkSlot(table: SlotTable, name: string): string {
  table.placeholders.push({ name, fallback: '' });
  return `${table.stem}${table.placeholders.length - 1}${letterOfPlace.wholeLink}`;
}

/**
 * A slot for a text of the platform that is the same for every recipient.
 * @param markup the text as HTML, its characters escaped
 * @returns the word to put into the text
 */
export function unfilledSlot(table: SlotTable, markup: string): string {
  table.placeholders.push({ name: unfilledName, fallback: markup });
  return `${table.stem}${table.placeholders.length - 1}h`;
}

/** Turns every slot of a field into a text that is the same for every recipient. @param markup as in `unfilledSlot` */
export function settleField(table: SlotTable, field: string, markup: string): void {
  for (const [index, { name }] of table.placeholders.entries()) {
    if (name === field) table.placeholders[index] = { name: unfilledName, fallback: markup };
  }
}

/** Whether a field occurs in a text as words, rather than in a URL. */
export function showsField(table: SlotTable, text: string, field: string): boolean {
  if (!text.includes(table.stem)) return false;
  table.pattern.lastIndex = 0;
  return Array.from(text.matchAll(table.pattern)).some(
    ([, index, letter]) =>
      (placeOfLetter[letter!] === 'html' || placeOfLetter[letter!] === 'code') &&
      table.placeholders[Number(index)]?.name === field,
  );
}

/** No author can write this name, so there is never a value and the default applies. */
const unfilledName = '/text';

/** The text with its slots moved to other places, which may depend on their position. */
export function moveSlots(table: SlotTable, text: string, placeAt: (at: number) => SlotPlace): string {
  if (!text.includes(table.stem)) return text;
  return text.replace(table.pattern, (_, index: string, _letter: string, at: number) => {
    return `${table.stem}${index}${letterOfPlace[placeAt(at)]}`;
  });
}

/** A text whose slots can be compared with those of another, whatever their places. */
export function slotsWithoutPlaces(text: string): string {
  return text.replace(/(slot\d+x\d+)[hvumlc]/g, '$1');
}

/**
 * Splits a text at its slots.
 * @param readDefault a default as plain text: in a body it is HTML, with character references
 */
export function compileTemplate(
  table: SlotTable,
  text: string,
  format: TemplateFormat,
  readDefault: (fallback: string) => string,
): Template {
  const template: Template = { literals: [], slots: [], format };
  let literal = '';
  let end = 0;
  if (table.placeholders.length > 0) {
    // A caller that searched for a single slot leaves `lastIndex` set.
    table.pattern.lastIndex = 0;
    for (const match of text.matchAll(table.pattern)) {
      const placeholder = table.placeholders[Number(match[1])];
      // An author can forge such a word with character references.
      if (!placeholder) continue;
      literal += text.slice(end, match.index);
      template.literals.push(literal);
      template.slots.push(slotOf(placeholder, placeOfLetter[match[2]!]!, format, readDefault));
      literal = '';
      end = match.index + match[0].length;
    }
  }
  template.literals.push(literal + text.slice(end));
  return template;
}

function slotOf(
  { name, fallback, written, foreign }: SlotSource,
  place: SlotPlace,
  format: TemplateFormat,
  readDefault: (fallback: string) => string,
): Slot {
  const valuePlace = place === 'code' ? 'html' : place;
  if (place === 'code' && foreign) {
    const shown = readDefault(withoutFormatting(written!));
    return { name: unfilledName, place: valuePlace, fallback: write(shown, valuePlace, format) };
  }
  return { name, place: valuePlace, fallback: write(readDefault(fallback), valuePlace, format) };
}

/** One pass over the slots; values are not parsed again. */
export function fillTemplate(template: Template, values: MergeFields): string {
  const written = slotValues(template, values);
  let filled = template.literals[0]!;
  for (const [index, value] of written.entries()) filled += value + template.literals[index + 1]!;
  return filled;
}

/** The values of a template's slots for one recipient, escaped for their places. */
export function slotValues({ slots, format }: Template, values: MergeFields): string[] {
  let left = insertedCharactersMax;
  // A value occurs in few places but often many times: it is escaped once per place.
  const written = new Map<string, string>();
  return slots.map(({ name, place, fallback }) => {
    const key = `${place} ${name}`;
    let text = written.get(key);
    if (text === undefined) {
      text = write(valueFor(name, place, values), place, format);
      written.set(key, text);
    }
    if (text === '') text = fallback;
    left -= text.length;
    return left < 0 ? '' : text;
  });
}

/**
 * The value of a field for its place. A link of the recipient stays empty inside another address or a style: with the picture or the
 * link, the reader's program would hand it to the server of the author, who could then act for the recipient.
 */
function valueFor(name: string, place: ValuePlace, values: MergeFields): string {
  const isInLink = place === 'urlPart' || place === 'mailboxPart';
  if (isSystemLink(name) && (isInLink || place === 'css')) return '';
  return isInLink ? valueInLink(values, name) : mergeValue(values, name);
}

function write(value: string, place: ValuePlace, format: TemplateFormat): string {
  if (value === '') return '';
  if (place === 'html') return valueAs(value, format);
  const written = valueAs(value, place);
  // Percent-encoded values need no HTML escaping, but a whole link may contain `&`.
  return place === 'wholeLink' && format === 'html' ? valueAs(written, 'html') : written;
}
