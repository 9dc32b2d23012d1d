import { hash } from 'node:crypto';
import { type ApprovalFault, approveGrant } from '../../engine/auth/oauth/approve-grant.ts';
import { grantId } from '../../engine/auth/oauth/grant-secrets.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import { type AttemptBudget, attemptBudget } from '../../model/oauth/attempt-budget.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  repeatedParameter,
  withoutEmptyParameters,
} from '../../model/oauth/authorization-request.ts';
import { grantsPerOrganizationMax } from '../../model/oauth/grant.ts';
import { isRegistered, redirectTo } from '../../model/oauth/redirect-uri.ts';
import { scopesWithin } from '../../model/oauth/scopes.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import { type Language, languageFor, languages } from '../../model/text/language.ts';
import { readForm } from '../http/form.ts';
import type { HttpAnswer, HttpRequest, PublicRoute } from '../http/request-response.ts';
import { oauthWordsIn } from './locales/index.ts';
import type { OauthWords } from './locales/phrases.ts';
import { consentPage, faultPage, signInPage } from './pages.ts';
import { formBytesMax, type OauthPlace } from './place.ts';

/** OAuth 2.1 section 4.1, without server state: pages carry a sealed, short-lived copy of the request. */

const transactionMs = 10 * minuteMs;
const wrongTokensMax = 10;
const wrongTokensStretchMs = 10 * minuteMs;

/** Purposes of the seals. Increase the number when the content of a page changes, so that older pages count as expired. */
const purposes = { signIn: 'oauth sign-in 2', consent: 'oauth consent 2' } as const;

/** Content of the first page: the checked request and its expiry (epoch ms). */
type SignIn = { request: AuthorizationRequest; until: number; language: Language };
/** Content of the second page. The grant is bound to the shown API token. */
type Consent = SignIn & {
  grant: string;
  organization: number;
  organizationName: string;
  token: { key: number; name: string; mode: 'live' | 'test'; expiresAt: number | null };
  approvedBy: string;
  scopes: TokenScope[];
};

type AuthorizePlace = OauthPlace & { wrongTokens: AttemptBudget };

const authorizePath = '/oauth/authorize';

export function authorizeRoutes(around: OauthPlace): PublicRoute[] {
  const place: AuthorizePlace = {
    ...around,
    wrongTokens: attemptBudget(wrongTokensMax, wrongTokensStretchMs),
  };
  const form = {
    access: 'public',
    path: authorizePath,
    envelope: 'v2',
    unavailable: (request: HttpRequest) => faulty(languageOf(request), 503, (fault) => fault.unavailable),
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

/** Page choice first, then the app's request (OpenID Connect Core section 3.1.2.1), then the browser's language. */
function languageOf({ query, headers }: HttpRequest): Language {
  const wished = [query.get('lang'), ...(query.get('ui_locales') ?? '').split(' ', uiLocalesMax)];
  const chosen = wished.find((tag) => tag && Object.hasOwn(languages, tag.split('-', 1)[0]!.toLowerCase()));
  return languageFor({ chosen, accept: headers['accept-language'] });
}

const uiLocalesMax = 10;

function faulty(
  language: Language,
  status: number,
  why: (words: OauthWords['fault']) => string,
  back: string | null = null,
): HttpAnswer {
  return faultPage(language, status, why(oauthWordsIn[language].fault), back);
}

async function show(place: AuthorizePlace, request: HttpRequest): Promise<HttpAnswer> {
  const { ip } = request;
  const language = languageOf(request);
  const repeated = repeatedParameter(request.query);
  if (repeated !== null) return faulty(language, 400, (fault) => fault.repeated(repeated));
  const query = withoutEmptyParameters(request.query);
  const client = await place.clients.identify(query.get('client_id') ?? '', ip);
  if ('fault' in client) return faulty(language, 400, (fault) => fault.unknownApp(client.fault));
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!isRegistered(redirectUri, client.redirectUris, place.engine.settings.redirectSchemes ?? [])) {
    return faulty(language, 400, (fault) => fault.notRegistered);
  }
  const asked = readAuthorizationRequest(query, client, redirectUri, place.resource);
  if ('error' in asked) {
    const { error, why } = asked;
    const answer = { error, error_description: why, state: query.get('state'), iss: place.issuer };
    return faulty(language, 400, (fault) => fault.notServed(why), redirectTo(redirectUri, answer));
  }
  const transaction = sealSignIn(place, asked, language);
  return signInPage(asked, { language, transaction, inLanguage: (other) => sameRequest(query, other) });
}

function sameRequest(query: URLSearchParams, language: Language): string {
  const changed = new URLSearchParams(query);
  changed.set('lang', language);
  return `?${changed}`;
}

async function proceed(place: AuthorizePlace, request: HttpRequest): Promise<HttpAnswer> {
  const language = languageOf(request);
  if (!isFromHere(place, request)) return faulty(language, 403, (fault) => fault.otherSite);
  const form = readForm(request, ['scope']);
  const transaction = form?.get('transaction') ?? '';
  const signIn = opened<SignIn>(place, purposes.signIn, transaction);
  const consent = signIn === null ? opened<Consent>(place, purposes.consent, transaction) : null;
  const standing = signIn ?? consent;
  if (!form || !standing) return faulty(language, 400, (fault) => fault.expired);
  if (form.get('decision') === 'deny') return deny(place, standing.request);
  if (consent && form.get('decision') === 'allow') return await allow(place, consent, form, request);
  if (signIn) return await identify(place, signIn, form.get('token')?.trim() ?? '', request.ip);
  return faulty(standing.language, 400, (fault) => fault.neither);
}

/** Identifies the organization by an API token and shows the consent page. */
async function identify(
  place: AuthorizePlace,
  { request, language }: SignIn,
  secret: string,
  ip: string,
): Promise<HttpAnswer> {
  const { engine, callers, wrongTokens } = place;
  const { clock } = engine.world;
  const now = clock.now();
  const { warnings } = oauthWordsIn[language];
  const again = (warning: string, status: number, headers: Record<string, string> = {}) => {
    const notice = { warning, status, headers };
    return signInPage(request, { language, transaction: sealSignIn(place, request, language), notice });
  };
  if (!wrongTokens.allows(ip, clock.monotonic())) {
    return again(warnings.tooManyWrong, 429, {
      'Retry-After': String(wrongTokensStretchMs / secondMs),
    });
  }
  const proof = await callers.prove(secret, ip);
  if (proof.kind === 'unknown') {
    wrongTokens.spend(ip, clock.monotonic());
    return again(warnings.unknownToken, 403);
  }
  if (proof.kind === 'wrong address') {
    return again(warnings.wrongAddress, 403);
  }
  const { token, organization } = proof;
  const scopes = scopesWithin(request.scopes, token.scopes);
  if (scopes.length === 0) return again(warnings.nothingOfThat, 403);
  return showConsent(place, {
    request,
    until: now + transactionMs,
    language,
    grant: grantId(engine),
    organization: organization.key,
    organizationName: organization.name,
    token: { key: token.key, name: token.name, mode: token.mode, expiresAt: token.expiresAt },
    approvedBy: hash('sha256', secret),
    scopes,
  });
}

function showConsent(place: AuthorizePlace, consent: Consent, warning: string | null = null): HttpAnswer {
  return consentPage(consent.request, {
    language: consent.language,
    organization: { name: consent.organizationName },
    token: consent.token,
    scopes: consent.scopes,
    transaction: place.engine.secretBox.seal(purposes.consent, JSON.stringify(consent)),
    warning,
  });
}

async function allow(
  place: AuthorizePlace,
  consent: Consent,
  form: URLSearchParams,
  { ip, requestId }: HttpRequest,
): Promise<HttpAnswer> {
  const { request, scopes, language } = consent;
  const chosen = scopes.filter((scope) => form.getAll('scope').includes(scope));
  if (chosen.length === 0) return showConsent(place, consent, oauthWordsIn[language].warnings.chooseOne);
  const { token, ...rest } = consent;
  const approval = { ...rest, token: token.key, scopes: chosen, ip, requestId };
  const approved = await approveGrant(place.engine, approval);
  if ('fault' in approved) return faulty(language, 409, approvalFaults[approved.fault]);
  return sendBack(request.redirectUri, { code: approved.code, state: request.state, iss: place.issuer });
}

const approvalFaults: Readonly<Record<ApprovalFault, (words: OauthWords['fault']) => string>> = {
  'token gone': (fault) => fault.tokenGone,
  'client gone': (fault) => fault.appGone,
  'nothing granted': (fault) => fault.nothingGranted,
  'approved before': (fault) => fault.answeredBefore,
  'too many': (fault) => fault.tooMany(grantsPerOrganizationMax),
};

function deny({ issuer }: AuthorizePlace, { redirectUri, state }: AuthorizationRequest): HttpAnswer {
  return sendBack(redirectUri, { error: 'access_denied', state, iss: issuer });
}

/** Redirects with 303, so that the browser does not resend the form (RFC 9700 section 4.12). */
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
 * Prevents others from luring a person into a form made for themselves. The pages use no cookies; the seal
 * proves that we made the form. Our Referrer-Policy allows Origin `null`.
 */
function isFromHere({ engine }: AuthorizePlace, { headers }: HttpRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  return origin === undefined || origin === 'null' || origin === new URL(engine.settings.baseUrl).origin;
}

function sealSignIn({ engine }: AuthorizePlace, request: AuthorizationRequest, language: Language): string {
  const signIn: SignIn = { request, until: engine.world.clock.now() + transactionMs, language };
  return engine.secretBox.seal(purposes.signIn, JSON.stringify(signIn));
}

/** Opens a sealed page. Returns null if it is for another step or has expired. */
function opened<Carried extends SignIn>(
  { engine }: AuthorizePlace,
  purpose: string,
  sealed: string,
): Carried | null {
  try {
    const carried = JSON.parse(engine.secretBox.open(purpose, sealed)) as Carried;
    return carried.until > engine.world.clock.now() ? carried : null;
  } catch {
    return null;
  }
}
