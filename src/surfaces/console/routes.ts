import { invoke, noListener } from '../../contract/invoke.ts';
import { offeredAt } from '../../contract/tool.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { type PasskeyProof, proveDecision } from '../../engine/people/passkeys.ts';
import { provesPresence } from '../../engine/people/presence.ts';
import { personCaller, provedSession, type SignedIn } from '../../engine/people/sessions.ts';
import { Failure } from '../../model/failure.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import { isLoopback, nameLoopback } from '../../model/loopback.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { hasRole } from '../../model/person/roles.ts';
import { readForm } from '../http/form.ts';
import { isOurHost } from '../http/host-and-origin.ts';
import { readMultipart } from '../http/multipart.ts';
import { listeningTo } from '../http/request-context.ts';
import type { HttpAnswer, HttpRequest, PathParameters, PublicRoute } from '../http/request-response.ts';
import { readCookie } from '../http/session-cookie.ts';
import { assetAt, assetsPath } from '../public/frame/assets.ts';
import { withTheme } from '../public/frame/theme.ts';
import { html } from '../public/html.ts';
import { type Attempts, consoleAttempts } from './attempts.ts';
import { asSentence, passkeyMissing } from './form-faults.ts';
import { barePage, page, seeOther } from './layout.ts';
import { linkButton, notice } from './look/parts.ts';
import type { ConsolePage, NavEntry, OpenVisit, Visit } from './page.ts';
import { nav, pages } from './pages/index.ts';
import { needsDevice } from './presence/mail-actions.ts';

/** Fits a passkey response, or a name and a note to an assistant. */
const formBytesMax = 64 * 1024;

type Parts = { pages: readonly ConsolePage[]; nav: readonly NavEntry[] };

type Ground = { engine: Engine; attempts: Attempts; nav: readonly NavEntry[] };

/** Routes below `/console`. They have no token; the session cookie is checked here. */
export function consoleRoutes(engine: Engine, parts: Parts = { pages, nav }): PublicRoute[] {
  const ground: Ground = { engine, attempts: consoleAttempts(), nav: parts.nav };
  const routes = parts.pages.map(
    (one): PublicRoute => ({
      method: one.method,
      path: one.path,
      access: 'public',
      envelope: 'v2',
      takes: one.method === 'POST' ? 'bytes' : 'nothing',
      bodyBytesMax: one.method === 'POST' ? (one.uploadBytesMax ?? one.formBytesMax ?? formBytesMax) : 0,
      ...(one.uploadBytesMax !== undefined && { payer: (headers) => organizationSignedIn(engine, headers) }),
      answer: async (request, _, parameters) =>
        withTheme(await answerPage(ground, one, request, parameters), request),
      unavailable: (request, sentence) => withTheme(wrong(503, 'Temporarily unavailable', sentence), request),
    }),
  );
  return [...routes, assetRoute, missingRoute(ground)];
}

const assetRoute: PublicRoute = {
  method: 'GET',
  path: `${assetsPath}*`,
  access: 'public',
  envelope: 'v2',
  takes: 'nothing',
  bodyBytesMax: 0,
  async answer(request) {
    const found = assetAt(request);
    if (found === null) throw new Failure('not_found');
    return found;
  },
};

function missingRoute(ground: Ground): PublicRoute {
  const missing: ConsolePage = {
    method: 'GET',
    path: '/console/*',
    answer: (visit) => notFound(visit, 'Page not found', 'No page has this address.'),
  };
  return {
    method: 'GET',
    path: missing.path,
    access: 'public',
    envelope: 'v2',
    takes: 'nothing',
    bodyBytesMax: 0,
    answer: async (request, _, parameters) =>
      withTheme(await answerPage(ground, missing, request, parameters), request),
  };
}

const toConsole = html`<p>Go back to <a href="/console">the console</a>.</p>`;

async function notFound(visit: Visit, title: string, text: string): Promise<HttpAnswer> {
  return await page(visit, { title, sub: text, body: linkButton('/console', 'Go to Home'), status: 404 });
}

async function noAccess(visit: Visit): Promise<HttpAnswer> {
  const text =
    'Your roles do not give you access to this page. An admin of your organization can change them.';
  return await page(visit, { title: 'No access', sub: text, body: html``, status: 403 });
}

/** Checks the Host, the origin of a form, the session, the roles and the request budget, in this order. */
async function answerPage(
  { engine, attempts, nav }: Ground,
  one: ConsolePage,
  request: HttpRequest,
  parameters: PathParameters,
): Promise<HttpAnswer> {
  const { baseUrl } = engine.settings;
  const { headers, requestId, method } = request;
  if (!isOurHost(headers.host, baseUrl)) {
    return wrong(403, 'Wrong host name', 'This server does not answer under this host name.');
  }
  if (method !== 'GET' && !isFromHere(request, baseUrl)) {
    return wrong(
      403,
      'Request rejected',
      'This form was submitted from another site, so nothing was changed.',
    );
  }
  const named = method === 'GET' ? addressByName(request, baseUrl) : null;
  if (named !== null) return seeOther(named);
  const now = engine.world.clock.now();
  const visitor = { client: headers['user-agent'], requestId };
  const empty: OpenVisit = {
    engine,
    request,
    parameters,
    form: new URLSearchParams(),
    files: new Map(),
    visitor,
    attempts,
    now,
  };
  const readVisit = async (): Promise<OpenVisit | null> => {
    const sent = await readSent(one, request);
    return sent && { ...empty, ...sent };
  };
  if (one.access === 'open') {
    const open = await readVisit();
    return open === null ? invalidForm() : await one.answer(open);
  }
  const secret = readCookie(headers.cookie, baseUrl);
  const signedIn = secret === null ? null : await provedSession(engine, secret);
  if (signedIn === null) return toSignIn(request);
  if (!attempts.requests.allows(signedIn.session.id, now)) {
    return wrong(
      429,
      'Too many requests',
      'Too many requests from this browser. Wait a minute, then try again.',
      {
        'Retry-After': String(minuteMs / secondMs),
      },
    );
  }
  attempts.requests.spend(signedIn.session.id, now);
  const mayAct = !one.roles || hasRole(signedIn.person.roles, one.roles);
  // Only for people who may use it, so that no other client makes the server parse files.
  const open = mayAct ? await readVisit() : empty;
  if (open === null) return invalidForm();
  const caller = personCaller(signedIn, requestId, headers['user-agent']);
  const confirm = confirmations(engine, signedIn, deviceAnswerIn(open.form));
  const visit: Visit = {
    ...open,
    ...signedIn,
    caller,
    nav,
    async call(tool, input = {}, reviewed) {
      if (!offeredAt(tool, 'console')) throw new Error(`${tool.name} is not offered at the console`);
      if (needsDevice(tool.name) && !(await confirm.isConfirmed())) throw passkeyMissing();
      const heard = listeningTo(request, tool) ?? noListener;
      const permit = reviewed !== undefined && ({ kind: 'open', reviewed } as const);
      const listening = { ...heard, ...(permit && { permit }) };
      const { output } = await invoke(engine, tool, caller, input, undefined, listening);
      return output as never;
    },
    confirmByPasskey: confirm.byPasskey,
    isPersonPresent: confirm.isPresent,
  };
  try {
    if (!mayAct) return await noAccess(visit);
    return await one.answer(visit);
  } catch (error) {
    if (!(error instanceof Failure) || error.status >= serverFault) throw error;
    if (error.failure === 'not_found') {
      return await notFound(visit, 'Not found', 'It does not exist in this organization, or it was deleted.');
    }
    if (error.failure === 'restricted_api_key' && method === 'GET') return await noAccess(visit);
    const body = html`${notice({ state: 'bad', title: 'That did not work.', text: asSentence(error.message) })}${toConsole}`;
    return await page(visit, { title: 'That did not work', heading: null, body, status: error.status });
  }
}

type DeviceAnswer = ReturnType<typeof deviceAnswerIn>;

/** A device signs a challenge once, so one request remembers that its person confirmed it. */
function confirmations(engine: Engine, signedIn: SignedIn, answer: DeviceAnswer) {
  let present: Promise<boolean> | undefined;
  let isSigned = false;
  const isPresent = (): Promise<boolean> => (present ??= provesPresence(engine, signedIn, answer));
  return {
    isPresent,
    isConfirmed: async (): Promise<boolean> => isSigned || (await isPresent()),
    async byPasskey(fingerprint: string): Promise<PasskeyProof> {
      const proof = await proveDecision(engine, signedIn.person, fingerprint, answer);
      isSigned = proof.kind !== 'refused';
      return proof;
    },
  };
}

async function readSent(
  { uploadBytesMax }: ConsolePage,
  request: HttpRequest,
): Promise<Pick<OpenVisit, 'form' | 'files'> | null> {
  if (uploadBytesMax !== undefined) {
    const read = await readMultipart(request);
    return read && { form: read.fields, files: read.files };
  }
  const form = request.method === 'GET' ? new URLSearchParams() : readForm(request, severalOf);
  return form && { form, files: new Map() };
}

async function organizationSignedIn(
  engine: Engine,
  headers: HttpRequest['headers'],
): Promise<OrganizationRecord | null> {
  const secret = readCookie(headers.cookie, engine.settings.baseUrl);
  return secret === null ? null : ((await provedSession(engine, secret))?.organization ?? null);
}

/** Failures from this status are ours and are handled as at every door. */
const serverFault = 500;

/** Fields that a form may send more than once. */
const severalOf = ['roles', 'seen', 'include', 'exclude', 'scopes', 'events'];

/** Returns the URL by name if the browser uses the loopback address of a server on this machine, which has no passkeys; else null. */
function addressByName({ headers, path, query }: HttpRequest, baseUrl: string): string | null {
  if (nameLoopback(baseUrl) === baseUrl) return null;
  const asked = `http://${headers.host}`;
  const named = nameLoopback(asked);
  if (named === asked) return null;
  return `${new URL(named).origin}${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** Browsers send `Sec-Fetch-Site` or `Origin`, which pages cannot forge. Others have no session to misuse. */
function isFromHere({ headers }: HttpRequest, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  const { origin, host } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return site === 'same-origin';
  const [from, ours] = [URL.parse(origin), new URL(baseUrl)];
  if (from === null || from.origin === ours.origin) return from !== null;
  // The server may be reached by another name or port. A page without TLS is not ours if our pages have TLS.
  return from.host === host && (from.protocol === ours.protocol || isLoopback(from.hostname));
}

function invalidForm(): HttpAnswer {
  return wrong(
    400,
    'Invalid form',
    'The submitted form could not be read. Go back, reload the page and try again.',
  );
}

function toSignIn({ method, path, query }: HttpRequest): HttpAnswer {
  const asked = query.size > 0 ? `${path}?${query}` : path;
  const back = method === 'GET' ? asked : '/console';
  return seeOther(`/console/sign-in?${new URLSearchParams({ return: back })}`);
}

function wrong(
  status: number,
  title: string,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const body = html`<p role="alert">${sentence}</p>${toConsole}`;
  return barePage({ title, body, status, headers });
}

function deviceAnswerIn(form: URLSearchParams): { sealed: string; answer: string | null } {
  return { sealed: form.get('challenge') ?? '', answer: form.get('passkey') || null };
}
