/** Letters of one gram. A shorter part of a text is in none. */
export const gramLetters = 3;

/**
 * The grams of a text for a search index: each triple of letters in a row, in lower case and once, as a number of 32 bits.
 * Another triple may have the same number, so what an index finds is compared with the text itself; what contains a part
 * has all grams of the part.
 */
export function gramsOf(text: string): number[] {
  const letters = inLowerCase(text);
  const grams = new Set<number>();
  for (let at = 0; at + gramLetters <= letters.length; at += 1) grams.add(numberOf(letters, at));
  return [...grams];
}

/**
 * Letter by letter, as databases do it: what a letter becomes must not depend on those around it (Σ at the end of a word).
 * The dotted İ becomes one letter there and two in JavaScript.
 */
function inLowerCase(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything that is not ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return Array.from(text, (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('');
}

/** FNV-1a (RFC 9923) over the octets of three UTF-16 code units. */
function numberOf(letters: string, at: number): number {
  let number = 0x811c9dc5;
  for (let index = at; index < at + gramLetters; index += 1) {
    const unit = letters.charCodeAt(index);
    number = Math.imul(number ^ (unit & 0xff), 0x01000193);
    number = Math.imul(number ^ (unit >> 8), 0x01000193);
  }
  return number >>> 0;
}
