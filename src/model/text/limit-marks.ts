/**
 * More combining marks on one letter than any language uses (the bound of UAX 15, Stream-Safe Text Format). Normalizing
 * sorts the marks of a letter in quadratic time.
 */
const marksInARow = /(\p{Mark}{30})\p{Mark}+/gu;

/** Keeps the first 30 combining marks of each letter, so that normalizing the text takes linear time. */
export function limitMarks(text: string): string {
  return text.replace(marksInARow, '$1');
}
