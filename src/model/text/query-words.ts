/** Words of a search query, for the documentation and for the tools. */

export const queryCharactersMax = 200;
/** A query of at most this many words is a name or a title. */
export const titleWordsMax = 4;
const wordsMax = 12;
const wordCharactersMax = 40;
const commonWords: ReadonlySet<string> = new Set(
  'a an and any are as at be but by can do does for from go have he how i if in into is it its me my not of on one or our she so that the their them then there they this to us was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** Removes stop words from questions. A short query is a name or a title, in which every word but an article counts. */
export function extractQueryWords(query: string): string[] {
  const parts = query.slice(0, queryCharactersMax).split(/\s+/);
  const isCommon = (part: string) => commonWords.has(part.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const uncommon = parts.filter((part) =>
    parts.length > titleWordsMax ? !isCommon(part) : !/^(?:an?|the)$/i.test(part),
  );
  const sought = (uncommon.length > 0 ? uncommon : parts)
    .flatMap((part) => part.match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((word) => word.slice(0, wordCharactersMax));
  // The index would search for a repeated word each time.
  const seen = new Set<string>();
  const distinct = sought.filter((word) => {
    const normalized = normalizeWord(word);
    const isNew = !seen.has(normalized);
    seen.add(normalized);
    return isNew;
  });
  return distinct.slice(0, wordsMax);
}

/** Removes a plural s, and treats "email" as "mail", because the pages use both words. */
export function normalizeWord(word: string): string {
  const singular = word.toLowerCase().replace(/(?<=..[^s])s$/, '');
  return singular === 'email' ? 'mail' : singular;
}
