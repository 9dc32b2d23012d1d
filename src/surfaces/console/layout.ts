import { hasRole } from '../../model/person/roles.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { type Html, html } from '../public/html.ts';
import { straight } from '../public/layout.ts';
import { consoleScript, consoleStyle } from './assets.ts';
import { button, form } from './fields.ts';
import type { NavEntry, Visit } from './page.ts';
import { foreign, renderTime } from './shown.ts';

/** Allows only this server's content. No script writes HTML, and no site frames a page to hide a button. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Language': 'en',
  'Content-Security-Policy': policy,
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // With `no-referrer` a form would have the Origin `null`, which says nothing about the sender.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};

export type Shown = {
  title: string;
  body: Html;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** True if the page frames other pages of this server, such as an email. */
  frames?: true;
};

export async function page(visit: Visit, shown: Shown): Promise<HttpAnswer> {
  const entries = visit.nav.filter(({ roles }) => roles === undefined || hasRole(visit.person.roles, roles));
  const items = await Promise.all(entries.map(async (entry) => navItem(visit, entry)));
  const top = html`<header class="top">
<span class="brand"><bdi>${straight(visit.organization.name)}</bdi></span>
<nav aria-label="Console"><ul>
${items}</ul></nav>
${form('/console/sign-out', html`${button(`Sign out`, { look: 'small second' })}`, 'inline')}
</header>
${pauseBanner(visit)}`;
  return documentAnswer(shown, top, '');
}

function pauseBanner({ organization: { sendingPause, timezone } }: Visit): Html | null {
  if (!sendingPause) return null;
  const { at, by, reason } = sendingPause;
  return html`<div class="banner" role="status"><p><strong>Sending is paused.</strong> Mail is accepted and waits until a person <a href="/console#sending">resumes sending</a>.<br>
Paused by ${foreign(by?.name ?? 'the operator')}, ${renderTime(at, timezone)}${reason === null ? '.' : html`: ${foreign(reason)}`}</p></div>`;
}

/** Page without navigation, for signing in and for errors. */
export function barePage(shown: Shown): HttpAnswer {
  return documentAnswer(shown, html``, 'narrow');
}

/** Redirects with 303, so that a reload does not submit the form again. */
export function seeOther(path: string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return {
    status: 303,
    headers: { Location: path, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', ...headers },
    body: null,
  };
}

async function navItem(visit: Visit, { href, title, count }: NavEntry): Promise<Html> {
  const amount = (await count?.(visit)) ?? 0;
  const badge = amount > 0 ? html` <span class="badge">${String(amount)}</span>` : null;
  const { path } = visit.request;
  const isHere = href === '/console' ? path === href : path === href || path.startsWith(`${href}/`);
  return isHere
    ? html`<li><a href="${href}" aria-current="page">${title}${badge}</a></li>\n`
    : html`<li><a href="${href}">${title}${badge}</a></li>\n`;
}

function documentAnswer(shown: Shown, top: Html, look: '' | 'narrow'): HttpAnswer {
  const { title, body, status = 200, headers = {}, frames } = shown;
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${straight(title)} · Posthouse</title>
<link rel="stylesheet" href="${consoleStyle.url}">
<script src="${consoleScript.url}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${top}
<main id="main" class="${look}">
<h1>${straight(title)}</h1>
${body}
</main>
</body>
</html>
`.markup;
  const framed = frames ? { 'Content-Security-Policy': `${policy}; frame-src 'self'` } : {};
  return { status, headers: { ...pageHeaders, ...framed, ...headers }, body: text };
}
