import type { AuthorizationRequest } from '../../model/oauth/authorization-request.ts';
import { isOauthScope, scopeSentences } from '../../model/oauth/scopes.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { type Html, html } from '../public/html.ts';
import { pageDocument, pagePolicy, straight } from '../public/layout.ts';
import { stylesheet } from '../public/stylesheet.ts';

/**
 * The pages on which a person lets a client use their organization. What a client says of itself is shown as its word
 * alone; what is known of it is the host of its client_id, and where the answer goes.
 */

/** A field of more than a line, as the public pages have none. */
const fieldStyle = `
label{display:block;margin-bottom:.25rem;font-weight:600}
.choice label{font-weight:400;margin:0}
input[type=password]{width:100%;min-height:2.875rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--ground);color:var(--ink);font:inherit}
.ways{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
.ways button[value=deny]{background:none;color:var(--strong);border:1px solid var(--line)}
`;
const style = stylesheet + fieldStyle;

/** Without Cross-Origin-Opener-Policy: apps open these pages in a window of their own, and wait for its return. */
const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Language': 'en',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

type Page = { title: string; body: Html; status?: number; headers?: Record<string, string> };

/** @param formTarget where else than here the answer to the form may lead */
function pageAnswer(
  { title, body, status = 200, headers = {} }: Page,
  formTarget: string | null,
): HttpAnswer {
  const content = html`<main>
<h1>${title}</h1>
${body}
</main>`;
  return {
    status,
    headers: { ...pageHeaders, ...headers, 'Content-Security-Policy': pagePolicy(style, formTarget) },
    body: pageDocument('en', title, style, content),
  };
}

/** A source of CSP for a redirect_uri; it has no way to write an IPv6 address, so that one is named by its scheme. */
function formTargetOf(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri);
  return hostname.startsWith('[') ? protocol : origin;
}

/** First: who asks, and by which API token it is answered. */
export function signInPage(
  request: AuthorizationRequest,
  transaction: string,
  notice: { warning: string; status: number; headers?: Record<string, string> } | null = null,
): HttpAnswer {
  const body = html`${whoAsks(request)}
${notice && html`<p class="warned" role="alert">${notice.warning}</p>`}
<form method="post" action="/oauth/authorize">
<input type="hidden" name="transaction" value="${transaction}">
<label for="token">API token of your organization</label>
<input type="password" id="token" name="token" autocomplete="off" spellcheck="false" autocapitalize="none" maxlength="512" required>
<p class="quiet">The app never sees it. The app gets no more than this token may do, and stops when the token does.</p>
<p class="ways"><button type="submit" name="decision" value="continue">Continue</button>
<button type="submit" name="decision" value="deny" formnovalidate>Cancel</button></p>
</form>`;
  return pageAnswer(
    {
      title: 'Connect an app to Posthouse',
      body,
      ...(notice && { status: notice.status, headers: notice.headers ?? {} }),
    },
    formTargetOf(request.redirectUri),
  );
}

/** Second: what exactly is allowed. */
export function consentPage(
  request: AuthorizationRequest,
  {
    organization,
    token,
    scopes,
    transaction,
    warning = null,
  }: {
    organization: Pick<OrganizationRecord, 'name'>;
    token: { name: string; mode: 'live' | 'test' };
    scopes: readonly TokenScope[];
    transaction: string;
    warning?: string | null;
  },
): HttpAnswer {
  const body = html`${whoAsks(request)}
<p>Organization: <strong>${straight(organization.name)}</strong><br>
API token: <strong>${straight(token.name)}</strong>${
    token.mode === 'test' ? ', a test token: nothing is really sent' : null
  }</p>
${warning === null ? null : html`<p class="warned" role="alert">${warning}</p>`}
<form method="post" action="/oauth/authorize">
<input type="hidden" name="transaction" value="${transaction}">
<fieldset>
<legend>It would be allowed to:</legend>
${scopes.map(
  (
    scope,
  ) => html`<div class="choice"><input type="checkbox" id="${scope}" name="scope" value="${scope}" checked>
<label for="${scope}">${isOauthScope(scope) ? scopeSentences[scope] : scope}</label></div>
`,
)}</fieldset>
<p class="quiet">Limits of the API token hold for the app too. To end this, revoke the API token, or disconnect in the app.</p>
<p class="ways"><button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button></p>
</form>`;
  return pageAnswer({ title: 'Allow this app?', body }, formTargetOf(request.redirectUri));
}

function whoAsks({ clientName, clientId, redirectUri }: AuthorizationRequest): Html {
  const clientHost = new URL(clientId).host;
  const target = new URL(redirectUri);
  return html`<p>An app that calls itself <strong>${straight(clientName)}</strong>, at
<strong>${clientHost}</strong>, asks to use your organization. Afterwards you are sent to
<strong>${target.host}</strong>${target.protocol === 'http:' ? ', a program on this computer' : null}.</p>
${
  target.protocol === 'http:' || target.host === clientHost
    ? null
    : html`<p class="warned">The app is at ${clientHost}, but you would be sent to ${target.host}. Go on only if you know both.</p>`
}
<p class="quiet">Go on only if you have just started this yourself, in an app that you trust.</p>`;
}

/**
 * Something is wrong with what the app asked. No browser is redirected by itself: any program can be a client, and an
 * answer without a person's doing would make this an open redirector (RFC 9700 4.11.2).
 *
 * @param back where the app learns of it, for a link
 */
export function faultPage(
  status: number,
  why: string,
  back: string | null = null,
  headers: Record<string, string> = {},
): HttpAnswer {
  const body = html`<p>${why}</p>
${
  back === null
    ? html`<p class="quiet">Close this page, and start again in the app.</p>`
    : html`<p><a href="${back}" rel="noreferrer">Go back to ${new URL(back).host}</a></p>`
}`;
  return pageAnswer({ title: 'The app cannot be connected', body, status, headers }, null);
}
