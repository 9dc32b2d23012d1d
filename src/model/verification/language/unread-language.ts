import { limitMarks } from '../../text/limit-marks.ts';
import { wordsOfRead, wordsOfUnread } from './everyday-words.ts';

const sampleCharactersMax = 20_000;
/** Words per detection run, because a mail may be in two languages. */
const runWords = 25;
const everydayMin = 3;
const everydayShareMin = 0.12;
/** A shorter text is a name or a greeting. */
const unreadWordsMin = 6;
const lettersPerWord = 2;

/** Matches a mailbox only at the start of a token, otherwise a token without `@` takes quadratic time. */
const address = /\b(?:https?:\/\/|www\.)\S+|(?<!\S)\S+@\S+/giu;
const word = /\p{L}[\p{L}\p{M}]*/gu;
const latinWord = /^\p{Script=Latin}/u;
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Letters that no language with a lexicon uses in native words. */
const foreignLetter = /[^a-zßàáâãäæçèéêëìíîïñòóôõöùúûüÿœªº\p{M}]/u;

const read = indexOf(Object.values(wordsOfRead));
const unread = indexOf(Object.values(wordsOfUnread));

/** Returns false if no language can be detected, as in a short text or a list of names. */
export function isUnreadLanguage(text: string): boolean {
  const words = { read: 0, unread: 0 };
  let run: string[] = [];
  const settle = (): void => {
    const language = languageOf(run);
    if (language !== null) words[language] += run.length;
    run = [];
  };
  const written = text.slice(0, sampleCharactersMax).replace(address, ' ');
  const sample = limitMarks(written).normalize('NFC').toLowerCase();
  for (const [found] of sample.matchAll(word)) {
    if (!latinWord.test(found)) {
      words.unread += unspaced.test(found) ? Math.ceil(found.length / lettersPerWord) : 1;
      continue;
    }
    run.push(found);
    if (run.length === runWords) settle();
  }
  settle();
  return words.unread >= unreadWordsMin && words.unread >= words.read;
}

function languageOf(run: readonly string[]): 'read' | 'unread' | null {
  const ofRead = mostEveryday(run, read);
  const ofUnread = mostEveryday(run, unread) + run.filter((each) => foreignLetter.test(each)).length;
  const most = Math.max(ofRead, ofUnread);
  if (most < everydayMin || most < run.length * everydayShareMin) return null;
  return ofUnread > ofRead ? 'unread' : 'read';
}

function mostEveryday(run: readonly string[], index: ReadonlyMap<string, readonly number[]>): number {
  const counts: number[] = [];
  for (const each of run) {
    for (const language of index.get(each) ?? []) counts[language] = (counts[language] ?? 0) + 1;
  }
  return counts.reduce((most, count) => Math.max(most, count ?? 0), 0);
}

function indexOf(languages: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (const [place, words] of languages.entries()) {
    for (const each of new Set(words.split(' '))) index.set(each, [...(index.get(each) ?? []), place]);
  }
  return index;
}
