import { queryCharactersMax } from '../../model/text/query-words.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { type Html, html } from '../public/html.ts';
import { mark } from '../public/mark.ts';
import { docsIcon, docsScript, docsStyle } from './assets.ts';
import { addressOf } from './page.ts';

/** Extra policy for pages with forms, which call the API of this server. */
const connects = "connect-src 'self'; ";

/** Allows only content of this server. Trusted Types make the browser block scripts that write HTML. */
const docsHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Language': 'en',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'public, max-age=3600',
  Vary: 'Accept',
};

const askingHeaders: typeof docsHeaders = {
  ...docsHeaders,
  'Content-Security-Policy': connects + docsHeaders['Content-Security-Policy']!,
};

/** Longer queries are cut. */

export type Place = { name: string; title: string };
export type SideBar = readonly {
  title: string;
  groups: readonly { title: string | null; pages: readonly Place[] }[];
}[];

export type Shown = {
  title: string;
  body: Html;
  current?: string;
  previous?: Place | null;
  next?: Place | null;
  twin?: string;
  query?: string;
  /** True if the page has forms that call the API of this server. */
  asks?: boolean;
  status?: number;
};

export function docsAnswer(sideBar: SideBar, shown: Shown): HttpAnswer {
  const { title, body, previous = null, next = null, query = '', twin } = shown;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'Posthouse' ? title : `${title} · Posthouse`}</title>
<link rel="icon" href="${docsIcon.url}" type="image/svg+xml">
<link rel="stylesheet" href="${docsStyle.url}">
${twin === undefined ? null : html`<link rel="alternate" type="text/markdown" href="${twin}">\n`}<script src="${docsScript.url}" defer></script>
</head>
<body>
<header>
<a class="brand" href="/docs">${mark}Posthouse</a>
<a href="/console">Console</a>
<a class="to-contents" href="#contents">Contents</a>
<search><form action="/docs/search" method="get"><label class="unseen" for="q">Search the documentation</label>
<input type="search" id="q" name="q" value="${query}" maxlength="${String(queryCharactersMax)}" placeholder="Search" aria-keyshortcuts="/"><button>Search</button></form></search>
</header>
<div class="columns">
<main>
<h1>${title}</h1>
${body}
${previous || next ? turns(previous, next) : null}${twin === undefined ? null : html`<p class="quiet"><a href="${twin}">This page as Markdown</a></p>\n`}</main>
<nav id="contents" aria-label="Contents">
${contents(sideBar, shown.current)}</nav>
</div>
</body>
</html>
`;
  return {
    status: shown.status ?? 200,
    headers: shown.asks ? askingHeaders : docsHeaders,
    body: page.markup,
  };
}

function contents(sideBar: SideBar, current: string | undefined): Html[] {
  return sideBar.map(
    ({ title, groups }) => html`<h2>${title}</h2>
${groups.map(
  (group) => html`${group.title === null ? null : html`<h3>${group.title}</h3>\n`}<ul>
${group.pages.map((page) =>
  page.name === current
    ? html`<li><a href="${addressOf(page.name)}" aria-current="page">${page.title}</a></li>\n`
    : html`<li><a href="${addressOf(page.name)}">${page.title}</a></li>\n`,
)}</ul>
`,
)}`,
  );
}

function turns(previous: Place | null, next: Place | null): Html {
  return html`<nav class="turns" aria-label="Previous and next">
${previous && html`<a rel="prev" href="${addressOf(previous.name)}">← ${previous.title}</a>\n`}${
  next && html`<a rel="next" href="${addressOf(next.name)}">${next.title} →</a>\n`
}</nav>
`;
}
