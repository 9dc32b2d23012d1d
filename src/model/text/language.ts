/** The languages that this platform speaks to the recipients of mail, each by its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
} as const;
export type Language = keyof typeof languages;

/** What somebody gets whose language nobody knows, or nobody here speaks. */
const languageDefault: Language = 'en';
/** A header has room for everybody; who lists more than this is no browser. */
const acceptedMax = 50;

/** The language of a tag of BCP 47 (`pt-BR`), if it is spoken here; null otherwise. */
function languageOfTag(tag: string | null | undefined): Language | null {
  const primary = tag?.split('-', 1)[0]?.toLowerCase();
  return primary !== undefined && Object.hasOwn(languages, primary) ? (primary as Language) : null;
}

/**
 * The language to speak to a visitor in: what they chose on a page, else what is known of them, else what their browser
 * asks for.
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

/** The one that is wanted most of those we speak; of equally wanted ones the first. */
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

/** 1 where none is given; 0, which means not wanted, where it cannot be read. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  if (given === undefined) return 1;
  const weight = Number(given.slice(given.indexOf('=') + 1));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
