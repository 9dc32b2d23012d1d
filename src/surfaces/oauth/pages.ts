import { minuteMs } from '../../model/instant.ts';
import type { AuthorizationRequest } from '../../model/oauth/authorization-request.ts';
import { accessTokenMs, grantIdleDays } from '../../model/oauth/grant.ts';
import { isAppScheme } from '../../model/oauth/redirect-uri.ts';
import { isOauthScope } from '../../model/oauth/scopes.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import { type Language, languages } from '../../model/text/language.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { frameDocument, gateBody } from '../public/frame/document.ts';
import { type Html, html } from '../public/html.ts';
import { pagePolicy, straight } from '../public/layout.ts';
import { oauthWordsIn } from './locales/index.ts';
import type { OauthWords } from './locales/phrases.ts';

/** The client's own claims are marked as such. Verified are only the host of its client_id and the redirect target. */

/** No Cross-Origin-Opener-Policy, because apps open these pages in a window and wait for its return. */
const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

type Page = {
  language: Language;
  title: string;
  body: Html;
  status?: number;
  headers?: Record<string, string>;
  inLanguage?: (language: Language) => string;
};

function pageAnswer(
  { language, title, body, status = 200, headers = {}, inLanguage }: Page,
  formTarget: string | null,
): HttpAnswer {
  const { links } = oauthWordsIn[language];
  const foot = html`${inLanguage ? languageLinks(language, inLanguage) : null}<p><a href="/console">${links.console}</a> · <a href="/docs">${links.documentation}</a></p>`;
  return {
    status,
    headers: {
      ...pageHeaders,
      'Content-Language': language,
      ...headers,
      'Content-Security-Policy': pagePolicy("style-src 'self'; img-src 'self'", formTarget),
    },
    body: frameDocument({ title, language, hasScript: false, body: gateBody({ title, body, foot }) }),
  };
}

function languageLinks(language: Language, inLanguage: (language: Language) => string): Html {
  const links = Object.entries(languages).map(([tag, name]) =>
    tag === language
      ? html`<li><a href="${inLanguage(language)}" lang="${tag}" hreflang="${tag}" aria-current="true">${name}</a></li>`
      : html`<li><a href="${inLanguage(tag as Language)}" lang="${tag}" hreflang="${tag}">${name}</a></li>`,
  );
  return html`<nav aria-label="${oauthWordsIn[language].languages}"><ul>${links}</ul></nav>`;
}

/** CSP cannot express an IPv6 address or an app scheme's path, so those are allowed by scheme. */
function formTargetOf(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri);
  return hostname.startsWith('[') || isAppScheme(protocol) ? protocol : origin;
}

type SignInPage = {
  language: Language;
  transaction: string;
  inLanguage?: (language: Language) => string;
  notice?: { warning: string; status: number; headers?: Record<string, string> };
  /** Path of this request, to return to after signing in; null if it is too long. */
  back: string | null;
};

export function signInPage(
  request: AuthorizationRequest,
  { language, transaction, notice, inLanguage, back }: SignInPage,
): HttpAnswer {
  const words = oauthWordsIn[language];
  const { title, label, hint, proceed, cancel, session, sessionHint } = words.signIn;
  const body = html`${whoAsks(words, request)}
${notice ? warning(notice.warning, html` role="alert"`) : null}
${
  back === null
    ? null
    : html`<a class="btn main" href="${consoleSignIn(back)}">${session}</a>
<p class="quiet">${sessionHint}</p>`
}
<form class="gap" method="post" action="/oauth/authorize">
<input type="hidden" name="transaction" value="${transaction}">
<div class="field"><label for="token">${label}</label>
<input type="password" id="token" name="token" autocomplete="off" spellcheck="false" autocapitalize="none" maxlength="512" aria-describedby="token-hint" required>
<p class="help" id="token-hint">${hint}</p></div>
<p class="acts"><button class="${back === null ? 'btn main' : 'btn'}" type="submit" name="decision" value="continue">${proceed}</button>
<button class="btn bare" type="submit" name="decision" value="deny" formnovalidate>${cancel}</button></p>
</form>`;
  return pageAnswer(
    {
      language,
      title,
      body,
      ...(notice && { status: notice.status, headers: notice.headers ?? {} }),
      ...(inLanguage && { inLanguage }),
    },
    formTargetOf(request.redirectUri),
  );
}

/** Asks for an account even if the browser has a session. */
function consoleSignIn(back: string): string {
  return `/console/sign-in?${new URLSearchParams({ return: back, other: '1' })}`;
}

/** An API token, or a person with a console session. */
export type ShownApprover =
  | { kind: 'token'; name: string; mode: 'live' | 'test'; expiresAt: number | null }
  | { kind: 'person'; name: string; email: string | null };

export function consentPage(
  request: AuthorizationRequest,
  {
    language,
    organization,
    approver,
    scopes,
    transaction,
    back,
    warning: fault = null,
    inLanguage,
  }: {
    language: Language;
    organization: Pick<OrganizationRecord, 'name'>;
    approver: ShownApprover;
    scopes: readonly TokenScope[];
    transaction: string;
    back: string | null;
    warning?: string | null;
    inLanguage?: (language: Language) => string;
  },
): HttpAnswer {
  const words = oauthWordsIn[language];
  const { consent } = words;
  const body = html`${whoAsks(words, request)}
<dl class="facts"><dt>${consent.organization}</dt><dd><b>${straight(organization.name)}</b></dd>
${describeApprover(words, approver)}</dl>
${approver.kind === 'person' && back !== null ? otherWays(words, back) : null}
${fault === null ? null : warning(fault, html` role="alert"`)}
<form class="gap" method="post" action="/oauth/authorize">
<input type="hidden" name="transaction" value="${transaction}">
<fieldset>
<legend class="l">${consent.allowedTo}</legend>
${scopes.map(
  (
    scope,
  ) => html`<label class="pick"><input type="checkbox" name="scope" value="${scope}" checked><span>${isOauthScope(scope) ? words.scopes[scope] : scope}</span></label>
`,
)}</fieldset>
<p>${untilWhen(words, language, request, approver)}</p>
<p class="quiet small">${approver.kind === 'person' ? consent.personLimits : consent.limits}</p>
<p class="acts"><button class="btn main" type="submit" name="decision" value="allow">${consent.allow}</button>
<button class="btn" type="submit" name="decision" value="deny">${consent.deny}</button></p>
</form>`;
  return pageAnswer(
    { language, title: consent.title, body, ...(inLanguage && { inLanguage }) },
    formTargetOf(request.redirectUri),
  );
}

function describeApprover({ consent }: OauthWords, approver: ShownApprover): Html {
  const name = html`<b>${straight(approver.name)}</b>`;
  if (approver.kind === 'token') {
    return html`<dt>${consent.token}</dt><dd>${name}${approver.mode === 'test' ? `, ${consent.testToken}` : null}</dd>`;
  }
  const { email } = approver;
  return html`<dt>${consent.person}</dt><dd>${name}${email === null || email === approver.name ? null : html`<br>${straight(email)}`}</dd>`;
}

function otherWays({ consent }: OauthWords, back: string): Html {
  return html`<p class="quiet small"><a href="${consoleSignIn(back)}">${consent.otherPerson}</a> · <a href="${back}&amp;${tokenWay}=token">${consent.useToken}</a></p>`;
}

/** Query parameter that chooses the token form in spite of a session. */
export const tokenWay = 'with';

/** Describes the duration: until unused for some time, or a single access token; never longer than the approver's access. */
function untilWhen(
  { consent }: OauthWords,
  language: Language,
  { renewable }: AuthorizationRequest,
  approver: ShownApprover,
): string {
  const lasts = renewable
    ? consent.untilUnused(grantIdleDays)
    : consent.untilMinutes(accessTokenMs / minuteMs);
  if (approver.kind === 'person') return `${lasts} ${consent.untilPerson}`;
  const { expiresAt } = approver;
  if (expiresAt === null) return lasts;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return `${lasts} ${consent.untilToken(`${date.format(expiresAt)} (UTC)`)}`;
}

function whoAsks({ who }: OauthWords, request: AuthorizationRequest): Html {
  const { clientName, clientId, clientOrigin, redirectUri } = request;
  const name = unquoted(straight(clientName));
  const host = clientOrigin === 'document' ? new URL(clientId).host : null;
  const target = new URL(redirectUri);
  const asks = host === null ? setApart(who[clientOrigin], name) : setApart(who.document, name, host);
  const isElsewhere = host !== null && target.protocol === 'https:' && target.host !== host;
  return html`<p>${asks} ${whereTo(who, target)}</p>
${clientOrigin === 'registration' ? warning(who.unproved) : null}
${isElsewhere ? warning(setApart(who.elsewhere, host, target.host)) : null}
<p class="quiet">${who.onlyIf}</p>`;
}

function warning(text: Html | string, role: Html | null = null): Html {
  return html`<div class="note warn"${role}><div>${text}</div></div>`;
}

function whereTo(who: OauthWords['who'], { protocol, host }: URL): Html {
  if (isAppScheme(protocol)) return setApart(who.sentToApp, protocol);
  return setApart(protocol === 'http:' ? who.sentToComputer : who.sentTo, host);
}

const marks = ['⟨1⟩', '⟨2⟩'] as const;

/** Renders a sentence with its parameters in bold, so that a crafted name cannot pass as part of the sentence. */
function setApart(say: (first: string, second: string) => string, first: string, second = ''): Html {
  const parts = say(...marks).split(/(⟨[12]⟩)/);
  return html`${parts.map((part) => {
    if (part === marks[0]) return html`<strong>${first}</strong>`;
    return part === marks[1] ? html`<strong>${second}</strong>` : html`${part}`;
  })}`;
}

/** Replaces quotation marks, which could close the quotes around the name. */
function unquoted(name: string): string {
  return name.replace(/[“”„«»"]/g, "'");
}

/**
 * Shows `back`, the URL that reports the error to the app, as a link: because any program can be a client, a
 * redirect would make this an open redirector (RFC 9700 section 4.11.2).
 */
export function faultPage(
  language: Language,
  status: number,
  why: string,
  back: string | null = null,
  headers: Record<string, string> = {},
): HttpAnswer {
  const { fault } = oauthWordsIn[language];
  const body = html`<p>${why}</p>
${
  back === null
    ? html`<p class="quiet">${fault.close}</p>`
    : html`<p><a href="${back}" rel="noreferrer">${fault.back(new URL(back).host || new URL(back).protocol)}</a></p>`
}`;
  return pageAnswer({ language, title: fault.title, body, status, headers }, null);
}
