import { valueInLink } from './bulk-values.ts';
import { escapeHtmlKeepingReferences } from './escape-html.ts';
import {
  insertedCharactersMax,
  type MergeFields,
  mergeValue,
  type Placeholder,
  replacePlaceholders,
  type ValuePlace,
  valueAs,
} from './merge-fields.ts';

/**
 * Slots: what placeholders are while a body is being compiled.
 *
 * Markdown, CSS, URL and HTML parsers all give braces and bars a meaning of their own. So before any of them sees a
 * body, each placeholder becomes a word of letters and digits, which all of them carry along as it is: `slot0x12h`
 * is the thirteenth placeholder, and `h` says what its value has to be written as. The safety pass, which knows
 * whether a slot stands in text, in a link or in a style, changes that letter.
 */
export type SlotTable = {
  /** What every slot of this body begins with; nothing else in its source does. */
  stem: string;
  placeholders: Placeholder[];
  /** Finds the slots of this body: the index, and the letter of the place. */
  pattern: RegExp;
};

/** A compiled text: the literal pieces, and between each two of them a slot. */
export type Template = { literals: string[]; slots: Slot[]; format: TemplateFormat };

/** In `html` what is filled in is escaped; in `text` it stands as it is. */
type TemplateFormat = 'html' | 'text';

type Slot = { name: string; place: ValuePlace; fallback: string };

const placeOfLetter: Record<string, ValuePlace> = {
  h: 'html',
  u: 'urlPart',
  m: 'mailboxPart',
  l: 'wholeLink',
  c: 'css',
};
const letterOfPlace = Object.fromEntries(
  Object.entries(placeOfLetter).map(([letter, place]) => [place, letter]),
);

/** An empty table whose slots cannot be mistaken for a word of the source. */
export function slotTable(source: string): SlotTable {
  let number = 0;
  if (source.includes('slot')) {
    const taken = new Set(Array.from(source.matchAll(/slot(\d{1,9})x/g), ([, digits]) => Number(digits)));
    while (taken.has(number)) number += 1;
  }
  const stem = `slot${number}x`;
  return { stem, placeholders: [], pattern: new RegExp(`${stem}(\\d{1,9})([humlc])`, 'g') };
}

/** The text with its placeholders restored, for callers that fill them later with `fillMergeFields`. */
export function takeSlotsOut(table: SlotTable, text: string): string {
  if (table.placeholders.length === 0) return text;
  return text.replace(table.pattern, (slot, index: string) => {
    const placeholder = table.placeholders[Number(index)];
    if (!placeholder) return slot;
    const fallback = escapeHtmlKeepingReferences(placeholder.fallback);
    return fallback === '' ? `{{${placeholder.name}}}` : `{{${placeholder.name}|${fallback}}}`;
  });
}

/** The text with a slot for each of its placeholders, which are added to the table. */
export function putSlots(table: SlotTable, text: string): string {
  return replacePlaceholders(text, (placeholder) => {
    table.placeholders.push(placeholder);
    return `${table.stem}${table.placeholders.length - 1}h`;
  });
}

/**
 * A slot for a value of the platform's own, which is a whole link.
 * @param name one that no author can write, so that no placeholder of a body is filled with it
 * @returns the word to put into the text
 */
export function ownLinkSlot(table: SlotTable, name: string): string {
  table.placeholders.push({ name, fallback: '' });
  return `${table.stem}${table.placeholders.length - 1}${letterOfPlace.wholeLink}`;
}

/**
 * A slot for a text of the platform's own that is the same for everybody.
 * @param markup the text as HTML, its characters escaped
 * @returns the word to put into the text
 */
export function unfilledSlot(table: SlotTable, markup: string): string {
  table.placeholders.push({ name: unfilledName, fallback: markup });
  return `${table.stem}${table.placeholders.length - 1}h`;
}

/** Every slot of a field becomes one of a text that is the same for everybody. @param markup as in `unfilledSlot` */
export function settleField(table: SlotTable, field: string, markup: string): void {
  for (const [index, { name }] of table.placeholders.entries()) {
    if (name === field) table.placeholders[index] = { name: unfilledName, fallback: markup };
  }
}

/** Whether a field stands in a text as its words, and not in an address. */
export function showsField(table: SlotTable, text: string, field: string): boolean {
  if (!text.includes(table.stem)) return false;
  table.pattern.lastIndex = 0;
  return Array.from(text.matchAll(table.pattern)).some(
    ([, index, letter]) =>
      placeOfLetter[letter!] === 'html' && table.placeholders[Number(index)]?.name === field,
  );
}

/** No author can write it, so no value has it and the default stands. */
const unfilledName = '/text';

/** The text with its slots meant for another place, which may depend on where in it they are. */
export function moveSlots(table: SlotTable, text: string, placeAt: (at: number) => ValuePlace): string {
  if (!text.includes(table.stem)) return text;
  return text.replace(table.pattern, (_, index: string, _letter: string, at: number) => {
    return `${table.stem}${index}${letterOfPlace[placeAt(at)]}`;
  });
}

/** A text whose slots can be compared with those of another, wherever each stands. */
export function slotsWithoutPlaces(text: string): string {
  return text.replace(/(slot\d+x\d+)[humlc]/g, '$1');
}

/**
 * Takes a text apart at its slots.
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
      // Not every such word is a slot: an author can make one up out of character references.
      if (!placeholder) continue;
      literal += text.slice(end, match.index);
      template.literals.push(literal);
      const place = placeOfLetter[match[2]!]!;
      const fallback = write(readDefault(placeholder.fallback), place, format);
      template.slots.push({ name: placeholder.name, place, fallback });
      literal = '';
      end = match.index + match[0].length;
    }
  }
  template.literals.push(literal + text.slice(end));
  return template;
}

/** One pass over the slots; a value is not looked at again. */
export function fillTemplate(template: Template, values: MergeFields): string {
  const written = slotValues(template, values);
  let filled = template.literals[0]!;
  for (const [index, value] of written.entries()) filled += value + template.literals[index + 1]!;
  return filled;
}

/** What stands in each slot of a template for one person, written as its place needs it. */
export function slotValues({ slots, format }: Template, values: MergeFields): string[] {
  let left = insertedCharactersMax;
  // A value stands in few different places and often many times: each is written once.
  const written = new Map<string, string>();
  return slots.map(({ name, place, fallback }) => {
    const key = `${place} ${name}`;
    let text = written.get(key);
    if (text === undefined) {
      const isInLink = place === 'urlPart' || place === 'mailboxPart';
      text = write(isInLink ? valueInLink(values, name) : mergeValue(values, name), place, format);
      written.set(key, text);
    }
    if (text === '') text = fallback;
    left -= text.length;
    return left < 0 ? '' : text;
  });
}

function write(value: string, place: ValuePlace, format: TemplateFormat): string {
  if (value === '') return '';
  if (place === 'html') return valueAs(value, format);
  const written = valueAs(value, place);
  // Percent-encoding leaves nothing that HTML gives a meaning, but a whole link may have `&`.
  return place === 'wholeLink' && format === 'html' ? valueAs(written, 'html') : written;
}
