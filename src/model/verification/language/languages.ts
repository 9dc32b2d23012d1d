/**
 * The supported languages, by code: each has its phrases in `lexicon/index.ts` and its everyday words here, by type.
 * Kept apart, because the lexicons are only loaded with the first mail.
 */
const languages = {
  en: 'English',
  de: 'German',
  pt: 'Portuguese',
  es: 'Spanish',
  fr: 'French',
  nl: 'Dutch',
  it: 'Italian',
};
export type ReadLanguage = keyof typeof languages;

/** Their English names: `Dutch, English, …`. Written out, as `Intl.DisplayNames` would be loaded at every start. */
export function languagesRead(): string {
  return Object.values(languages).sort().join(', ');
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
