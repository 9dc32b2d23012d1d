import { limitMarks } from '../../text/limit-marks.ts';
import { disguisedLetters, latinLetters } from './lookalikes.ts';

/** Text as a person reads it: lower case, without invisible characters, look-alikes replaced by Latin letters. */
export type PlainText = {
  text: string;
  /** Invisible characters inside words whose spelling does not need them. */
  describeMarks: number;
  overrides: number;
  disguised: number;
  /** Mathematical bold, script and Fraktur, circled, full-width and small-capital letters. */
  styled: number;
};

const notAscii = /[^\p{ASCII}]/u;
/** Unicode default-ignorable characters and the Braille blank. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const between = /(?<=\p{Script=Latin})[\p{Default_Ignorable_Code_Point}--\u00AD]+(?=\p{Script=Latin})/gv;
/** A soft hyphen after every letter is not hyphenation. */
const hyphenated = /\p{L}\u00AD\p{L}\u00AD/gu;
const override = /[\u202D\u202E]/g;
/** Ends at the pop character or the end of the line. */
const backwards = /\u202E([^\u202C\u202E\n]*)\u202C?/g;
const styledLetter =
  /[\u{1D400}-\u{1D7FF}\u{24B6}-\u{24E9}\u{1F110}-\u{1F189}\u1D00-\u1D22\uA730\uA731\u0299\u0262\u026A\u029C\u029F\u0274\u0280\u028F\uFF21-\uFF5A]/gu;
/** NFKC expands this Arabic ligature to 18 characters. */
const longLigature = /\uFDFA/g;
const apostrophes = /['’‘ʼ`´]/g;
const word = /[\p{L}\p{N}][\p{L}\p{N}@$!]*/gu;
const asciiWord = /[a-z0-9][a-z0-9@$!]*/g;

export function plainText(written: string): PlainText {
  if (!notAscii.test(written)) {
    return { text: written.toLowerCase(), describeMarks: 0, overrides: 0, disguised: 0, styled: 0 };
  }
  const describeMarks = (written.match(between)?.length ?? 0) + (written.match(hyphenated)?.length ?? 0);
  const overrides = written.match(override)?.length ?? 0;
  const styled = written.match(styledLetter)?.length ?? 0;
  const seen = forwards(written).replace(invisible, (mark) => (mark === '\u2800' ? ' ' : ''));
  const lower = limitMarks(seen).replace(longLigature, '\u0635').normalize('NFKC').toLowerCase();
  return { text: latinLetters(lower), describeMarks, overrides, disguised: disguisedLetters(lower), styled };
}

function forwards(written: string): string {
  if (!written.includes('\u202E')) return written;
  return written.replace(backwards, (_, run: string) => [...run].reverse().join(''));
}

/** Apostrophes do not split words; digits and look-alike signs belong to the surrounding word. */
export function splitWords(plain: string): string[] {
  const joined = plain.replace(apostrophes, '');
  return joined.match(notAscii.test(joined) ? word : asciiWord) ?? [];
}

export function plainWords(text: string): string[] {
  return splitWords(plainText(text).text);
}
