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

/** All of them are looked for in every mail: a swindler's mail is often in two languages, and none has to be guessed. */
export const lexicons: readonly Lexicon[] = [
  english,
  englishStrangers,
  englishRelations,
  german,
  germanStrangers,
  portuguese,
  portugueseStrangers,
  spanish,
  spanishStrangers,
  french,
  frenchStrangers,
  dutch,
  dutchStrangers,
  italian,
  italianStrangers,
];
