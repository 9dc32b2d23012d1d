import { setImmediate as nextTurn } from 'node:timers/promises';
import type MiniSearch from 'minisearch';
import { queryCharactersMax } from './layout.ts';
import { addressOf, type DocsPage } from './page.ts';
import { anchorOf } from './page-links.ts';

/** A part of a page under one heading: what a search finds. */
type Section = {
  id: number;
  address: string;
  title: string;
  /** What its page is about, so that each part of a page is found by the words of the whole. */
  about: string;
  heading: string;
  text: string;
};
export type Hit = { address: string; title: string; heading: string; excerpt: readonly ExcerptPart[] };
export type ExcerptPart = { text: string; found: boolean };

const hitsMax = 20;
const wordsMax = 12;
const titleWordsMax = 4;
const partsOfPageMax = 2;
const wordCharactersMax = 40;
/** Shorter words are found as they are alone: what begins with two letters is half of everything. */
const prefixFromCharacters = 3;
const fuzzyFromCharacters = 6;
/** Words that a question has and an answer has as well: they find every page, and so none. */
const commonWords: ReadonlySet<string> = new Set(
  'a an and any are as at be but by can do does for from go have he how i if in into is it its me my not of on one or our she so that the their them then there they this to us was we what when where which who why will with would you your'.split(
    ' ',
  ),
);
/** Pages about how the program is made, and long lists: a reader who has a task looks for them last. */
const lessSought = /^\/docs\/(?:project|architecture|reference\/(?:sdk|tools))\b/;
const lessSoughtBoost = 0.5;
/** Sections indexed before other requests have their turn. */
const sectionsAtOnce = 20;
const excerptCharacters = 200;

export type Search = (query: string) => Promise<{ words: readonly string[]; hits: readonly Hit[] }>;

/** Search over all pages; the index is made for the first search, in pieces. */
export function searchOver(pages: readonly DocsPage[]): Search {
  let index: Promise<MiniSearch<Section>> | undefined;
  const sections = new Map<number, Section>();
  const build = async (): Promise<MiniSearch<Section>> => {
    const { default: Index } = await import('minisearch');
    const made = new Index<Section>({
      fields: ['title', 'about', 'heading', 'text'],
      searchOptions: {
        boost: { title: 4, about: 1.5, heading: 3 },
        boostDocument: (id) => (lessSought.test(sections.get(id as number)!.address) ? lessSoughtBoost : 1),
        prefix: (word) => word.length >= prefixFromCharacters,
        fuzzy: (word) => (word.length >= fuzzyFromCharacters ? 0.15 : false),
      },
    });
    for (const page of pages) {
      // Rendering all pages at once blocks the event loop for 60 ms.
      await nextTurn();
      for (const section of sectionsOf(page)) sections.set(sections.size, { ...section, id: sections.size });
    }
    await made.addAllAsync([...sections.values()], { chunkSize: sectionsAtOnce });
    return made;
  };
  return async (query) => {
    const words = wordsOf(query);
    if (words.length === 0) return { words, hits: [] };
    index ??= build();
    const made = await index;
    const pageOf = (id: unknown) => sections.get(id as number)!.title;
    const found = ranksOf(made, words, pageOf);
    const hits = found.slice(0, hitsMax).map(({ id, terms }): Hit => {
      const { address, title, heading, text } = sections.get(id as number)!;
      return { address, title, heading, excerpt: excerptOf(text, terms) };
    });
    return { words, hits };
  };
}

/**
 * The words of a query that are looked for: not more of them, and no longer ones, than a page has, and of a question without those
 * that every page has. A short query is a name or a title, in which each word counts.
 */
export function wordsOf(query: string): string[] {
  const parts = query.slice(0, queryCharactersMax).split(/\s+/);
  const isCommon = (part: string) => commonWords.has(part.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const uncommon = parts.length > titleWordsMax ? parts.filter((part) => !isCommon(part)) : parts;
  const sought = uncommon.length > 0 ? uncommon : parts;
  return sought
    .flatMap((part) => part.match(/[\p{L}\p{N}]+/gu) ?? [])
    .slice(0, wordsMax)
    .map((word) => word.slice(0, wordCharactersMax));
}

type Ranked = { id: unknown; terms: readonly string[] };

/** A name or a title is found where all its words stand; of a question, what has more of the words comes first. */
function ranksOf(
  index: MiniSearch<Section>,
  words: readonly string[],
  pageOf: (id: unknown) => string,
): Ranked[] {
  const sought = words.join(' ');
  const fields = ['title', 'heading', 'text'];
  const strict = words.length > titleWordsMax ? [] : index.search(sought, { combineWith: 'AND', fields });
  if (strict.length > 0) return strict;
  const ranked = index
    .search(sought, { combineWith: 'OR' })
    .map(({ id, terms, score, queryTerms }) => ({ id, terms, rank: score * queryTerms.length ** 2 }))
    .sort((one, other) => other.rank - one.rank);
  return fewOfEachPage(ranked, ({ id }) => pageOf(id));
}

/** At most `partsOfPageMax` parts of a page, because one whose every part fits would fill the list. */
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
    // One of forty in a table: a search for its name is to find it, and not a page that is shorter.
    else if (variable !== undefined) variables.push({ heading: variable, lines: [line] });
    else if (!line.startsWith('```')) sections.at(-1)!.lines.push(line);
  }
  const about = plain([page.description]);
  return [...sections, ...variables].map(({ heading, lines: own }) => {
    const { shown, anchor: named } = readHeading(heading);
    const anchor = heading === '' || environmentName.test(heading) ? '' : `#${named}`;
    return {
      address: addressOf(page.name) + anchor,
      title: page.title,
      about,
      heading: shown,
      text: plain(own),
    };
  });
}

const headingLine = /^#{2,3} (.+)$/;

/** The heading that a line of Markdown is, outside of code; null where it is none that has an anchor. */
export function headingOf(line: string): { shown: string; anchor: string } | null {
  const heading = headingLine.exec(line)?.[1];
  return heading === undefined ? null : readHeading(heading);
}

function readHeading(heading: string): { shown: string; anchor: string } {
  const named = / \{#([\w.-]+)\}$/.exec(heading)?.[1];
  const shown = heading.replace(/ \{#[\w.-]+\}$/, '').replaceAll('`', '');
  return { shown, anchor: named ?? anchorOf(shown) };
}

const environmentRow = /^\| `([A-Z][A-Z_]{3,})` +\|/;
const environmentName = /^[A-Z][A-Z_]{3,}$/;

/** The words of Markdown, without its marks. */
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

/** What stands around the first word found. */
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
