import { englishApproaches } from './english-approaches.ts';
import { englishManners } from './english-manners.ts';
import { englishPromises } from './english-promises.ts';
import { englishThreats } from './english-threats.ts';
import type { Lexicon } from './lexicon.ts';

export const english: Lexicon = {
  ...englishThreats,
  ...englishPromises,
  ...englishApproaches,
  ...englishManners,
};
