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
  writePlaceholder,
} from './merge-fields.ts';
import type { RemovedParts } from './removal/removed-parts.ts';
import { replaceTagsWithBar, withoutFormatting } from './template/foreign-syntax.ts';

/**
 * Slots replace placeholders during compilation, because braces and bars have a meaning in Markdown, CSS,
 * URLs and HTML. `slot0x12h` is the thirteenth, and `h` names its escaping, which the safety pass changes in
 * code, links and styles.
 */
export type SlotTable = {
  stem: string;
  placeholders: SlotSource[];
  /** Foreign placeholders that caused the removal of a link or picture. */
  removed: SlotSource[];
  parts: RemovedParts;
  pattern: RegExp;
};

/** @property written source of a placeholder that is not ours @property foreign whether it belongs to another system */
type SlotSource = Placeholder & { written?: string; foreign?: boolean };

export type Template = { literals: string[]; slots: Slot[]; format: TemplateFormat };

type TemplateFormat = 'html' | 'text';

type Slot = { name: string; place: ValuePlace; fallback: string };

/** In code, a foreign placeholder is an example and is shown as written. */
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

/** The prefix cannot be confused with a word of the source. */
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

/** Restores the placeholders, for callers that use `fillMergeFields` later. */
export function takeSlotsOut(table: SlotTable, text: string): string {
  if (table.placeholders.length === 0) return text;
  return text.replace(table.pattern, (slot, index: string) => {
    const placeholder = table.placeholders[Number(index)];
    if (!placeholder) return slot;
    if (placeholder.written !== undefined) return escapeHtmlKeepingReferences(placeholder.written);
    const fallback = escapeHtmlKeepingReferences(placeholder.fallback);
    return writePlaceholder({ name: placeholder.name, fallback });
  });
}

/** Replaces placeholders by slots and adds them to the table. */
export function putSlots(table: SlotTable, text: string): string {
  return replaceMarks(text, (mark) => {
    table.placeholders.push(slotSource(mark));
    return `${table.stem}${table.placeholders.length - 1}h`;
  });
}

/** Also replaces tags such as `*|FNAME|*`, whose bars would cut Markdown tables. The tags are shown as written. */
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

/** Returns the placeholders of a sanitized text and of removed links, without examples in code. */
export function slotsShown(table: SlotTable, text: string): SlotSource[] {
  return [...table.removed, ...slotsIn(table, text)];
}

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

/** @param name a name that no author can write, so that no placeholder of a body gets its value */
export function ownLinkSlot(table: SlotTable, name: string): string {
  table.placeholders.push({ name, fallback: '' });
  return `${table.stem}${table.placeholders.length - 1}${letterOfPlace.wholeLink}`;
}

/** @param markup the text as escaped HTML @returns the word to insert into the text */
export function unfilledSlot(table: SlotTable, markup: string): string {
  table.placeholders.push({ name: unfilledName, fallback: markup });
  return `${table.stem}${table.placeholders.length - 1}h`;
}

/** Fills a field with the same text for every recipient. @param markup as in `unfilledSlot` */
export function settleField(table: SlotTable, field: string, markup: string): void {
  for (const [index, { name }] of table.placeholders.entries()) {
    if (name === field) table.placeholders[index] = { name: unfilledName, fallback: markup };
  }
}

/** Returns whether a field occurs as text, rather than in a URL. */
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

export function moveSlots(table: SlotTable, text: string, placeAt: (at: number) => SlotPlace): string {
  if (!text.includes(table.stem)) return text;
  return text.replace(table.pattern, (_, index: string, _letter: string, at: number) => {
    return `${table.stem}${index}${letterOfPlace[placeAt(at)]}`;
  });
}

export function slotsWithoutPlaces(text: string): string {
  return text.replace(/(slot\d+x\d+)[hvumlc]/g, '$1');
}

/** @param readDefault converts a default to plain text; in a body it is HTML with character references */
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
    // A search for a single slot leaves `lastIndex` set.
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

/** Values are not parsed again. */
export function fillTemplate(template: Template, values: MergeFields): string {
  const written = slotValues(template, values);
  let filled = template.literals[0]!;
  for (const [index, value] of written.entries()) filled += value + template.literals[index + 1]!;
  return filled;
}

export function slotValues({ slots, format }: Template, values: MergeFields): string[] {
  let left = insertedCharactersMax;
  // Escapes a value once per place, because it may occur many times.
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

/** A recipient's own link stays empty inside other URLs, otherwise the author's server could act for the recipient. */
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
