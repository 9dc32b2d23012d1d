import {
  defaultAs,
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
export type Template = { literals: string[]; slots: Slot[] };

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

/** The text with a slot for each of its placeholders, which are added to the table. */
export function putSlots(table: SlotTable, text: string): string {
  return replacePlaceholders(text, (placeholder) => {
    table.placeholders.push(placeholder);
    return `${table.stem}${table.placeholders.length - 1}h`;
  });
}

/** The text with its slots meant for another place. */
export function moveSlots(
  table: SlotTable,
  text: string,
  placeOf: (placeholder: Placeholder | undefined, at: number) => ValuePlace,
): string {
  if (!text.includes(table.stem)) return text;
  return text.replace(table.pattern, (_, index: string, _letter: string, at: number) => {
    return `${table.stem}${index}${letterOfPlace[placeOf(table.placeholders[Number(index)], at)]}`;
  });
}

/**
 * Takes a text apart at its slots.
 * @param mode `html`: values are escaped; `text`: they stand as they are
 */
export function compileTemplate(table: SlotTable, text: string, mode: 'html' | 'text'): Template {
  const template: Template = { literals: [], slots: [] };
  let literal = '';
  let end = 0;
  if (table.placeholders.length > 0) {
    for (const match of text.matchAll(table.pattern)) {
      const placeholder = table.placeholders[Number(match[1])];
      // An author can make up a slot by taking a word apart with tags; it then is the word it looks like.
      if (!placeholder) continue;
      literal += text.slice(end, match.index);
      template.literals.push(literal);
      template.slots.push(slotOf(placeholder, placeOfLetter[match[2]!]!, mode));
      literal = '';
      end = match.index + match[0].length;
    }
  }
  template.literals.push(literal + text.slice(end));
  return template;
}

/** One pass over the slots; a value is not looked at again. */
export function fillTemplate(template: Template, values: MergeFields): string {
  const { literals, slots } = template;
  let filled = literals[0]!;
  let left = insertedCharactersMax;
  const written = new Map<string, string>();
  for (const [index, { name, place, fallback }] of slots.entries()) {
    // A value stands in few different places and often many times: each is written once.
    const key = `${place} ${name}`;
    let text = written.get(key);
    if (text === undefined) {
      const value = mergeValue(values, name);
      text = value === '' ? '' : writeValue(value, place);
      written.set(key, text);
    }
    if (text === '') text = fallback;
    left -= text.length;
    if (left >= 0) filled += text;
    filled += literals[index + 1]!;
  }
  return filled;
}

function slotOf({ name, fallback }: Placeholder, place: ValuePlace, mode: 'html' | 'text'): Slot {
  if (place !== 'html') return { name, place, fallback: fallback === '' ? '' : writeValue(fallback, place) };
  return { name, place: mode, fallback: defaultAs(fallback, mode) };
}

/** Percent-encoding and the like leave nothing that HTML gives a meaning, but a whole link may have `&`. */
function writeValue(value: string, place: ValuePlace): string {
  const written = valueAs(value, place);
  return place === 'wholeLink' ? valueAs(written, 'html') : written;
}
