import { hash } from 'node:crypto';
import { type ApprovalFault, approveGrant } from '../../engine/auth/approve-grant.ts';
import { grantId } from '../../engine/auth/grant-secrets.ts';
import { type ClientDirectory, clientDirectory } from '../../engine/auth/identify-client.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import { type AttemptBudget, attemptBudget } from '../../model/oauth/attempt-budget.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  repeatedParameter,
} from '../../model/oauth/authorization-request.ts';
import { grantsPerOrganizationMax } from '../../model/oauth/grant.ts';
import { isRegistered, redirectTo } from '../../model/oauth/redirect-uri.ts';
import { scopesWithin } from '../../model/oauth/scopes.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import type { HttpAnswer, HttpRequest, PublicRoute } from '../http/request-response.ts';
import { formBytesMax, readForm } from './form.ts';
import { consentPage, faultPage, signInPage } from './pages.ts';
import type { OauthPlace } from './place.ts';

/**
 * The authorization endpoint (OAuth 2.1 4.1): a GET shows who asks, a first POST proves by an API token whose
 * organization it is about, a second one allows or denies. Between them nothing is kept here: each page carries a sealed
 * copy of all that was checked, which was made here, for this step, and soon expires.
 */

/** How long a person may look at a page. */
const transactionMs = 10 * minuteMs;
const wrongTokensMax = 10;
const wrongTokensStretchMs = 10 * minuteMs;

/** What a page carries: the request as it was checked, and until when it may be answered. Epoch ms. */
type SignIn = { request: AuthorizationRequest; until: number };
/** The same once an API token was shown: the grant is about it and no other. */
type Consent = SignIn & {
  grant: string;
  organization: number;
  organizationName: string;
  token: { key: number; name: string; mode: 'live' | 'test' };
  approvedBy: string;
  scopes: TokenScope[];
};

type AuthorizePlace = OauthPlace & { clients: ClientDirectory; wrongTokens: AttemptBudget };

export function authorizeRoutes(around: OauthPlace): PublicRoute[] {
  const place: AuthorizePlace = {
    ...around,
    clients: clientDirectory(around.engine),
    wrongTokens: attemptBudget(wrongTokensMax, wrongTokensStretchMs),
  };
  const form = {
    access: 'public',
    path: '/oauth/authorize',
    envelope: 'v2',
    unavailable: () => faultPage(503, 'This server cannot be used right now. Try again in a minute.'),
  } as const;
  return [
    { ...form, method: 'GET', takes: 'nothing', bodyBytesMax: 0, answer: (request) => show(place, request) },
    {
      ...form,
      method: 'POST',
      takes: 'bytes',
      bodyBytesMax: formBytesMax,
      answer: (request) => proceed(place, request),
    },
  ];
}

async function show(place: AuthorizePlace, { query, ip }: HttpRequest): Promise<HttpAnswer> {
  const repeated = repeatedParameter(query);
  if (repeated !== null) return faultPage(400, `The app sent ${repeated} more than once.`);
  const client = await place.clients.identify(query.get('client_id') ?? '', ip);
  if ('fault' in client) return faultPage(400, `The app is not known: ${client.fault}.`);
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!isRegistered(redirectUri, client.redirectUris)) {
    return faultPage(400, 'The app asked to send you to an address that is not registered for it.');
  }
  const asked = readAuthorizationRequest(query, client, redirectUri, place.resource);
  if ('error' in asked) {
    const { error, why } = asked;
    const answer = { error, error_description: why, state: query.get('state'), iss: place.issuer };
    return faultPage(
      400,
      `The app asked in a way that is not served: ${why}.`,
      redirectTo(redirectUri, answer),
    );
  }
  return signInPage(asked, sealSignIn(place, asked));
}

async function proceed(place: AuthorizePlace, request: HttpRequest): Promise<HttpAnswer> {
  if (!isFromHere(place, request)) return faultPage(403, 'This form was submitted from another site.');
  const form = readForm(request, ['scope']);
  const transaction = form?.get('transaction') ?? '';
  const signIn = opened<SignIn>(place, 'oauth sign-in', transaction);
  const consent = signIn === null ? opened<Consent>(place, 'oauth consent', transaction) : null;
  const standing = signIn ?? consent;
  if (!form || !standing) return faultPage(400, 'This page has expired, or is not one of ours.');
  if (form.get('decision') === 'deny') return deny(place, standing.request);
  if (consent && form.get('decision') === 'allow') return await allow(place, consent, form, request);
  if (signIn) return await identify(place, signIn, form.get('token')?.trim() ?? '', request.ip);
  return faultPage(400, 'This page was answered with neither Allow nor Deny.');
}

/** Whose organization it is about: identified by an API token, and shown together with what is asked. */
async function identify(
  place: AuthorizePlace,
  { request }: SignIn,
  secret: string,
  ip: string,
): Promise<HttpAnswer> {
  const { engine, callers, wrongTokens } = place;
  const { clock } = engine.world;
  const now = clock.now();
  const again = (warning: string, status: number, headers: Record<string, string> = {}) =>
    signInPage(request, sealSignIn(place, request), { warning, status, headers });
  if (!wrongTokens.allows(ip, clock.monotonic())) {
    return again('There were too many wrong tokens from your network. Wait some minutes.', 429, {
      'Retry-After': String(wrongTokensStretchMs / secondMs),
    });
  }
  const proof = await callers.prove(secret, ip);
  if (proof.kind === 'unknown') {
    wrongTokens.spend(ip, clock.monotonic());
    return again('This API token is not known, or no longer works.', 403);
  }
  if (proof.kind === 'wrong address') {
    return again('This API token may not be used from your network address.', 403);
  }
  const { token, organization } = proof;
  const scopes = scopesWithin(request.scopes, token.scopes);
  if (scopes.length === 0) return again('This API token may do nothing of what the app asks for.', 403);
  return showConsent(place, {
    request,
    until: now + transactionMs,
    grant: grantId(engine),
    organization: organization.key,
    organizationName: organization.name,
    token: { key: token.key, name: token.name, mode: token.mode },
    approvedBy: hash('sha256', secret),
    scopes,
  });
}

function showConsent(place: AuthorizePlace, consent: Consent, warning: string | null = null): HttpAnswer {
  return consentPage(consent.request, {
    organization: { name: consent.organizationName },
    token: consent.token,
    scopes: consent.scopes,
    transaction: place.engine.secretBox.seal('oauth consent', JSON.stringify(consent)),
    warning,
  });
}

async function allow(
  place: AuthorizePlace,
  consent: Consent,
  form: URLSearchParams,
  { ip, requestId }: HttpRequest,
): Promise<HttpAnswer> {
  const { request, scopes } = consent;
  const chosen = scopes.filter((scope) => form.getAll('scope').includes(scope));
  if (chosen.length === 0) return showConsent(place, consent, 'Choose at least one, or deny.');
  const { token, ...rest } = consent;
  const approval = { ...rest, token: token.key, scopes: chosen, ip, requestId };
  const approved = await approveGrant(place.engine, approval);
  if ('fault' in approved) return faultPage(409, approvalFaults[approved.fault]);
  return sendBack(request.redirectUri, { code: approved.code, state: request.state, iss: place.issuer });
}

const approvalFaults: Readonly<Record<ApprovalFault, string>> = {
  'token gone': 'The API token no longer works.',
  'nothing granted': 'The API token may no longer do any of what was chosen.',
  'approved before': 'This was answered before.',
  'too many': `An organization can have ${grantsPerOrganizationMax} connected apps at most. Disconnect one first.`,
};

function deny({ issuer }: AuthorizePlace, { redirectUri, state }: AuthorizationRequest): HttpAnswer {
  return sendBack(redirectUri, { error: 'access_denied', state, iss: issuer });
}

/** 303, so that the form is not sent on with its fields (RFC 9700 4.12). */
function sendBack(redirectUri: string, parameters: Record<string, string | null>): HttpAnswer {
  return {
    status: 303,
    headers: {
      Location: redirectTo(redirectUri, parameters),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
    body: null,
  };
}

/**
 * A browser says from where a form was sent. The pages have no cookie that could be used against their reader, and their
 * seal already says that a form was made here; this keeps others from sending a reader one that was made for themselves.
 * Origin is `null` because of our own Referrer-Policy.
 */
function isFromHere({ engine }: AuthorizePlace, { headers }: HttpRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  return origin === undefined || origin === 'null' || origin === new URL(engine.settings.baseUrl).origin;
}

function sealSignIn({ engine }: AuthorizePlace, request: AuthorizationRequest): string {
  const signIn: SignIn = { request, until: engine.world.clock.now() + transactionMs };
  return engine.secretBox.seal('oauth sign-in', JSON.stringify(signIn));
}

/** What a page carried, if it was sealed here for this step and its time is not over. */
function opened<Carried extends SignIn>(
  { engine }: AuthorizePlace,
  purpose: string,
  sealed: string,
): Carried | null {
  try {
    const carried = JSON.parse(engine.secretBox.open(purpose, sealed)) as Carried;
    return carried.until > engine.world.clock.now() ? carried : null;
  } catch {
    // Not sealed here, or for another step.
    return null;
  }
}
