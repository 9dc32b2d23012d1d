import { confirmSubscriber } from '../../../tools/links/confirm-subscriber.ts';
import { getConfirmation } from '../../../tools/links/get-confirmation.ts';
import { getPreferences } from '../../../tools/links/get-preferences.ts';
import { savePreferences } from '../../../tools/links/save-preferences.ts';
import { unsubscribeByLink } from '../../../tools/links/unsubscribe-by-link.ts';
import { viewInBrowser } from '../../../tools/links/view-in-browser.ts';
import { invoke } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import { linkCaller } from '../../engine/consent/link-caller.ts';
import {
  claimedSubject,
  type LinkPurpose,
  type LinkSubject,
  linkPaths,
  linkToken,
  readLinkToken,
} from '../../engine/content/public-links.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { escapeHtml } from '../../model/content/escape-html.ts';
import { Failure } from '../../model/failure.ts';
import { idLengthMax } from '../../model/id.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { topicsPerOrganizationMax } from '../../model/subscriber/tag.ts';
import { withoutUnpairedBidi } from '../../model/text/bidi.ts';
import { type Language, languageFor } from '../../model/text/language.ts';
import { inTurnOfLink } from '../http/link-turns.ts';
import { listeningTo } from '../http/request-context.ts';
import type { HttpAnswer, HttpRequest, PublicRoute } from '../http/request-response.ts';
import { wordsIn } from './locales/index.ts';
import {
  confirmPage,
  contentRemovedPage,
  notFoundPage,
  preferencesPage,
  unavailablePage,
  unsubscribePage,
} from './pages.ts';

/** The link is the only proof (RFC 8058 section 3.1). GET changes nothing, because scanners follow links. */

/** A form with a hundred topics sends half this size. */
const formBytesMax = 16 * 1024;

export function consentRoutes(engine: Engine): PublicRoute[] {
  const inTurn = (
    method: 'GET' | 'POST',
    purpose: LinkPurpose,
    answer: (engine: Engine, request: HttpRequest, token: string) => Promise<HttpAnswer | null>,
  ): PublicRoute =>
    route(method, purpose, (request, token) =>
      inTurnOfLink(engine, `${purpose} ${token}`, () => answer(engine, request, token)),
    );
  return [
    inTurn('GET', 'unsubscribe', (...link) => unsubscribe(...link, false)),
    inTurn('POST', 'unsubscribe', (...link) => unsubscribe(...link, true)),
    inTurn('GET', 'preferences', showPreferences),
    inTurn('POST', 'preferences', keepPreferences),
    // Not serialized: concurrent readers share a single rendering.
    route('GET', 'view', (request, token) => showMail(engine, request, token)),
    inTurn('GET', 'confirm', showConfirmation),
    inTurn('POST', 'confirm', confirm),
  ];
}

function route(
  method: 'GET' | 'POST',
  purpose: LinkPurpose,
  answer: (request: HttpRequest, token: string) => Promise<HttpAnswer | null>,
): PublicRoute {
  return {
    method,
    path: `/${linkPaths[purpose]}/:token`,
    access: 'public',
    envelope: 'v2',
    takes: method === 'POST' ? 'bytes' : 'nothing',
    bodyBytesMax: method === 'POST' ? formBytesMax : 0,
    answer: async (request, _, { token }) =>
      (await answer(request, token!)) ?? notFoundPage(languageOf(request, null)),
    unavailable: (request) => unavailablePage(languageOf(request, null)),
  };
}

/** @param leaves whether to unsubscribe; false only shows the page */
async function unsubscribe(
  engine: Engine,
  request: HttpRequest,
  token: string,
  leaves: boolean,
): Promise<HttpAnswer | null> {
  const subject = readLinkToken(engine, 'unsubscribe', token);
  const id = subject?.id;
  const reason = isOneClick(request) ? 'one-click' : 'link';
  const answered = leaves
    ? await ask(engine, request, subject, unsubscribeByLink, { id, reason })
    : await ask(engine, request, subject, getPreferences, { id });
  if (!answered || !subject) return null;
  const { owner, output } = answered;
  const wayOn = wayToPreferences(engine, subject, request);
  return unsubscribePage(languageOf(request, output.locale), owner, output, wayOn, leaves);
}

async function showPreferences(
  engine: Engine,
  request: HttpRequest,
  token: string,
): Promise<HttpAnswer | null> {
  const subject = readLinkToken(engine, 'preferences', token);
  const answered = await ask(engine, request, subject, getPreferences, { id: subject?.id });
  return (
    answered &&
    preferencesPage(languageOf(request, answered.output.locale), answered.owner, answered.output, false)
  );
}

async function keepPreferences(
  engine: Engine,
  request: HttpRequest,
  token: string,
): Promise<HttpAnswer | null> {
  const subject = readLinkToken(engine, 'preferences', token);
  const form = readForm(request);
  const wish = form.get('subscribed');
  const answered = await ask(engine, request, subject, savePreferences, {
    id: subject?.id,
    shown: topicsIn(form, 'shown'),
    chosen: topicsIn(form, 'topic'),
    ...(wish === 'yes' || wish === 'no' ? { subscribed: wish === 'yes' } : {}),
    ip: addressOf(request),
  });
  return (
    answered &&
    preferencesPage(languageOf(request, answered.output.locale), answered.owner, answered.output, true)
  );
}

async function showMail(engine: Engine, request: HttpRequest, token: string): Promise<HttpAnswer | null> {
  const subject = readLinkToken(engine, 'view', token);
  const input = { id: subject?.id, rendered: !request.headOnly };
  const answered = await ask(engine, request, subject, viewInBrowser, input);
  if (!answered) return null;
  if (answered.output.content_removed_at !== null) {
    return contentRemovedPage(languageOf(request, null), answered.owner);
  }
  // The length would require rendering the mail and may be omitted (RFC 9110 section 8.6).
  return request.headOnly ? webVersionHead : webVersion(languageOf(request, null), answered.output);
}

async function showConfirmation(
  engine: Engine,
  request: HttpRequest,
  token: string,
): Promise<HttpAnswer | null> {
  const answered = await ask(engine, request, claimedSubject(token), getConfirmation, { link: token });
  return (
    answered && confirmPage(languageOf(request, answered.output.locale), answered.owner, answered.output)
  );
}

async function confirm(engine: Engine, request: HttpRequest, token: string): Promise<HttpAnswer | null> {
  const input = { link: token, ip: addressOf(request) };
  const answered = await ask(engine, request, claimedSubject(token), confirmSubscriber, input);
  return (
    answered && confirmPage(languageOf(request, answered.output.locale), answered.owner, answered.output)
  );
}

/** Skips invalid topic ids, so that a manually edited form still works. */
function topicsIn(form: URLSearchParams, field: string): string[] {
  const ids = form.getAll(field).filter((id) => id !== '' && id.length <= idLengthMax);
  return [...new Set(ids)].slice(0, topicsPerOrganizationMax);
}

/** An IPv6 address may have a zone suffix of any length. */
function addressOf({ ip }: HttpRequest): string {
  return ip.slice(0, addressCharactersMax);
}

const addressCharactersMax = 45;

async function ask<Of extends Tool>(
  engine: Engine,
  request: HttpRequest,
  subject: LinkSubject | null,
  tool: Of,
  input: Record<string, unknown>,
): Promise<{ output: Of['output']['_zod']['output']; owner: OrganizationRecord } | null> {
  const caller = subject && (await linkCaller(engine, subject, tool.needs, request.requestId));
  if (!caller) return null;
  try {
    const { output } = await invoke(engine, tool, caller, input, undefined, listeningTo(request, tool));
    return { output: output as Of['output']['_zod']['output'], owner: caller.organization };
  } catch (error) {
    if (error instanceof Failure && error.failure === 'not_found') return null;
    throw error;
  }
}

/** Returns a relative link to the preferences of the same mail, which works behind any proxy prefix. */
function wayToPreferences(engine: Engine, subject: LinkSubject, { query }: HttpRequest): string {
  const way = `../${linkPaths.preferences}/${linkToken(engine, 'preferences', subject)}`;
  const chosen = query.get('lang');
  return chosen === null ? way : `${way}?${new URLSearchParams({ lang: chosen })}`;
}

function languageOf({ query, headers }: HttpRequest, locale: string | null): Language {
  return languageFor({ chosen: query.get('lang'), known: locale, accept: headers['accept-language'] });
}

function readForm({ body }: HttpRequest): URLSearchParams {
  return new URLSearchParams(body?.toString('utf8') ?? '');
}

/** RFC 8058 section 3.2: `List-Unsubscribe=One-Click`, URL-encoded or multipart. Affects only the recorded reason. */
function isOneClick({ body }: HttpRequest): boolean {
  return body?.includes('One-Click') ?? false;
}

/** Sandboxes the sender's content; only images and inline styles load. Links open without a referrer. */
const headers: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    'img-src https: http: data:',
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};

/** @param mail.html empty for a text-only mail */
function webVersion(language: Language, { html, text }: { html: string; text: string }): HttpAnswer {
  return { status: 200, headers, body: html === '' ? textDocument(language, text) : html };
}

const webVersionHead: HttpAnswer = { status: 200, headers, body: null };

function textDocument(language: Language, text: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${wordsIn[language].webVersion}</title>
</head>
<body style="color-scheme:light dark;margin:1rem">
<pre style="white-space:pre-wrap;overflow-wrap:anywhere;font:1rem/1.5 system-ui,sans-serif">${escapeHtml(withoutUnpairedBidi(text))}</pre>
</body>
</html>
`;
}
