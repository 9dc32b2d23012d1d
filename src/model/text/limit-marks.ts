/**
 * Combining marks on one letter that no language exceeds (the bound of UAX 15, Stream-Safe Text Format). Normalizing
 * sorts the marks of a letter in quadratic time.
 */
const marksInARow = /(\p{Mark}{30})\p{Mark}+/gu;

/** Keeps normalizing linear. */
export function limitMarks(text: string): string {
  return text.replace(marksInARow, '$1');
}
