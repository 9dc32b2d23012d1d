import type { Tool } from '../../contract/tool.ts';
import { failures } from '../../model/failure.ts';
import { webhookKindNames } from '../../model/webhook/kinds.ts';
import { docTopics, withoutMarkers } from '../mcp/content/doc-topics.ts';
import { readFrontMatter, textField } from '../mcp/content/front-matter.ts';
import { shippedTexts } from '../mcp/content/shipped-texts.ts';
import { contentPage } from './content-page.ts';
import { eventPages } from './event-pages.ts';
import { type Doors, failurePages } from './failure-pages.ts';
import type { Place, SideBar } from './layout.ts';
import { rateLimitPage } from './limit-pages.ts';
import type { DetailPage, DocsPage } from './page.ts';
import type { Glossary } from './render-page.ts';
import { resourcePages } from './resource-pages.ts';
import { lastGuides, structure } from './structure.ts';

export type SiteMeans = {
  catalogue: readonly Tool[];
  baseUrl: string;
  doors: Doors;
  texts?: ReadonlyMap<string, string>;
};

export type Site = {
  sideBar: SideBar;
  /** Pages of the side bar in order, each followed by its detail pages. */
  pages: readonly DocsPage[];
  /** Pages that the structure does not name: available by URL, in search and in `/llms.txt`, but not in the side bar. */
  unplaced: readonly DocsPage[];
  missing: readonly string[];
  byName: ReadonlyMap<string, DocsPage | DetailPage>;
  known: ReadonlySet<string>;
  glossary: Glossary;
};

/** A missing page or an unknown name only affects the side bar, because readers of other pages cannot fix it. */
export function buildSite({ catalogue, baseUrl, doors, texts = shippedTexts('docs') }: SiteMeans): Site {
  const events = eventPages();
  const resources = resourcePages(catalogue, baseUrl);
  const made = [contentPage, rateLimitPage, events.overview, resources.overview];
  const main = new Map([...shippedPages(texts), ...made].map((page) => [page.name, page]));
  const details: readonly DetailPage[] = [
    ...failurePages(catalogue, doors),
    ...events.details,
    ...resources.details,
  ];
  const { sideBar, unplaced, missing } = placesOf(main);
  const pages = sideBar
    .flatMap(({ groups }) => groups.flatMap((group) => group.pages))
    .flatMap(({ name }): DocsPage[] => [main.get(name)!, ...details.filter(({ of }) => of === name)]);
  const glossary = new Map([
    ...Object.keys(failures).map((name) => [name, `errors/${name}`] as const),
    ...webhookKindNames.map((kind) => [kind, `events/${kind}`] as const),
  ]);
  const byName = new Map([...pages, ...unplaced].map((page) => [page.name, page]));
  return { sideBar, pages, unplaced, missing, byName, known: new Set(byName.keys()), glossary };
}

function shippedPages(texts: ReadonlyMap<string, string>): DocsPage[] {
  const topics = docTopics().map(
    ({ topic, title, description, text }): DocsPage => ({ name: topic, title, description, markdown: text }),
  );
  const names = new Set(topics.map(({ name }) => name));
  const others = [...texts].map(([file, text]) => shippedPage(file, text));
  return [...topics, ...others.filter(({ name }) => !names.has(name))];
}

function shippedPage(file: string, text: string): DocsPage {
  const name = file.replace(/\.md$/, '');
  if (!text.startsWith('---\n')) {
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    return { name, title, description: firstSentence(text) ?? title, markdown: () => withoutMarkers(text) };
  }
  const { fields, body } = readFrontMatter(text, `docs/${file}`);
  const title = textField(fields, 'title', file);
  return {
    name,
    title,
    description: textField(fields, 'description', file),
    markdown: () => `# ${title}\n\n${withoutMarkers(body)}\n`,
  };
}

function firstSentence(text: string): string | null {
  const paragraph = text.split('\n\n').find((part) => /^[\p{L}\p{N}]/u.test(part));
  const plain = paragraph?.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return plain === undefined ? null : (/^.*?[.:](?= |$)/.exec(plain)?.[0] ?? plain);
}

function placesOf(pages: ReadonlyMap<string, DocsPage>): Pick<Site, 'sideBar' | 'unplaced' | 'missing'> {
  const named = new Set(structure.flatMap(({ groups }) => groups.flatMap((group) => group.pages)));
  const unnamed = [...pages.keys()].filter((name) => !named.has(name));
  const isGuide = (name: string) => name.startsWith('guides/');
  const sideBar = structure.map(({ title, groups }) => ({
    title,
    groups: groups.map((group) => ({
      title: group.title,
      pages: [...group.pages, ...(group.title === lastGuides ? unnamed.filter(isGuide) : [])].flatMap(
        (name): Place[] => {
          const page = pages.get(name);
          return page ? [{ name, title: page.title }] : [];
        },
      ),
    })),
  }));
  return {
    sideBar,
    unplaced: unnamed.filter((name) => !isGuide(name)).map((name) => pages.get(name)!),
    missing: [...named].filter((name) => !pages.has(name)),
  };
}
