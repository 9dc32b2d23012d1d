/**
 * Characters that a reader does not see but a language model does: all that Unicode calls default-ignorable (zero-width
 * characters, bidirectional controls, variation selectors, the tag block), the interlinear annotation marks, and
 * control characters other than tab and line ends. Text can be hidden in them.
 */
const hidden = /[[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Control}\u{FFF9}-\u{FFFB}]--[\t\n\r]]/v;
/** How JSON writes control characters, other than tab and line ends. */
const escapedControl = /\\u00[01]|\\[bf]/;
/** As `hidden`, for a JSON text. */
const anyHiddenInJson = new RegExp(`${hidden.source}|${escapedControl.source}`, 'v');
/**
 * What nearly every text is written with, and nothing of it is hidden: ASCII, letters with accents, dashes and quotation marks,
 * and the brackets that stand around untrusted text. Tested for in a sixth of the time that `hidden` takes.
 */
const common = '\\t\\n\\r\\x20-\\x7e\\u00a1-\\u00ac\\u00ae-\\u024f\\u2010-\\u2027\\u27e6\\u27e7';
const uncommon = new RegExp(`[^${common}]`);

/** Controls in place of those brackets, until an answer goes out. */
export const bracketControls = { opening: '\u0086', closing: '\u0087' };
const uncommonBesideControls = new RegExp(`[^${common}${Object.values(bracketControls).join('')}]`);
const anyBracketControl = new RegExp(`[${Object.values(bracketControls).join('')}]`, 'g');

const zeroWidthNonJoiner = '\u{200C}';
const zeroWidthJoiner = '\u{200D}';
const emojiPresentation = '\u{FE0F}';
const joinerClass = `[${zeroWidthNonJoiner}${zeroWidthJoiner}${emojiPresentation}]`;
const joiners = new RegExp(joinerClass, 'g');
const hiddenBesideJoiners = new RegExp(`[${hidden.source}--${joinerClass}]`, 'gv');

/** Scripts whose spelling needs the joiners. */
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
const joiningLetter = joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join('');
const endsInJoiningLetter = new RegExp(`[${joiningLetter}]$`, 'u');
const beginsWithJoiningLetter = new RegExp(`^[${joiningLetter}]`, 'u');
const endsInPicture = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\u{FE0F}?$/u;
const beginsWithPicture = /^\p{Extended_Pictographic}/u;
const endsInEmoji = /\p{Emoji}$/u;
/** A code point of up to two code units and a variation selector: the context that a rule looks at on either side. */
const neighbourLength = 3;

/**
 * Removes hidden characters from a text. Those that spelling needs stay, so that a text survives being read and written
 * back: a joiner inside a word of a joining script or inside an emoji, and an emoji's variation selector. Only single
 * ones stay, because a run of them could carry a message.
 */
export function stripInvisible(text: string): string {
  if (!hidden.test(text)) return text;
  // The joiners first, because their neighbours count. Removing marks without a callback takes a tenth of the time.
  const spelled = text.replace(joiners, (mark: string, at: number) => {
    const before = text.slice(Math.max(0, at - neighbourLength), at);
    const after = text.slice(at + mark.length, at + mark.length + neighbourLength);
    return isSpelling(mark, before, after) ? mark : '';
  });
  return spelled.replace(hiddenBesideJoiners, '');
}

function isSpelling(mark: string, before: string, after: string): boolean {
  switch (mark) {
    case emojiPresentation:
      return endsInEmoji.test(before);
    case zeroWidthJoiner:
      return (
        (endsInPicture.test(before) && beginsWithPicture.test(after)) ||
        (endsInJoiningLetter.test(before) && beginsWithJoiningLetter.test(after))
      );
    case zeroWidthNonJoiner:
      return endsInJoiningLetter.test(before) && beginsWithJoiningLetter.test(after);
    default:
      return false;
  }
}

/** The same for every string of a JSON value, including field names; unchanged values are not copied. */
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
  // `__proto__` as a field's name must stay a field.
  return same ? value : Object.fromEntries(seen);
}

/** A cheap test of a JSON text: false when nothing in it can be hidden, which is nearly always. */
export function mayHideText(json: string): boolean {
  if (!uncommon.test(json) && !holdsEscapedControl(json)) return false;
  return anyHiddenInJson.test(json);
}

/** The same for one in ASCII, `bracketControls` aside. */
export function mayHideAscii(json: string): boolean {
  return json.includes('\x7f') || holdsEscapedControl(json);
}

/** The same where `bracketControls` are no hidden characters, as each is one that we wrote. */
export function mayHideTextBesideBrackets(json: string): boolean {
  if (!uncommonBesideControls.test(json) && !holdsEscapedControl(json)) return false;
  return anyHiddenInJson.test(json.replace(anyBracketControl, ''));
}

/** Beyond this many escapes one look at each takes longer than the expression. */
const escapesLookedAtMax = 32;

/** As `escapedControl`, in a third of its time where there are a few line ends and quotation marks, as in most texts. */
function holdsEscapedControl(json: string): boolean {
  let at = json.indexOf('\\');
  for (let looks = 0; at >= 0; looks += 1) {
    const next = json[at + 1];
    if (looks === escapesLookedAtMax || (next !== 'n' && next !== '"')) return escapedControl.test(json);
    at = json.indexOf('\\', at + 2);
  }
  return false;
}
