export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
} as const;
export type Language = keyof typeof languages;

const languageDefault: Language = 'en';
const acceptedMax = 50;

function languageOfTag(tag: string | null | undefined): Language | null {
  const primary = tag?.split('-', 1)[0]?.toLowerCase();
  return primary !== undefined && Object.hasOwn(languages, primary) ? (primary as Language) : null;
}

/** Prefers the visitor's choice, then the stored language, then the browser's (RFC 9110 12.5.4). */
export function languageFor({
  chosen,
  known,
  accept,
}: {
  chosen?: string | null | undefined;
  known?: string | null | undefined;
  accept?: string | undefined;
}): Language {
  return languageOfTag(chosen) ?? languageOfTag(known) ?? acceptedLanguage(accept ?? '') ?? languageDefault;
}

function acceptedLanguage(header: string): Language | null {
  let best: { language: Language; weight: number } | null = null;
  for (const range of header.split(',', acceptedMax)) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const language = languageOfTag(tag);
    const weight = weightOf(parameters);
    if (language === null || weight === 0) continue;
    if (best === null || weight > best.weight) best = { language, weight };
  }
  return best?.language ?? null;
}

/** Returns 1 by default, and 0 (not wanted) for an invalid weight. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  if (given === undefined) return 1;
  const weight = Number(given.slice(given.indexOf('=') + 1));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
