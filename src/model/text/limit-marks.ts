/** No language exceeds this (UAX 15, Stream-Safe Text Format). Normalizing sorts a letter's marks in quadratic time. */
const marksInARow = /(\p{Mark}{30})\p{Mark}+/gu;

export function limitMarks(text: string): string {
  return text.replace(marksInARow, '$1');
}
