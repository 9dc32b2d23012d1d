import { setImmediate as nextTurn } from 'node:timers/promises';
import type MiniSearch from 'minisearch';
import type { SearchOptions, SearchResult } from 'minisearch';
import { extractQueryWords, normalizeWord, titleWordsMax } from '../../model/text/query-words.ts';
import { addressOf, type DocsPage } from './page.ts';
import { plainHeading, slugifyHeading } from './page-links.ts';

type Section = {
  id: number;
  address: string;
  title: string;
  /** Description of the page, so that its words also find each section. */
  about: string;
  heading: string;
  text: string;
  /** Normalized words of the title and of the heading, for `boostNamesake`. */
  titleWords: readonly string[];
  headingWords: readonly string[];
};
export type Hit = { address: string; title: string; heading: string; excerpt: readonly ExcerptPart[] };
export type ExcerptPart = { text: string; found: boolean };

const hitsMax = 20;
const partsOfPageMax = 2;
/** Shorter words must match exactly, because two letters are the prefix of too many words. */
const prefixFromCharacters = 3;
/** Shorter words are too similar to other words of one letter less. */
const oneSlipFromCharacters = 4;
/** Two swapped letters count as two slips. */
const twoSlipsFromCharacters = 7;
/** Pages about the implementation and generated references. They rank lower, because readers with a task rarely need them. */
const lessSought = /^\/docs\/(?:project|architecture|reference\/|errors\/|events\/)/;
const lessSoughtBoost = 0.5;
const sectionsAtOnce = 20;
const excerptCharacters = 200;

export type Search = (query: string) => Promise<{ words: readonly string[]; hits: readonly Hit[] }>;

/** Searches all pages. The index is built in chunks on the first search. */
export function searchOver(pages: readonly DocsPage[]): Search {
  let index: Promise<MiniSearch<Section>> | undefined;
  const sections = new Map<number, Section>();
  const known = new Set<string>();
  const build = async (): Promise<MiniSearch<Section>> => {
    const { default: Index } = await import('minisearch');
    const made = new Index<Section>({
      fields: ['title', 'about', 'heading', 'text'],
      processTerm(word) {
        const normalized = normalizeWord(word);
        known.add(normalized);
        return normalized;
      },
      searchOptions: {
        processTerm: normalizeWord,
        boost: { title: 4, about: 1.5, heading: 3 },
        boostDocument: (id) => (lessSought.test(sections.get(id as number)!.address) ? lessSoughtBoost : 1),
        prefix: (word) => word.length >= prefixFromCharacters,
      },
    });
    for (const page of pages) {
      // Rendering all pages at once would block the event loop for 60 ms.
      await nextTurn();
      for (const section of sectionsOf(page)) sections.set(sections.size, { ...section, id: sections.size });
    }
    await made.addAllAsync([...sections.values()], { chunkSize: sectionsAtOnce });
    return made;
  };
  return async (query) => {
    const words = extractQueryWords(query);
    if (words.length === 0) return { words, hits: [] };
    index ??= build();
    const made = await index;
    const pageOf = (id: unknown) => sections.get(id as number)!.address.split('#')[0]!;
    const found = fewOfEachPage(rankSections(made, words, sections, known), ({ id }) => pageOf(id));
    const hits = found.slice(0, hitsMax).map(({ id, terms }): Hit => {
      const { address, title, heading, text } = sections.get(id as number)!;
      return { address, title, heading, excerpt: excerptOf(text, terms) };
    });
    return { words, hits };
  };
}

type Ranked = { id: unknown; terms: readonly string[] };

/**
 * A short query must match all words, first as written and then with one misspelled letter. A word of a
 * question counts as misspelled only if no page contains it, because similar words are slow to find.
 */
function rankSections(
  index: MiniSearch<Section>,
  words: readonly string[],
  sections: ReadonlyMap<number, Section>,
  known: ReadonlySet<string>,
): Ranked[] {
  const byRank = (found: SearchResult[], rank: (one: SearchResult) => number): Ranked[] =>
    found
      .map((one) => ({
        id: one.id,
        terms: one.terms,
        rank: rank(one) * boostNamesake(one, sections.get(one.id as number)!),
      }))
      .sort((one, other) => other.rank - one.rank);
  const sought = words.join(' ');
  if (words.length <= titleWordsMax) {
    const all: SearchOptions = { combineWith: 'AND', fields: ['title', 'heading', 'text'] };
    const exact = index.search(sought, all);
    if (exact.length > 0) return byRank(exact, ({ score }) => score);
    const misspelled = index.search(sought, { ...all, fuzzy: countSlips(oneSlipFromCharacters, Infinity) });
    if (misspelled.length > 0) return byRank(misspelled, ({ score }) => score);
  }
  const slips = countSlips(oneSlipFromCharacters, twoSlipsFromCharacters);
  const some = index.search(sought, {
    combineWith: 'OR',
    fuzzy: (word) => (known.has(word) ? false : slips(word)),
  });
  return byRank(some, ({ score, queryTerms }) => score * queryTerms.length ** 2);
}

function countSlips(oneFrom: number, twoFrom: number): (word: string) => number | false {
  return ({ length }) => (length >= twoFrom ? 2 : length >= oneFrom ? 1 : false);
}

/**
 * Raises pages and sections whose name consists of the words found. A longer word does not count: "schedule"
 * asks for more than the event "scheduled".
 */
function boostNamesake({ terms, queryTerms }: SearchResult, section: Section): number {
  const isLonger = (term: string) => queryTerms.some((word) => term !== word && term.startsWith(word));
  const shareFound = (words: readonly string[]): number =>
    words.filter((word) => terms.includes(word) && !isLonger(word)).length / Math.max(1, words.length);
  const byTitle = shareFound(section.titleWords);
  return 1 + (byTitle + (section.heading === '' ? byTitle : shareFound(section.headingWords))) ** 3;
}

/** Limits the hits per page, because a single page could fill the list. */
function fewOfEachPage<Found>(found: readonly Found[], pageOf: (one: Found) => string): Found[] {
  const seen = new Map<string, number>();
  return found.filter((one) => {
    const times = (seen.get(pageOf(one)) ?? 0) + 1;
    seen.set(pageOf(one), times);
    return times <= partsOfPageMax;
  });
}

function sectionsOf(page: DocsPage): Omit<Section, 'id'>[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [page.description] }];
  const variables: typeof sections = [];
  let inCode = false;
  const [, ...lines] = page.markdown().split('\n');
  for (const line of lines) {
    if (line.startsWith('```')) inCode = !inCode;
    const heading = inCode ? null : headingLine.exec(line);
    const variable = environmentRow.exec(line)?.[1];
    if (heading) sections.push({ heading: heading[1]!, lines: [] });
    // A row of an environment variable table is its own section, so that a search for the name finds it first.
    else if (variable !== undefined) variables.push({ heading: variable, lines: [line] });
    else if (!line.startsWith('```')) sections.at(-1)!.lines.push(line);
  }
  const about = plain([page.description]);
  const titleWords = extractQueryWords(page.title).map(normalizeWord);
  return [...sections, ...variables].map(({ heading, lines: own }) => {
    const { shown, anchor: named } = readHeading(heading);
    const anchor = heading === '' || environmentName.test(heading) ? '' : `#${named}`;
    return {
      address: addressOf(page.name) + anchor,
      title: page.title,
      about,
      heading: shown,
      text: plain(own),
      titleWords,
      headingWords: extractQueryWords(shown).map(normalizeWord),
    };
  });
}

const headingLine = /^#{2,3} (.+)$/;

export function parseHeading(line: string): { shown: string; anchor: string } | null {
  const heading = headingLine.exec(line)?.[1];
  return heading === undefined ? null : readHeading(heading);
}

function readHeading(heading: string): { shown: string; anchor: string } {
  const named = / \{#([\w.-]+)\}$/.exec(heading)?.[1];
  const shown = plainHeading(heading.replace(/ \{#[\w.-]+\}$/, ''));
  return { shown, anchor: named ?? slugifyHeading(shown) };
}

const environmentRow = /^\| `([A-Z][A-Z_]{3,})` +\|/;
const environmentName = /^[A-Z][A-Z_]{3,}$/;

function plain(lines: readonly string[]): string {
  return lines
    .join(' ')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\|(?: ?-+ ?\|)+/g, ' ')
    .replaceAll(/[`*|[\]#]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function excerptOf(text: string, terms: readonly string[]): ExcerptPart[] {
  const any = new RegExp(terms.map((term) => term.replaceAll(/[^\p{L}\p{N}]/gu, '.')).join('|'), 'giu');
  const first = terms.length === 0 ? -1 : text.search(any);
  const from = Math.max(0, first - excerptCharacters / 3);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const cut = text.slice(start, start + excerptCharacters);
  const parts: ExcerptPart[] = [{ text: start === 0 ? '' : '… ', found: false }];
  let at = 0;
  if (terms.length > 0) {
    for (const match of cut.matchAll(any)) {
      parts.push({ text: cut.slice(at, match.index), found: false }, { text: match[0], found: true });
      at = match.index + match[0].length;
    }
  }
  parts.push({ text: cut.slice(at) + (start + excerptCharacters < text.length ? ' …' : ''), found: false });
  return parts.filter((part) => part.text !== '');
}
