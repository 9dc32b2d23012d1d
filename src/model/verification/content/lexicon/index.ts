import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import type { Lexicon } from './lexicon.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** All of them are looked for in every mail: a swindler's mail is often in two languages, and none has to be guessed. */
export const lexicons: readonly Lexicon[] = [english, german, portuguese, spanish, french, dutch, italian];
