import { Failure } from '../../model/failure.ts';
import { queryCharactersMax } from '../../model/text/query-words.ts';
import type { Log } from '../../world/log.ts';
import { publicPage } from '../http/public-pages.ts';
import type { HttpAnswer, HttpRequest, PublicRoute } from '../http/request-response.ts';
import { type Html, html } from '../public/html.ts';
import { assetAt } from './assets.ts';
import type { OpenedSite } from './documentation.ts';
import { docsAnswer, type Place } from './layout.ts';
import { addressOf, type DetailPage, type DocsPage, docsPrefix } from './page.ts';
import { renderMarkdownPage } from './page-links.ts';
import type { Hit } from './search.ts';
import type { Site, SiteMeans } from './site.ts';

const markdownHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/markdown; charset=utf-8',
  'Cache-Control': 'public, max-age=3600',
  Vary: 'Accept',
};
const plainHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'public, max-age=3600',
};

export type DocsMeans = Pick<SiteMeans, 'baseUrl'> & { opened: () => OpenedSite; log: Pick<Log, 'warn'> };

export function docsRoutes(means: DocsMeans): PublicRoute[] {
  let opened: OpenDocs | undefined;
  // Loaded for the first visitor, to keep the startup fast.
  const docs = (): OpenDocs => {
    opened ??= openDocs(means);
    return opened;
  };
  return [
    doorstep,
    publicPage('/docs', async (request) => docs().home(request)),
    publicPage('/docs/search', async (request) => await docs().find(request)),
    publicPage(
      `${docsPrefix}*`,
      async (request, _, { '*': rest = '' }) => await docs().answer(rest, request),
    ),
    publicPage('/llms.txt', async () => docs().index()),
    publicPage('/llms-full.txt', async () => docs().whole()),
  ];
}

/** Redirects browsers from `/` to the documentation. Programs get a 404. */
const doorstep: PublicRoute = publicPage('/', async ({ headers }) => {
  if (!acceptsHtml(headers.accept)) throw new Failure('not_found');
  return { status: 302, headers: { Location: '/docs', Vary: 'Accept' }, body: null };
});

type OpenDocs = {
  home(request: HttpRequest): HttpAnswer;
  find(request: HttpRequest): Promise<HttpAnswer>;
  answer(rest: string, request: HttpRequest): Promise<HttpAnswer>;
  index(): HttpAnswer;
  whole(): HttpAnswer;
};

function openDocs(means: DocsMeans): OpenDocs {
  const { site, all, search } = means.opened();
  warnOfStrays(site, means.log);
  const rendered = new Map<string, HttpAnswer>();
  const keep = (key: string, make: () => HttpAnswer): HttpAnswer => {
    const answer = rendered.get(key) ?? make();
    rendered.set(key, answer);
    return answer;
  };
  const markdownOf = (page: DocsPage): HttpAnswer =>
    keep(`${page.name}.md`, () => ({
      status: 200,
      headers: markdownHeaders,
      body: renderMarkdownPage(page, site.known),
    }));

  return {
    home({ headers }) {
      return prefersMarkdown(headers.accept)
        ? { status: 200, headers: markdownHeaders, body: indexText(site, means.baseUrl) }
        : keep('', () => docsAnswer(site.sideBar, { title: 'Documentation', body: homeBody(site) }));
    },

    async find({ query }) {
      const sought = (query.get('q') ?? '').slice(0, queryCharactersMax);
      const { words, hits } = await search(sought);
      const body = resultsBody(sought, words, hits);
      const answer = docsAnswer(site.sideBar, { title: 'Search', body, query: sought });
      return { ...answer, headers: { ...answer.headers, 'X-Robots-Tag': 'noindex' } };
    },

    async answer(rest, { path, headers }) {
      const asset = assetAt(path);
      if (asset) return asset;
      const page = site.byName.get(rest.replace(/\.md$/, ''));
      if (!page) {
        if (!acceptsHtml(headers.accept)) throw new Failure('not_found');
        return docsAnswer(site.sideBar, { title: 'There is no such page', body: missingBody, status: 404 });
      }
      if (rest.endsWith('.md') || prefersMarkdown(headers.accept)) return markdownOf(page);
      const render = await import('./render-page.ts');
      return keep(page.name, () =>
        docsAnswer(site.sideBar, {
          title: page.title,
          body: { markup: render.renderPage(page, site.known, site.glossary) },
          current: 'of' in page ? (page as DetailPage).of : page.name,
          twin: `${addressOf(page.name)}.md`,
          asks: (page.forms?.().size ?? 0) > 0,
          ...neighbours(site, page),
        }),
      );
    },

    index: () => ({ status: 200, headers: plainHeaders, body: indexText(site, means.baseUrl) }),

    whole: () =>
      keep('llms-full.txt', () => ({
        status: 200,
        headers: plainHeaders,
        body: all.map((page) => page.markdown().trimEnd()).join('\n\n---\n\n'),
      })),
  };
}

/** Logs pages missing from the structure, and the other way round, once per start. */
function warnOfStrays({ unplaced, missing }: Site, log: DocsMeans['log']): void {
  if (unplaced.length > 0) {
    log.warn(
      { pages: unplaced.map(({ name }) => name) },
      'These documentation pages are missing from the sidebar structure',
    );
  }
  if (missing.length > 0) {
    log.warn({ pages: missing }, 'The sidebar structure lists documentation pages that do not exist');
  }
}

function neighbours({ pages }: Site, page: DocsPage): { previous: Place | null; next: Place | null } {
  const at = pages.indexOf(page);
  if (at < 0) return { previous: null, next: null };
  return { previous: pages[at - 1] ?? null, next: pages[at + 1] ?? null };
}

function homeBody({ sideBar, byName }: Site): Html {
  const parts = sideBar.map(
    ({ title, groups }) => html`<h2>${title}</h2>
<dl>
${groups
  .flatMap(({ pages }) => pages)
  .map(
    (place) => html`<dt><a href="${addressOf(place.name)}">${place.title}</a></dt>
<dd>${byName.get(place.name)!.description}</dd>
`,
  )}</dl>
`,
  );
  return html`<p>Posthouse sends mail for apps, people and assistants, from your own server. Start with
<a href="${addressOf('start/first-mail')}">your first mail</a>; it takes five minutes.</p>
${parts}
<p class="quiet">For assistants: <a href="/llms.txt">/llms.txt</a> names every page, <a href="/llms-full.txt">/llms-full.txt</a> has them all, and each page
is also Markdown under its address with .md. For programs: <a href="/openapi.json">/openapi.json</a>.</p>`;
}

const missingBody = html`<p>The page may have moved. Search for it above, or start at the <a href="/docs">contents</a>.</p>`;

function resultsBody(sought: string, words: readonly string[], hits: readonly Hit[]): Html {
  if (words.length === 0)
    return html`<p>Type a word or two, such as <a href="/docs/search?q=bounce">bounce</a>.</p>`;
  if (hits.length === 0) return html`<p>No page contains “${sought}”. Try fewer or different words.</p>`;
  return html`<ol class="results">
${hits.map(
  ({
    address,
    title,
    heading,
    excerpt,
  }) => html`<li><a href="${address}">${heading === '' ? title : `${title}: ${heading}`}</a><br>
<span class="quiet">${excerpt.map(({ text, found }) => (found ? html`<mark>${text}</mark>` : html`${text}`))}</span></li>
`,
)}</ol>`;
}

/** Format of llmstxt.org: a name, a summary, and described links under headings. */
function indexText({ sideBar, byName, pages, unplaced }: Site, baseUrl: string): string {
  const entry = ({ name, title, description }: DocsPage) =>
    `- [${title}](${baseUrl}${addressOf(name)}.md): ${description}`;
  const parts = sideBar.map(
    ({ title, groups }) =>
      `## ${title}\n\n${groups
        .flatMap((group) => group.pages)
        .map(({ name }) => entry(byName.get(name)!))
        .join('\n')}`,
  );
  const details = [...unplaced, ...pages.filter((page) => 'of' in page)].map(entry);
  return `# Posthouse

> Self-hosted email server for apps and AI assistants: transactional mail, campaigns, workflows and SMTP in one process, on SQLite or PostgreSQL. Every operation is one tool, reached through REST v2, MCP, SMTP and the command line.

Requests go to ${baseUrl}/api/v2 with \`Authorization: Bearer posthouse_…\`; the contract is at ${baseUrl}/openapi.json, MCP at ${baseUrl}/mcp. All pages in one file: ${baseUrl}/llms-full.txt. Mail to addresses at example.com or under .test is recorded and never leaves.

${parts.join('\n\n')}

## Optional

${details.join('\n')}
`;
}

/** RFC 9110 section 12.5.1: the client must name Markdown with at least the weight of HTML. */
function prefersMarkdown(accept: string | undefined): boolean {
  const weight = weights(accept);
  const markdown = weight.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weight.get('text/html') ?? 0);
}

function acceptsHtml(accept: string | undefined): boolean {
  return (weights(accept).get('text/html') ?? 0) > 0;
}

function weights(accept = ''): Map<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
      return [type, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}
