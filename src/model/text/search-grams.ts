export const gramLetters = 3;

/** Grams can collide, so hits must be compared with the text. A text that contains a term has all of its grams. */
export function computeGrams(text: string): number[] {
  const letters = inLowerCase(text);
  const grams = new Set<number>();
  for (let at = 0; at + gramLetters <= letters.length; at += 1) grams.add(numberOf(letters, at));
  return [...grams];
}

/** Databases convert letter by letter (Σ at the end of a word). The dotted İ becomes one letter there, two here. */
function inLowerCase(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return Array.from(text, (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('');
}

/** FNV-1a (RFC 9923) over the bytes of three UTF-16 code units. */
function numberOf(letters: string, at: number): number {
  let number = 0x811c9dc5;
  for (let index = at; index < at + gramLetters; index += 1) {
    const unit = letters.charCodeAt(index);
    number = Math.imul(number ^ (unit & 0xff), 0x01000193);
    number = Math.imul(number ^ (unit >> 8), 0x01000193);
  }
  return number >>> 0;
}
