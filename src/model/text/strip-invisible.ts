/**
 * Characters that only language models see: Unicode's default-ignorable characters (zero-width, bidirectional
 * controls, variation selectors, tags), annotation marks, controls except tab and line ends.
 */
const hidden = /[[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Control}\u{FFF9}-\u{FFFB}]--[\t\n\r]]/v;
/** JSON escapes of control characters, except tab and line ends. */
const escapedControl = /\\u00[01]|\\[bf]/;
const anyHiddenInJson = new RegExp(`${hidden.source}|${escapedControl.source}`, 'v');
/** Characters of nearly every text, and the brackets around untrusted text. Takes a sixth of the time of `hidden`. */
const common = '\\t\\n\\r\\x20-\\x7e\\u00a1-\\u00ac\\u00ae-\\u024f\\u2010-\\u2027\\u27e6\\u27e7';
const uncommon = new RegExp(`[^${common}]`);

export const bracketControls = { opening: '\u0086', closing: '\u0087' };
const uncommonBesideControls = new RegExp(`[^${common}${Object.values(bracketControls).join('')}]`);
const anyBracketControl = new RegExp(`[${Object.values(bracketControls).join('')}]`, 'g');

const joiningScripts = [
  'Arabic',
  'Syriac',
  'Nko',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
];
const joiningLetter = `[${joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
/** A joiner inside an emoji, a joiner inside a word of a joining script, and the variation selector of an emoji. */
const spelling = [
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\u{FE0F}?)\\u{200D}(?=\\p{Extended_Pictographic})',
  `(?<=${joiningLetter})[\\u{200C}\\u{200D}](?=${joiningLetter})`,
  '(?<=\\p{Emoji})\\u{FE0F}',
].join('|');
/** Replaced without a callback, which would take ten times as long. */
const removable = new RegExp(`(?!${spelling})${hidden.source}`, 'gv');

/**
 * Removes hidden characters, except single joiners in words of joining scripts and emoji, and an emoji's
 * variation selector. A run of them could carry a message.
 */
export function stripInvisible(text: string): string {
  return hidden.test(text) ? text.replace(removable, '') : text;
}

/** Returns outside text as one line of visible, well-formed characters. */
export function visibleLine(text: string): string {
  return stripInvisible(text.toWellFormed()).replaceAll(/\s+/g, ' ').trim();
}

/** Applies to every string of a JSON value, including field names. Unchanged values are not copied. */
export function stripInvisibleIn<Value>(value: Value): Value {
  return visible(value) as Value;
}

function visible(value: unknown): unknown {
  if (typeof value === 'string') return stripInvisible(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const seen = value.map(visible);
    return seen.some((each, index) => each !== value[index]) ? seen : value;
  }
  const fields = Object.entries(value);
  const seen = fields.map(([name, each]) => [stripInvisible(name), visible(each)] as const);
  const same = seen.every(([name, each], index) => name === fields[index]![0] && each === fields[index]![1]);
  // A field named `__proto__` must stay a field.
  return same ? value : Object.fromEntries(seen);
}

/** Cheap check of a JSON text: returns false if it cannot hide anything. */
export function mayHideText(json: string): boolean {
  if (!uncommon.test(json) && !holdsEscapedControl(json)) return false;
  return anyHiddenInJson.test(json);
}

/** For ASCII text, apart from `bracketControls`. */
export function mayHideAscii(json: string): boolean {
  return json.includes('\x7f') || holdsEscapedControl(json);
}

/** For text in which all `bracketControls` are our own. */
export function mayHideTextBesideBrackets(json: string): boolean {
  if (!uncommonBesideControls.test(json) && !holdsEscapedControl(json)) return false;
  return anyHiddenInJson.test(json.replace(anyBracketControl, ''));
}

/** Beyond this many escapes, the expression is faster. */
const escapesLookedAtMax = 32;

/** Like `escapedControl`, in a third of its time for typical text with a few line ends and quotation marks. */
function holdsEscapedControl(json: string): boolean {
  let at = json.indexOf('\\');
  for (let looks = 0; at >= 0; looks += 1) {
    const next = json[at + 1];
    if (looks === escapesLookedAtMax || (next !== 'n' && next !== '"')) return escapedControl.test(json);
    at = json.indexOf('\\', at + 2);
  }
  return false;
}
