import { escapeHtml } from '../../../model/content/escape-html.ts';
import { Failure } from '../../../model/failure.ts';
import { docsPage } from '../../http/docs-page.ts';
import { publicPage } from '../../http/public-page.ts';
import type { HttpAnswer, PublicRoute } from '../../http/request-response.ts';
import { type DocTopic, docTopics } from './doc-topics.ts';

/** The page of this topic says more than the topic, with a place to point at for each badge. */
const pagesElsewhere: ReadonlySet<string> = new Set(['content-verification']);

/** The topics as pages for people: `/docs`, and `/docs/{topic}` for each that has no page of its own. */
export function docPages(): PublicRoute[] {
  const topics = docTopics();
  return [
    publicPage('/docs', async () => docsPage('Documentation', contents(topics), true)),
    ...topics
      .filter(({ topic }) => !pagesElsewhere.has(topic))
      .map((topic) => publicPage(`/docs/${topic.topic}`, () => pageOf(topic))),
  ];
}

/** Leads a person who opened the server's address to the documentation; for a program nothing is there. */
export const doorstep: PublicRoute = publicPage('/', async ({ headers }) => {
  if (!htmlAccepted.test(headers.accept ?? '')) throw new Failure('not_found');
  return { status: 302, headers: { Location: '/docs', Vary: 'Accept' }, body: null };
});

/** As browsers say it (RFC 9110 12.5.1): by name and not with a weight of 0. */
const htmlAccepted = /(?:^|,)\s*text\/html\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i;

async function pageOf({ title, text }: DocTopic): Promise<HttpAnswer> {
  // The parser is loaded for the first page, not at the start.
  const { markdownToHtml } = await import('../../../model/content/markdown.ts');
  const [, ...rest] = text().split('\n');
  const html = markdownToHtml(rest.join('\n'));
  return docsPage(
    escapeHtml(title),
    html.replaceAll(/<code>posthouse:\/\/docs\/([a-z0-9-]+)<\/code>/g, '<a href="/docs/$1">/docs/$1</a>'),
  );
}

function contents(topics: readonly DocTopic[]): string {
  const entries = topics.map(
    ({ topic, title, description }) =>
      `<dt><a href="/docs/${topic}">${escapeHtml(title)}</a></dt>\n<dd>${escapeHtml(description)}</dd>`,
  );
  return `<dl>\n${entries.join('\n')}\n</dl>`;
}
