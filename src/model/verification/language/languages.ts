/** Supported languages. Each has its phrases in `content/requests`, which only loads with the first mail. */
const languages = {
  en: 'English',
  de: 'German',
  pt: 'Portuguese',
  es: 'Spanish',
  fr: 'French',
  nl: 'Dutch',
  it: 'Italian',
  pl: 'Polish',
  cs: 'Czech',
  sv: 'Swedish',
  da: 'Danish',
  fi: 'Finnish',
  ro: 'Romanian',
  hu: 'Hungarian',
  tr: 'Turkish',
  el: 'Greek',
  ru: 'Russian',
  uk: 'Ukrainian',
  ar: 'Arabic',
  he: 'Hebrew',
  hi: 'Hindi',
  id: 'Indonesian',
  vi: 'Vietnamese',
  th: 'Thai',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese',
};
export type ReadLanguage = keyof typeof languages;

/** Lists English names: `Dutch, English, …`. Does not use `Intl.DisplayNames`, which would load at every start. */
export function languagesRead(): string {
  return Object.values(languages).sort().join(', ');
}

export const languageUnread = 'language_unread';

export function languageWarnings(badges: readonly { id: string }[]): string[] {
  if (!badges.some(({ id }) => id === languageUnread)) return [];
  return [
    `Its language is not supported (supported: ${languagesRead()}), so only its structure was verified`,
  ];
}
