import { disguisedLetters, latinLetters } from './lookalikes.ts';

/** A text as it is read: no invisible marks, lower case, plain Latin letters wherever one is meant. */
export type PlainText = {
  text: string;
  /** Invisible marks inside of words, where no spelling needs them. */
  marksInWords: number;
  /** Marks that make a text run backwards. */
  overrides: number;
  /** Latin letters beside ones of another script that look like Latin. */
  disguised: number;
  /** Letters from the blocks that mathematicians use for bold, script and Fraktur, circled, full-width and small capitals. */
  styled: number;
};

const notAscii = /[^\p{ASCII}]/u;
/** What Unicode calls default-ignorable, and the blank of Braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const between = /(?<=\p{Script=Latin})[\p{Default_Ignorable_Code_Point}--\u00AD]+(?=\p{Script=Latin})/gv;
/** A soft hyphen after one letter divides no word. */
const hyphenated = /\p{L}\u00AD\p{L}\u00AD/gu;
const override = /[\u202D\u202E]/g;
/** From an override to the end of it, or of the line. */
const backwards = /\u202E([^\u202C\u202E\n]*)\u202C?/g;
const styledLetter =
  /[\u{1D400}-\u{1D7FF}\u{24B6}-\u{24E9}\u{1F110}-\u{1F189}\u1D00-\u1D22\uA730\uA731\u0299\u0262\u026A\u029C\u029F\u0274\u0280\u028F\uFF21-\uFF5A]/gu;
/**
 * More marks on one letter than any language writes (the bound is that of UAX 15, Stream-Safe Text Format). To put them into
 * their order, as normalizing does, takes the square of their number.
 */
const marksInARow = /(\p{Mark}{30})\p{Mark}+/gu;
const apostrophes = /['’‘ʼ`´]/g;
const word = /[\p{L}\p{N}][\p{L}\p{N}@$!]*/gu;
const asciiWord = /[a-z0-9][a-z0-9@$!]*/g;

export function plainText(written: string): PlainText {
  if (!notAscii.test(written)) {
    return { text: written.toLowerCase(), marksInWords: 0, overrides: 0, disguised: 0, styled: 0 };
  }
  const marksInWords = (written.match(between)?.length ?? 0) + (written.match(hyphenated)?.length ?? 0);
  const overrides = written.match(override)?.length ?? 0;
  const styled = written.match(styledLetter)?.length ?? 0;
  const lower = forwards(written)
    .replace(invisible, (mark) => (mark === '\u2800' ? ' ' : ''))
    .replace(marksInARow, '$1')
    .normalize('NFKC')
    .toLowerCase();
  return { text: latinLetters(lower), marksInWords, overrides, disguised: disguisedLetters(lower), styled };
}

/** What is made to run backwards, as it is seen. */
function forwards(written: string): string {
  if (!written.includes('\u202E')) return written;
  return written.replace(backwards, (_, run: string) => [...run].reverse().join(''));
}

/** The words of a plain text. An apostrophe divides nothing; digits and look-alike signs belong to the word they are in. */
export function wordsOf(plain: string): string[] {
  const joined = plain.replace(apostrophes, '');
  return joined.match(notAscii.test(joined) ? word : asciiWord) ?? [];
}

/** The words of what we wrote ourselves. */
export function plainWords(text: string): string[] {
  return wordsOf(plainText(text).text);
}
