import { hasRole } from '../../model/person/roles.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { frameDocument, gateBody } from '../public/frame/document.ts';
import { type Html, html } from '../public/html.ts';
import { straight } from '../public/layout.ts';
import { mark } from '../public/mark.ts';
import { type AlsoCall, alsoPart } from './also.ts';
import { avatar, hiddenWords, icon } from './look/parts.ts';
import { modeWords, readMode, waitingNotice } from './mode.ts';
import type { NavEntry, Visit } from './page.ts';

/** Loads content only from this server, and parses HTML only through its own Trusted Types policy. No site may frame a page (clickjacking). */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types posthouse";

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
  /** Of the window, and the heading unless there is another. */
  title: string;
  /** Text of the heading; null if the body has its own. */
  heading?: Html | string | null;
  /** The list that this page belongs to. */
  crumb?: { href: string; title: string };
  /** State of the shown email, campaign or domain, after the heading. */
  badge?: Html | null;
  /** One sentence below the heading. */
  sub?: Html | string | null;
  /** Buttons at the right of the heading. */
  acts?: Html | null;
  body: Html;
  /** The body fills the screen without margins, such as the inbox. */
  isFlush?: boolean;
  /** The same with curl, the SDK and an assistant. */
  also?: AlsoCall;
  status?: number;
  headers?: Readonly<Record<string, string>>;
};

export async function page(visit: Visit, shown: Shown): Promise<HttpAnswer> {
  const { also, body, isFlush = false } = shown;
  const sending = await readMode(visit);
  const top = await rail(visit, modeWords[sending.mode]);
  const content = html`${heading(shown)}${await waitingNotice(sending, visit)}${body}${also === undefined ? null : alsoPart(visit, also)}`;
  return documentAnswer(
    shown,
    html`<body class="app">
<a class="skip" href="#main">Skip to content</a>
${top}
<main id="main"${isFlush ? html` class="flush"` : null}>
${content}
</main>
</body>`,
  );
}

function heading({ title, heading: shown = title, crumb, badge, sub, acts }: Shown): Html | null {
  if (shown === null) return null;
  const text = typeof shown === 'string' ? html`${straight(shown)}` : html`<span>${shown}</span>`;
  return html`<div class="head">
${crumb ? html`<nav class="crumbs" aria-label="Breadcrumb"><a href="${crumb.href}">${icon('back')}${crumb.title}</a></nav>\n` : null}<h1>${text}${badge ?? null}</h1>
${sub ? html`<p class="sub">${sub}</p>` : null}
${acts ? html`<div class="acts">${acts}</div>` : null}
</div>
`;
}

async function rail(visit: Visit, mode: (typeof modeWords)['live']): Promise<Html> {
  const { organization, person } = visit;
  const allowed = visit.nav.filter(({ roles }) => roles === undefined || hasRole(person.roles, roles));
  const counts = await Promise.all(allowed.map(async ({ count }) => (await count?.(visit)) ?? 0));
  const entries = allowed.map((entry, index) => ({ ...entry, amount: counts[index]! }));
  const waiting = entries.filter(({ amount }) => amount > 0);
  return html`<header class="rail">
<a class="brand" href="/console">${mark}Posthouse</a>
<a class="mode ${mode.state}" href="/console#sending">${icon(mode.picture)}<span>${mode.title} <small>${mode.text}</small></span></a>
<div class="bar-links">${waiting.map(({ href, picture, amount, title }) => html`<a href="${href}">${icon(picture)}<span class="count hot">${String(amount)}</span>${hiddenWords(` waiting: ${title}`)}</a>`)}</div>
<details class="menu">
<summary>${icon('menu')}${hiddenWords('Menu')}</summary>
<div class="menu-in">
<form class="find" role="search" method="get" action="/console/search">${icon('search')}<input type="search" name="q" placeholder="Search" maxlength="200" aria-label="Search mail, people, campaigns and settings" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd></form>
<nav aria-label="Console">
${groups(entries, visit.request.path)}</nav>
<div class="me">${avatar(straight(person.name), 'person')}<span><a href="/console/settings/account" class="cut"><bdi>${straight(person.name)}</bdi></a><small class="cut"><bdi>${straight(organization.name)}</bdi></small></span><form method="post" action="/console/sign-out"><button class="btn bare tiny only" type="submit">${icon('signOut')}${hiddenWords('Sign out')}</button></form></div>
</div>
</details>
</header>`;
}

type Entry = NavEntry & { amount: number };

function groups(entries: readonly Entry[], path: string): Html[] {
  const titles = [...new Set(entries.map(({ group }) => group))];
  return titles.map((title) => {
    const heading = title === '' ? null : html`<h2>${title}</h2>`;
    const inside = entries.filter(({ group }) => group === title);
    return html`${heading}<ul>${inside.map((entry) => navItem(entry, path))}</ul>\n`;
  });
}

function navItem({ href, title, picture, amount }: Entry, path: string): Html {
  const isHere = path === href || (href !== '/console' && path.startsWith(`${href}/`));
  const number =
    amount > 0 ? html` <span class="count hot">${String(amount)}${hiddenWords(' waiting')}</span>` : null;
  return html`<li><a href="${href}"${isHere ? html` aria-current="page"` : null}>${icon(picture)}${title}${number}</a></li>`;
}

/** Page without navigation, for signing in and for errors. */
export function barePage(
  shown: Pick<Shown, 'title' | 'body' | 'status' | 'headers'> & { footer?: Html },
): HttpAnswer {
  const foot = html`<p><a href="/docs">Documentation</a></p>`;
  return documentAnswer(shown, gateBody({ ...shown, foot }));
}

/** Redirects with 303, so that a reload does not submit the form again. */
export function seeOther(path: string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return {
    status: 303,
    headers: { Location: path, 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin', ...headers },
    body: null,
  };
}

function documentAnswer(
  { title, status = 200, headers = {} }: Pick<Shown, 'title' | 'status' | 'headers'>,
  body: Html,
): HttpAnswer {
  const text = frameDocument({ title, hasScript: true, body });
  return { status, headers: { ...pageHeaders, ...headers }, body: text };
}
