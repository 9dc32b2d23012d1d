/**
 * The languages that are read, by their codes: each has its phrases in `lexicon/index.ts` and its everyday words here, by type.
 * What a phrase means is known in these alone. They stand apart, because the lexicons are loaded with the first mail only.
 */
const languages = ['en', 'de', 'pt', 'es', 'fr', 'nl', 'it'] as const;
export type ReadLanguage = (typeof languages)[number];

/** Their English names: `Dutch, English, …`. */
export function languagesRead(): string {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return languages
    .map((code) => names.of(code)!)
    .sort()
    .join(', ');
}

/** The badge of a content whose words are not known, which says nothing against it. */
export const languageUnread = 'language_unread';

/** What is said beside the badges of a campaign. */
export function languageWarnings(badges: readonly { id: string }[]): string[] {
  if (!badges.some(({ id }) => id === languageUnread)) return [];
  return [
    `It is in a language that is not read (read are ${languagesRead()}): its structure alone was judged`,
  ];
}
