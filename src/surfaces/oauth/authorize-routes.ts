import { hash } from 'node:crypto';
import { type ApprovalFault, type Approver, approveGrant } from '../../engine/auth/oauth/approve-grant.ts';
import { grantId } from '../../engine/auth/oauth/grant-secrets.ts';
import { provedSession, type SignedIn } from '../../engine/people/sessions.ts';
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
import { scopesOfRoles } from '../../model/person/roles.ts';
import { isConsentPath } from '../../model/person/session.ts';
import { type Language, languageFor, languages } from '../../model/text/language.ts';
import { readForm } from '../http/form.ts';
import { isOurHost } from '../http/host-and-origin.ts';
import type { HttpAnswer, HttpRequest, PublicRoute } from '../http/request-response.ts';
import { readCookie } from '../http/session-cookie.ts';
import { withTheme } from '../public/frame/theme.ts';
import { oauthWordsIn } from './locales/index.ts';
import type { OauthWords } from './locales/phrases.ts';
import { consentPage, faultPage, type ShownApprover, signInPage, tokenWay } from './pages.ts';
import { formBytesMax, type OauthPlace } from './place.ts';

/**
 * OAuth 2.1 section 4.1, without server state: pages carry a sealed, short-lived copy of the request. A person
 * approves an app with their console session or with an API token.
 */

const transactionMs = 10 * minuteMs;
const wrongTokensMax = 10;
const wrongTokensStretchMs = 10 * minuteMs;

/** Purposes of the seals. Increase the number when the content of a page changes, so that older pages count as expired. */
const purposes = { signIn: 'oauth sign-in 3', consent: 'oauth consent 3' } as const;

/** Content of the first page: the checked request, its expiry (epoch ms) and its path. */
type SignIn = { request: AuthorizationRequest; until: number; language: Language; back: string | null };
/** Content of the second page. The grant is bound to the shown API token, or to the session of the shown person. */
type Consent = SignIn & {
  grant: string;
  organization: number;
  organizationName: string;
  shown: ShownApprover;
  approver: Approver;
  /** Id of the session; null for an API token. */
  session: string | null;
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
    {
      ...form,
      method: 'GET',
      takes: 'nothing',
      bodyBytesMax: 0,
      answer: async (request) => withTheme(await show(place, request), request),
    },
    {
      ...form,
      method: 'POST',
      takes: 'bytes',
      bodyBytesMax: formBytesMax,
      answer: async (request) => withTheme(await proceed(place, request), request),
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
  const usesToken = query.has(tokenWay);
  query.delete(tokenWay);
  const path = `${authorizePath}?${query}`;
  const signIn: SignIn = {
    request: asked,
    until: place.engine.world.clock.now() + transactionMs,
    language,
    back: isConsentPath(path) ? path : null,
  };
  const inLanguage = (other: Language) => {
    const changed = new URLSearchParams(query);
    changed.set('lang', other);
    if (usesToken) changed.set(tokenWay, 'token');
    return `?${changed}`;
  };
  const signedIn = usesToken ? null : await findSession(place, request);
  return signedIn === null
    ? askForToken(place, signIn, { inLanguage })
    : showPersonConsent(place, signIn, signedIn, inLanguage);
}

/** The cookie is `SameSite=Lax`, so an app can send a person here, but no other site can submit this page's form. */
async function findSession({ engine }: AuthorizePlace, { headers }: HttpRequest): Promise<SignedIn | null> {
  const { baseUrl } = engine.settings;
  const secret = isOurHost(headers.host, baseUrl) ? readCookie(headers.cookie, baseUrl) : null;
  return secret === null ? null : await provedSession(engine, secret);
}

function showPersonConsent(
  place: AuthorizePlace,
  signIn: SignIn,
  { person, organization, session }: SignedIn,
  inLanguage: (language: Language) => string,
): HttpAnswer {
  const scopes = scopesWithin(signIn.request.scopes, scopesOfRoles(person.roles));
  if (scopes.length === 0) {
    const warning = oauthWordsIn[signIn.language].warnings.nothingOfRoles;
    return askForToken(place, signIn, { inLanguage, notice: { warning, status: 403 } });
  }
  const consent: Consent = {
    ...signIn,
    grant: grantId(place.engine),
    organization: organization.key,
    organizationName: organization.name,
    shown: { kind: 'person', name: person.name, email: person.email },
    approver: { person: person.id },
    session: session.id,
    scopes,
  };
  return showConsent(place, consent, { inLanguage });
}

function askForToken(
  place: AuthorizePlace,
  signIn: SignIn,
  more: Pick<Parameters<typeof signInPage>[1], 'notice' | 'inLanguage'>,
): HttpAnswer {
  const { request, language, back } = signIn;
  const transaction = place.engine.secretBox.seal(purposes.signIn, JSON.stringify(signIn));
  return signInPage(request, { language, transaction, back, ...more });
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
  signIn: SignIn,
  secret: string,
  ip: string,
): Promise<HttpAnswer> {
  const { request, language } = signIn;
  const { engine, callers, wrongTokens } = place;
  const { clock } = engine.world;
  const now = clock.now();
  const { warnings } = oauthWordsIn[language];
  const again = (warning: string, status: number, headers: Record<string, string> = {}) => {
    const renewed = { ...signIn, until: now + transactionMs };
    return askForToken(place, renewed, { notice: { warning, status, headers } });
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
    ...signIn,
    until: now + transactionMs,
    grant: grantId(engine),
    organization: organization.key,
    organizationName: organization.name,
    shown: { kind: 'token', name: token.name, mode: token.mode, expiresAt: token.expiresAt },
    approver: { token: token.key, approvedBy: hash('sha256', secret) },
    session: null,
    scopes,
  });
}

function showConsent(
  place: AuthorizePlace,
  consent: Consent,
  more: Pick<Parameters<typeof consentPage>[1], 'warning' | 'inLanguage'> = {},
): HttpAnswer {
  return consentPage(consent.request, {
    language: consent.language,
    organization: { name: consent.organizationName },
    approver: consent.shown,
    back: consent.back,
    scopes: consent.scopes,
    transaction: place.engine.secretBox.seal(purposes.consent, JSON.stringify(consent)),
    ...more,
  });
}

async function allow(
  place: AuthorizePlace,
  consent: Consent,
  form: URLSearchParams,
  http: HttpRequest,
): Promise<HttpAnswer> {
  const { request, scopes, language } = consent;
  const { ip, requestId } = http;
  if (consent.session !== null) {
    const signedIn = await findSession(place, http);
    if (signedIn?.session.id !== consent.session) return faulty(language, 403, (fault) => fault.signedOut);
  }
  const chosen = scopes.filter((scope) => form.getAll('scope').includes(scope));
  if (chosen.length === 0) {
    return showConsent(place, consent, { warning: oauthWordsIn[language].warnings.chooseOne });
  }
  const approved = await approveGrant(place.engine, { ...consent, scopes: chosen, ip, requestId });
  if ('fault' in approved) {
    const isPersons = consent.session !== null && approved.fault === 'nothing granted';
    return faulty(
      language,
      409,
      isPersons ? (fault) => fault.nothingOfYours : approvalFaults[approved.fault],
    );
  }
  return sendBack(request.redirectUri, { code: approved.code, state: request.state, iss: place.issuer });
}

const approvalFaults: Readonly<Record<ApprovalFault, (words: OauthWords['fault']) => string>> = {
  'token gone': (fault) => fault.tokenGone,
  'person gone': (fault) => fault.personGone,
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
 * Prevents others from luring a person into a form made for themselves. The seal proves that we made the form,
 * and names the session for which. Our Referrer-Policy allows Origin `null`.
 */
function isFromHere({ engine }: AuthorizePlace, { headers }: HttpRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  return origin === undefined || origin === 'null' || origin === new URL(engine.settings.baseUrl).origin;
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
