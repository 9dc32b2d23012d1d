import type { Documentation, DocumentHit } from '../../engine/context/documentation.ts';
import { docTopics } from '../mcp/content/doc-topics.ts';
import { type DocsPage, docsPrefix } from './page.ts';
import { renderMarkdownPage } from './page-links.ts';
import { type Hit, parseHeading, type Search, searchOver } from './search.ts';
import { buildSite, type Site, type SiteMeans } from './site.ts';

/** Pages and search for `/docs` and for tools, created once on first use. */
export type OpenedSite = { site: Site; all: readonly DocsPage[]; search: Search };

export function openedSite(means: SiteMeans): () => OpenedSite {
  let opened: OpenedSite | undefined;
  return () => {
    if (!opened) {
      const site = buildSite(means);
      const all = [...site.pages, ...site.unplaced];
      opened = { site, all, search: searchOver(all) };
    }
    return opened;
  };
}

/** Maximum text of a result, by `weightOf`. Including its other fields, a result has at most 1,500 tokens. */
const partWeightMax = 1_110;
/** Longer lines are split. A line is a paragraph or a table row. */
const lineCharactersMax = 1_000;

export function createDocumentation(opened: () => OpenedSite): Documentation {
  const partsByPage = new Map<string, readonly string[]>();
  const partsOf = (page: DocsPage): readonly string[] => {
    let parts = partsByPage.get(page.name);
    if (!parts) {
      parts = dividedText(renderMarkdownPage(page, opened().site.known));
      partsByPage.set(page.name, parts);
    }
    return parts;
  };
  const hitOf = ({ address, title, heading, excerpt }: Hit): DocumentHit => {
    const [topic = '', anchor = null] = address.slice(docsPrefix.length).split('#');
    const parts = partsOf(opened().site.byName.get(topic)!);
    return {
      topic,
      part: 1 + Math.max(0, parts.findIndex(holding(heading, anchor))),
      title,
      heading,
      anchor,
      excerpt: excerpt.map(({ text }) => text).join(''),
    };
  };
  return {
    read(topic, part) {
      const page = opened().site.byName.get(topic);
      if (!page) return null;
      const parts = partsOf(page);
      const number = Math.min(part, parts.length);
      return { topic, title: page.title, part: number, parts: parts.length, text: parts[number - 1]! };
    },

    whole(topic) {
      const { site } = opened();
      const page = site.byName.get(topic);
      if (!page) return null;
      const { title, description } = page;
      return { topic, title, description, text: renderMarkdownPage(page, site.known) };
    },

    pages: () => opened().all.map(({ name, title }) => ({ topic: name, title })),

    contents() {
      const topics = docTopics();
      const named = new Set(topics.map(({ topic }) => topic));
      const { all } = opened();
      const others = all.filter((page) => !named.has(page.name) && !('of' in page));
      return [
        ...topics.map(({ topic, description }) => `- ${topic}: ${description}`),
        `- Further pages: ${others.map(({ name }) => name).join(', ')}`,
        '- A page each: errors/{name of a failure}, events/{kind of a webhook}, reference/rest/{resource}',
      ].join('\n');
    },

    async search(query, hitsMax) {
      const { hits } = await opened().search(query);
      return hits.slice(0, hitsMax).map(hitOf);
    },
  };
}

function holding(heading: string, anchor: string | null): (part: string) => boolean {
  if (anchor === null) return (part) => heading !== '' && part.includes(heading);
  return (part) => part.split('\n').some((line) => parseHeading(line)?.anchor === anchor);
}

/** Splits a text into parts of whole lines within the limit. A part that is half full ends at the next heading. */
export function dividedText(text: string): readonly string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let weight = 0;
  const close = (): void => {
    parts.push(lines.join('\n').trim());
    [lines, weight] = [[], 0];
  };
  for (const line of text.trim().split('\n').flatMap(shortLines)) {
    const own = weightOf(`${line}\n`);
    const isFull = weight + own > partWeightMax;
    const isHalfFull = weight > partWeightMax / 2 && parseHeading(line) !== null;
    if (lines.length > 0 && (isFull || isHalfFull)) close();
    lines.push(line);
    weight += own;
  }
  if (lines.length > 0) close();
  // A page within the limit stays whole, because a split would cost another call.
  return weightOf(text) <= partWeightMax ? [text.trim()] : parts;
}

const pieces = /[A-Za-z]+|[0-9]{1,3}|\s+|[^A-Za-z0-9\s]+/g;
const lettersOfToken = 6;
const signsOfToken = 2.2;

/** Closer for English than `token-estimate.ts`, which never underestimates any text. A test counts the real tokens. */
function weightOf(text: string): number {
  return (text.match(pieces) ?? []).reduce((sum, piece) => {
    if (/^[A-Za-z]/.test(piece)) return sum + Math.max(1, piece.length / lettersOfToken);
    if (/^\d/.test(piece)) return sum + 1;
    if (/^\s/.test(piece)) return sum + (piece === ' ' ? 0.05 : 0.8);
    return sum + Math.max(0.75, piece.length / signsOfToken);
  }, 0);
}

function shortLines(line: string): string[] {
  const cuts = Math.max(1, Math.ceil(line.length / lineCharactersMax));
  return Array.from({ length: cuts }, (_, cut) =>
    line.slice(cut * lineCharactersMax, (cut + 1) * lineCharactersMax),
  );
}
