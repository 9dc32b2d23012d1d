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

export type SiteMeans = { catalogue: readonly Tool[]; baseUrl: string; doors: Doors };

/** The whole documentation: its pages in reading order, and what leads from one to another. */
export type Site = {
  sideBar: SideBar;
  /** Those of the side bar, in its order, each followed by the pages it is an overview of. */
  pages: readonly DocsPage[];
  byName: ReadonlyMap<string, DocsPage | DetailPage>;
  known: ReadonlySet<string>;
  glossary: Glossary;
};

/** @throws Error when the structure names a page that does not exist, or a page of `docs/` stands nowhere in it */
export function siteOf({ catalogue, baseUrl, doors }: SiteMeans): Site {
  const events = eventPages();
  const resources = resourcePages(catalogue, baseUrl);
  const made = [contentPage, rateLimitPage, events.overview, resources.overview];
  const main = new Map([...shippedPages(), ...made].map((page) => [page.name, page]));
  const details: readonly DetailPage[] = [
    ...failurePages(catalogue, doors),
    ...events.details,
    ...resources.details,
  ];
  const sideBar = placesOf(main);
  const pages = sideBar
    .flatMap(({ groups }) => groups.flatMap((group) => group.pages))
    .flatMap(({ name }): DocsPage[] => [main.get(name)!, ...details.filter(({ of }) => of === name)]);
  const glossary = new Map([
    ...Object.keys(failures).map((name) => [name, `errors/${name}`] as const),
    ...webhookKindNames.map((kind) => [kind, `events/${kind}`] as const),
  ]);
  const byName = new Map(pages.map((page) => [page.name, page]));
  return { sideBar, pages, byName, known: new Set(byName.keys()), glossary };
}

/** The pages of the folder `docs`: the topics that assistants read, and the pages below them. */
function shippedPages(): DocsPage[] {
  const topics = docTopics().map(
    ({ topic, title, description, text }): DocsPage => ({ name: topic, title, description, markdown: text }),
  );
  const below = [...shippedTexts('docs')].filter(([file]) => file.includes('/'));
  return [...topics, ...below.map(([file, text]) => shippedPage(file, text))];
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

/** What a page without front matter is about: the first sentence of its first paragraph. */
function firstSentence(text: string): string | null {
  const paragraph = text.split('\n\n').find((part) => /^[\p{L}\p{N}]/u.test(part));
  const plain = paragraph?.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return plain === undefined ? null : (/^.*?[.:](?= |$)/.exec(plain)?.[0] ?? plain);
}

function placesOf(pages: ReadonlyMap<string, DocsPage>): SideBar {
  const named = new Set(structure.flatMap(({ groups }) => groups.flatMap((group) => group.pages)));
  const unnamed = [...pages.keys()].filter((name) => !named.has(name));
  const lost = unnamed.filter((name) => !name.startsWith('guides/'));
  if (lost.length > 0) throw new Error(`The structure of the documentation does not name ${lost.join(', ')}`);
  const placeOf = (name: string): Place => {
    const page = pages.get(name);
    if (!page) throw new Error(`The structure of the documentation names ${name}, which does not exist`);
    return { name, title: page.title };
  };
  return structure.map(({ title, groups }) => ({
    title,
    groups: groups.map((group) => ({
      title: group.title,
      pages: [...group.pages, ...(group.title === lastGuides ? unnamed : [])].map(placeOf),
    })),
  }));
}
