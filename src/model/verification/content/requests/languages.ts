import type { ConceptPhrases } from './concept.ts';
import { danish } from './germanic/danish.ts';
import { dutch } from './germanic/dutch.ts';
import { english } from './germanic/english.ts';
import { german } from './germanic/german.ts';
import { swedish } from './germanic/swedish.ts';
import { arabic } from './others/arabic.ts';
import { chinese } from './others/chinese.ts';
import { finnish } from './others/finnish.ts';
import { greek } from './others/greek.ts';
import { hebrew } from './others/hebrew.ts';
import { hindi } from './others/hindi.ts';
import { hungarian } from './others/hungarian.ts';
import { indonesian } from './others/indonesian.ts';
import { japanese } from './others/japanese.ts';
import { korean } from './others/korean.ts';
import { thai } from './others/thai.ts';
import { turkish } from './others/turkish.ts';
import { vietnamese } from './others/vietnamese.ts';
import { french } from './roman/french.ts';
import { italian } from './roman/italian.ts';
import { portuguese } from './roman/portuguese.ts';
import { romanian } from './roman/romanian.ts';
import { spanish } from './roman/spanish.ts';
import { czech } from './slavic/czech.ts';
import { polish } from './slavic/polish.ts';
import { russian } from './slavic/russian.ts';
import { ukrainian } from './slavic/ukrainian.ts';

/** Every mail is searched in all languages, because phishing often mixes two. */
export const phrasesByLanguage: Readonly<Record<string, ConceptPhrases>> = {
  da: danish,
  nl: dutch,
  en: english,
  de: german,
  sv: swedish,
  ar: arabic,
  zh: chinese,
  fi: finnish,
  el: greek,
  he: hebrew,
  hi: hindi,
  hu: hungarian,
  id: indonesian,
  ja: japanese,
  ko: korean,
  th: thai,
  tr: turkish,
  vi: vietnamese,
  fr: french,
  it: italian,
  pt: portuguese,
  ro: romanian,
  es: spanish,
  cs: czech,
  pl: polish,
  ru: russian,
  uk: ukrainian,
};
