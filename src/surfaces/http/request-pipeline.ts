/** Runs every step before and after a surface handles a request. `handle` defines the order. Needs no socket. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../concurrency/clock.ts';
import { lacksScope } from '../../contract/authorize.ts';
import { readIdempotencyKey } from '../../contract/idempotency.ts';
import { believedMs, type CallerCache } from '../../engine/auth/authenticate.ts';
import type { RequestWindows } from '../../engine/auth/request-windows.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { toFailure } from '../../engine/context/to-failure.ts';
import { Failure, failures } from '../../model/failure.ts';
import { BeyondOctets, withOctets } from '../../model/limits/body-octets.ts';
import { budgetKey, clientIp, type IpRanges, ipBudget, ipRanges } from '../../model/limits/ip-budget.ts';
import {
  budgetHeaders,
  plans,
  policyHeaders,
  type RequestWindow,
  retryAfterSeconds,
} from '../../model/limits/request-budget.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import type { Meters } from '../../world/telemetry/meters.ts';
import { observe } from '../../world/telemetry/observe.ts';
import { type BodyIntakes, bodyIntakes } from './body-intake.ts';
import { readJson } from './json-body.ts';
import { nearestRoutes } from './nearest-route.ts';
import { type Arrival, finishAnswer, RequestContext, transportSecurity } from './request-context.ts';
import type { requestIds } from './request-id.ts';
import {
  type Envelope,
  type EnvelopeName,
  type HttpAnswer,
  jsonHeaders,
  type Route,
  rateLimitDocsPath,
  referencePath,
} from './request-response.ts';
import { canonicalPath, type LateRoutes, type Router, routerFor } from './router.ts';
import { meterRequest, observedRequest } from './telemetry/observe-request.ts';

export type RequestPipelineOptions = {
  engine: Engine;
  routes: readonly Route[];
  lateRoutes?: LateRoutes;
  callers: CallerCache;
  windows: RequestWindows;
  envelopes: Readonly<Record<EnvelopeName, Envelope>>;
  /** Addresses and ranges of proxies with a trusted `X-Forwarded-For`. */
  trustedProxies: readonly string[];
  /** Until the phase is `ready`, only routes with `always` answer. A draining server still answers every request. */
  phase(): Phase;
};

export type Phase = 'starting' | 'ready' | 'draining';

const wrongAddress = 'This API token may not be used from this address';
const challenge = 'Bearer realm="posthouse"';
const unauthenticatedPolicy = policyHeaders('free');
const startingRetrySeconds = 1;
/** A list, a second Host, or more of a URL than host and port (RFC 9110 section 7.2). */
const notInHost = /[\s,/\\?#@]/;

export class RequestPipeline {
  readonly #options: RequestPipelineOptions;
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #meters: Meters | undefined;
  readonly #nameRequest: ReturnType<typeof requestIds>;
  readonly #router: Router;
  readonly #nearestRoute: ReturnType<typeof nearestRoutes>;
  readonly #trusted: IpRanges;
  readonly #addresses = ipBudget();
  readonly #bodies: BodyIntakes;
  readonly #rateLimitDocs: string;
  readonly #standingHeaders: Readonly<Record<string, string>>;

  constructor(options: RequestPipelineOptions, nameRequest: ReturnType<typeof requestIds>) {
    const { engine, routes, windows, trustedProxies } = options;
    const { clock, meters } = engine.world;
    this.#options = options;
    this.#engine = engine;
    this.#clock = clock;
    this.#meters = meters;
    this.#nameRequest = nameRequest;
    this.#router = routerFor(routes, options.lateRoutes);
    this.#nearestRoute = nearestRoutes(routes);
    this.#trusted = ipRanges(trustedProxies);
    this.#bodies = bodyIntakes({ clock, windows });
    this.#rateLimitDocs = engine.settings.baseUrl + rateLimitDocsPath;
    this.#standingHeaders = transportSecurity(engine.settings.baseUrl);
  }

  /** Never throws and answers every request. */
  async handle(arrival: Arrival): Promise<HttpAnswer> {
    const began = this.#meters ? this.#clock.monotonic() : 0;
    const visit = new RequestContext(
      arrival,
      this.#nameRequest(arrival.headers['x-request-id']),
      this.#resolveIp(arrival),
      this.#spendMore,
    );
    let answer: HttpAnswer;
    try {
      const refused =
        this.#spendAddressBudget(visit) ??
        this.#refuseUnclearHost(visit) ??
        (this.#router.mustLoad(visit.path) ? await this.#router.load() : null) ??
        this.#findRoute(visit) ??
        (await this.#authenticate(visit)) ??
        (await this.#spendOrganizationBudget(visit));
      answer =
        (this.#mustWaitForTurn(visit, refused) ? await this.#waitForTurn(visit) : null) ??
        refused ??
        this.#refuseUnknownRoute(visit) ??
        this.#refuseWithoutScope(visit) ??
        (await this.#readBody(visit)) ??
        (await this.#inTurn(visit));
    } catch (error) {
      const { requestId, method, path } = visit;
      answer = this.#refuse(visit, toFailure(this.#engine.world.log, error, { requestId, method, path }));
    } finally {
      visit.intake?.release();
    }
    if (this.#meters) meterRequest(this.#meters, visit.route, answer.status, this.#clock.monotonic() - began);
    return finishAnswer(visit, answer, this.#standingHeaders);
  }

  #resolveIp({ peer, headers }: Arrival): string {
    // An IPv4 peer address is already in the form used by the budget.
    if (this.#trusted.length === 0 && !peer.includes(':')) return peer;
    // Node joins repeated X-Forwarded-For headers with commas, so the value is a single string.
    const sent = headers['x-forwarded-for'];
    return clientIp(peer, typeof sent === 'string' ? sent : null, this.#trusted);
  }

  #spendAddressBudget(visit: RequestContext): HttpAnswer | null {
    const failure = this.#beyondAddressBudget(visit);
    return failure && this.#refuse(visit, failure);
  }

  #beyondAddressBudget(visit: RequestContext): Failure | null {
    const { allowed, retryAfterSeconds } = this.#addresses.spend(visit.ip, this.#clock.now());
    if (allowed) return null;
    this.#meters?.count('rate_limited_total', { what: 'address' });
    return new Failure('rate_limit_exceeded', { retryAfterSeconds });
  }

  /** RFC 9112 section 3.2: a server answers 400 to a missing (HTTP/1.1), repeated or invalid Host field. */
  #refuseUnclearHost(visit: RequestContext): HttpAnswer | null {
    const { host } = visit.headers;
    if (host === undefined ? visit.arrival.httpVersion !== '1.1' : !notInHost.test(host)) return null;
    const message =
      host === undefined
        ? 'The request came without a Host header'
        : 'The request must have one Host header with one host';
    return this.#refuse(visit, new Failure('validation_error', { message, details: [] }));
  }

  /** With a token, an unknown path is counted first, so that every response to a caller has rate headers. */
  #findRoute(visit: RequestContext): HttpAnswer | null {
    const found = this.#router.find(visit.path);
    const route = found?.place.routes[visit.method];
    // Later steps use the canonical path, regardless of the spelling in the request.
    if (found) visit.standAt(found.place.path);
    if (found && route) {
      visit.route = route;
      visit.parameters = found.parameters;
      visit.envelope = route.envelope;
      if (this.#options.phase() === 'starting' && !(route.access === 'public' && route.always)) {
        const failure = new Failure('service_unavailable', { retryAfterSeconds: startingRetrySeconds });
        return this.#refuse(visit, failure);
      }
      return null;
    }
    visit.nowhere = found
      ? { failure: new Failure('method_not_allowed'), headers: { Allow: found.place.allow } }
      : { failure: this.#unknownPath(visit), headers: {} };
    return visit.underApi && presentedSecret(visit.headers) !== null ? null : this.#refuseUnknownRoute(visit);
  }

  /** Version 1 is frozen, so its message suggests no route. */
  #unknownPath(visit: RequestContext): Failure {
    const route = visit.envelope === 'v1' ? null : this.#nearestRoute(visit.method, visit.path);
    if (visit.envelope === 'v1' || (route === null && !visit.underApi)) return new Failure('not_found');
    const suggestion = route === null ? '.' : `; did you mean ${route}?`;
    const reference = this.#engine.settings.baseUrl + referencePath;
    return new Failure('not_found', {
      message: `There is nothing at this path${suggestion} All paths: ${reference}`,
    });
  }

  #refuseUnknownRoute(visit: RequestContext): HttpAnswer | null {
    return visit.nowhere && this.#refuse(visit, visit.nowhere.failure, visit.nowhere.headers);
  }

  async #authenticate(visit: RequestContext): Promise<HttpAnswer | null> {
    const { route } = visit;
    if (route?.access === 'public') return null;
    const secret = presentedSecret(visit.headers);
    if (secret === null) {
      // v1 has always reported this as a missing key.
      const isMissing = visit.headers.authorization === undefined || visit.envelope === 'v1';
      return this.#refuseUnproved(visit, isMissing ? 'missing_api_key' : 'invalid_api_key');
    }
    const proveAgain = () => (route?.prove ?? this.#options.callers.prove)(secret, visit.ip);
    const proof = await proveAgain();
    switch (proof.kind) {
      case 'unknown':
        return this.#refuseUnknownRoute(visit) ?? this.#refuseUnproved(visit, 'invalid_api_key');
      case 'wrong address':
        // The response carries the organization's rate headers, but a request from a forbidden address must not use up
        // its budget.
        visit.rateHeaders = await this.#peekOrganizationBudget(proof.organization);
        return this.#refuse(visit, new Failure('restricted_api_key', { message: wrongAddress }));
      case 'proved': {
        const { token, organization, grant } = proof;
        this.#engine.activeOrganizations.noteActivity(organization.key);
        visit.provedAt = this.#clock.monotonic();
        visit.caller = {
          door: route?.door ?? 'v2',
          organization,
          token,
          scopes: token.scopes,
          ...(grant !== undefined && { grant }),
          requestId: visit.requestId,
          proveAgain,
        };
        return null;
      }
    }
  }

  #refuseUnproved(visit: RequestContext, name: 'missing_api_key' | 'invalid_api_key'): HttpAnswer {
    visit.rateHeaders = unauthenticatedPolicy;
    const own = visit.route?.access === 'token' ? visit.route.challenge : undefined;
    // RFC 6750 section 3.1: the error code is only for requests with a Bearer token.
    const isShown = presentedSecret(visit.headers) !== null;
    const challenged = own !== undefined && isShown ? `${own}, error="invalid_token"` : own;
    const failure = isShown
      ? new Failure(name)
      : new Failure(name, { message: failures.missing_api_key.sentence });
    return this.#refuse(visit, failure, { 'WWW-Authenticate': challenged ?? challenge });
  }

  async #spendOrganizationBudget(visit: RequestContext): Promise<HttpAnswer | null> {
    if (!visit.caller) return null;
    const { organization } = visit.caller;
    const window = await this.#options.windows.spend(organization.key);
    const failure = this.#beyondBudget(visit, organization, window);
    return failure && this.#refuse(visit, failure);
  }

  /** Sets the rate headers from the window. @returns a failure when it is exceeded, or when `more` requests do not fit */
  #beyondBudget(
    visit: RequestContext,
    organization: OrganizationRecord,
    { windowStart, used }: RequestWindow,
    more = 0,
  ): Failure | null {
    const limit = plans[organization.plan].requestsPerWindow;
    const budget = { windowStart, used, limit, now: this.#clock.now() };
    visit.rateHeaders = budgetHeaders(budget);
    if (used + more <= limit) return null;
    this.#meters?.count('rate_limited_total', { what: 'organization' });
    return new Failure('rate_limit_exceeded', { retryAfterSeconds: retryAfterSeconds(budget) });
  }

  /** Checks the organization's window first, because refused requests must not use it up. */
  readonly #spendMore = async (visit: RequestContext, more: number): Promise<void> => {
    if (more <= 0) return;
    const { windows } = this.#options;
    const organization = visit.caller?.organization;
    if (organization) {
      const window = await windows.look(organization.key);
      const failure = this.#beyondBudget(visit, organization, window, more);
      if (failure) throw failure;
    }
    for (let taken = 0; taken < more; taken += 1) {
      const failure = this.#beyondAddressBudget(visit);
      if (failure) throw failure;
    }
    if (!organization) return;
    const windowsAfter = await Promise.all(
      Array.from({ length: more }, () => windows.spend(organization.key)),
    );
    // Other requests may have used the window since the check.
    const failure = this.#beyondBudget(visit, organization, windowsAfter.at(-1)!);
    if (failure) throw failure;
  };

  async #peekOrganizationBudget(organization: OrganizationRecord): Promise<Record<string, string>> {
    const window = await this.#options.windows.look(organization.key);
    const limit = plans[organization.plan].requestsPerWindow;
    return budgetHeaders({ ...window, limit, now: this.#clock.now() });
  }

  /** Health checks skip the queue, so that a flood of requests does not make the process look dead. */
  #mustWaitForTurn(visit: RequestContext, refused: HttpAnswer | null): boolean {
    if (refused === null) {
      if (visit.caller !== null) return false;
      if (visit.route?.access === 'public' && visit.route.probe) return false;
    }
    return !this.#engine.unauthenticatedTurns.takeNow();
  }

  async #waitForTurn(visit: RequestContext): Promise<HttpAnswer | null> {
    await this.#engine.unauthenticatedTurns.wait(budgetKey(visit.ip));
    return this.#refuseDisconnected(visit);
  }

  #refuseDisconnected(visit: RequestContext): HttpAnswer | null {
    return visit.signal.aborted ? this.#refuse(visit, new Failure('cancelled')) : null;
  }

  #refuseWithoutScope(visit: RequestContext): HttpAnswer | null {
    const { route, caller } = visit;
    if (!caller || route?.access !== 'token' || !route.scope) return null;
    return scopesAllow(caller.scopes, route.scope) ? null : this.#refuse(visit, lacksScope(route.scope));
  }

  async #readBody(visit: RequestContext): Promise<HttpAnswer | null> {
    const route = visit.route!;
    const { takes, bodyBytesMax } = route;
    if (takes === 'nothing') return null;
    const payer = route.access === 'public' ? await route.payer?.(visit.headers) : visit.caller?.organization;
    visit.intake = this.#bodies.begin(payer ?? null, visit.ip);
    try {
      visit.body = await visit.arrival.readBody(bodyBytesMax, visit.intake);
      return null;
    } catch (error) {
      if (error instanceof BeyondOctets && visit.rateHeaders) {
        visit.rateHeaders = withOctets(visit.rateHeaders, error.window);
      }
      throw error;
    }
  }

  #inTurn(visit: RequestContext): Promise<HttpAnswer> {
    const octets = visit.body?.length ?? 0;
    const organization = visit.caller?.organization.key ?? null;
    return this.#engine.largeTurns.take(
      { organization, octets, goneBefore: () => this.#refuseDisconnected(visit) },
      async () =>
        (this.#mustProveAgain(visit) ? await this.#authenticate(visit) : null) ??
        this.#refuseWithoutScope(visit) ??
        (visit.route!.takes === 'json'
          ? this.#keepJson(visit, await readJson(visit.headers, visit.body))
          : null) ??
        this.#readKey(visit) ??
        (await this.#answerRoute(visit)),
    );
  }

  /** The body may arrive slowly and the turn may come late. */
  #mustProveAgain({ caller, provedAt }: RequestContext): boolean {
    return caller !== null && this.#clock.monotonic() - provedAt >= believedMs;
  }

  #keepJson(visit: RequestContext, json: unknown): HttpAnswer | null {
    if (json instanceof Failure) return this.#refuse(visit, json);
    visit.json = json;
    return null;
  }

  #readKey(visit: RequestContext): HttpAnswer | null {
    const sent = visit.headers['idempotency-key'];
    if (visit.method !== 'POST' || sent === undefined || !visit.caller) return null;
    const place = `POST ${canonicalPath(visit.route!.path, visit.parameters)}`;
    visit.idempotency = { place, key: readIdempotencyKey(String(sent)) };
    return null;
  }

  #answerRoute(visit: RequestContext): Promise<HttpAnswer> {
    const route = visit.route!;
    if (route.access === 'public') return route.answer(visit, null, visit.parameters);
    const answer = () => route.answer(visit, visit.caller!, visit.parameters);
    return observe(this.#engine.world, () => observedRequest(visit, route), answer);
  }

  #refuse(visit: RequestContext, failure: Failure, headers: Record<string, string> = {}): HttpAnswer {
    const all: Record<string, string> = { ...jsonHeaders, ...headers };
    if (failure.retryAfterSeconds !== undefined) all['Retry-After'] = String(failure.retryAfterSeconds);
    if (failure.failure === 'service_unavailable' && visit.route?.unavailable) {
      const own = visit.route.unavailable(visit, failure.message);
      return { ...own, status: failure.status, headers: { ...all, ...own.headers } };
    }
    const body = JSON.stringify(this.#options.envelopes[visit.envelope](failure, this.#rateLimitDocs));
    return { status: failure.status, headers: all, body };
  }
}

const bearer = /^bearer +(\S+) *$/i;

/** RFC 6750 section 2.1: the scheme is case-insensitive. */
function presentedSecret(headers: IncomingHttpHeaders): string | null {
  const { authorization } = headers;
  if (authorization === undefined) return null;
  return bearer.exec(authorization)?.[1] ?? null;
}
