import { type Concept, requests } from './concept.ts';
import { phrasesByLanguage } from './languages.ts';
import { romanized } from './romanized.ts';

const lettersMin = 5;
const joinedLettersMin = 4;
const stemLettersMin = 4;

/**
 * The words of all phrases in Latin letters, also joined as in addresses, and the beginnings of words. The build writes
 * the value of this module, because computing it takes 150 ms.
 */
export const dictionaryTable = { ...readDictionary(), asked: readDictionary(new Set(requests)) };

type Dictionary = { words: string[]; stems: string[] };

function readDictionary(concepts: ReadonlySet<Concept> | null = null): Dictionary {
  const words = new Set<string>();
  const stems = new Set<string>();
  for (const phrases of Object.values(phrasesByLanguage)) {
    for (const [concept, lines] of Object.entries(phrases) as [Concept, string][]) {
      if (concepts !== null && !concepts.has(concept)) continue;
      for (const part of romanized(lines).split(/[\n/+]/)) addWords(part.trim(), words, stems);
    }
  }
  return { words: [...words], stems: [...stems] };
}

/** Adds the words of a part of a phrase. The last one may be the beginning of a word. */
function addWords(part: string, dictionary: Set<string>, stems: Set<string>): void {
  const words = part.replace(/[*'`]/g, '').split(/[^a-z0-9]+/);
  if (part.endsWith('*') || part.startsWith('*')) {
    const stem = words.join('');
    if (stem.length >= stemLettersMin) stems.add(stem);
    words.pop();
  } else if (words.join('').length >= joinedLettersMin) dictionary.add(words.join(''));
  for (const word of words) if (word.length >= lettersMin) dictionary.add(word);
}
