import { dutch } from './dutch.ts';
import { dutchStrangers } from './dutch-strangers.ts';
import { english } from './english.ts';
import { englishRelations } from './english-relations.ts';
import { englishStrangers } from './english-strangers.ts';
import { french } from './french.ts';
import { frenchStrangers } from './french-strangers.ts';
import { german } from './german.ts';
import { germanStrangers } from './german-strangers.ts';
import { italian } from './italian.ts';
import { italianStrangers } from './italian-strangers.ts';
import type { Lexicon } from './lexicon.ts';
import { portuguese } from './portuguese.ts';
import { portugueseStrangers } from './portuguese-strangers.ts';
import { spanish } from './spanish.ts';
import { spanishStrangers } from './spanish-strangers.ts';

export const lexiconsByLanguage: Readonly<Record<string, readonly Lexicon[]>> = {
  en: [english, englishStrangers, englishRelations],
  de: [german, germanStrangers],
  pt: [portuguese, portugueseStrangers],
  es: [spanish, spanishStrangers],
  fr: [french, frenchStrangers],
  nl: [dutch, dutchStrangers],
  it: [italian, italianStrangers],
};

/** Every mail is searched in all languages: phishing often mixes two, and the language need not be guessed. */
export const lexicons: readonly Lexicon[] = Object.values(lexiconsByLanguage).flat();

export function hasLexicon(language: string): boolean {
  return language in lexiconsByLanguage;
}
