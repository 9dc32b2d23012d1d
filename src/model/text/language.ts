/** The languages of mails and pages for recipients, each by its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
} as const;
export type Language = keyof typeof languages;

/** For people whose language is unknown or not supported. */
const languageDefault: Language = 'en';
/** No browser lists more languages than this. */
const acceptedMax = 50;

/** The supported language of a BCP 47 tag (`pt-BR`), or null. */
function languageOfTag(tag: string | null | undefined): Language | null {
  const primary = tag?.split('-', 1)[0]?.toLowerCase();
  return primary !== undefined && Object.hasOwn(languages, primary) ? (primary as Language) : null;
}

/**
 * The language for a visitor: what they chose on a page, else what is stored for them, else what their browser asks
 * for.
 *
 * @param visitor.accept `Accept-Language` (RFC 9110 12.5.4)
 */
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

/** The supported language with the highest weight; the first of equal ones. */
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

/** 1 by default; 0, which means not wanted, where it cannot be read. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  if (given === undefined) return 1;
  const weight = Number(given.slice(given.indexOf('=') + 1));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
