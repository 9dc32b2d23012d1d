/**
 * The supported languages, by code: each has its phrases in `lexicon/index.ts` and its everyday words here, by type.
 * Kept apart, because the lexicons are only loaded with the first mail.
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

/** The badge of content in an unsupported language, which is no fault. */
export const languageUnread = 'language_unread';

/** The warning that accompanies a campaign's badges. */
export function languageWarnings(badges: readonly { id: string }[]): string[] {
  if (!badges.some(({ id }) => id === languageUnread)) return [];
  return [
    `It is in a language that is not read (read are ${languagesRead()}): its structure alone was judged`,
  ];
}
