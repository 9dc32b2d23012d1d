/** Runs every step before and after a surface handles a request. `handle` defines the order. Needs no socket. */
import type { IncomingHttpHeaders } from 'node:http';
import { lacksScope } from '../../contract/authorize.ts';
import { readIdempotencyKey } from '../../contract/idempotency.ts';
import { believedMs, type CallerCache } from '../../engine/auth/authenticate.ts';
import type { RequestWindows } from '../../engine/auth/request-windows.ts';
import { failureOf } from '../../engine/context/failure-of.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { Failure, failures } from '../../model/failure.ts';
import { BeyondOctets, withOctets } from '../../model/limits/body-octets.ts';
import { budgetKey, clientIp, ipBudget, ipRanges } from '../../model/limits/ip-budget.ts';
import {
  budgetHeaders,
  plans,
  policyHeaders,
  type RequestWindow,
  retryAfterSeconds,
} from '../../model/limits/request-budget.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import { observe } from '../../world/telemetry/observe.ts';
import { bodyIntakes } from './body-intake.ts';
import { finishAnswer, transportSecurity } from './finish-answer.ts';
import { readJson } from './json-body.ts';
import { nearestRoutes } from './nearest-route.ts';
import { type Arrival, RequestContext } from './request-context.ts';
import type { requestIds } from './request-id.ts';
import {
  type Envelope,
  type EnvelopeName,
  type HttpAnswer,
  jsonHeaders,
  type Route,
  rateLimitDocsPath,
} from './request-response.ts';
import { canonicalPath, routerFor } from './router.ts';
import { meterRequest, requestSpan } from './telemetry/observe-request.ts';

export type RequestPipelineOptions = {
  engine: Engine;
  routes: readonly Route[];
  callers: CallerCache;
  windows: RequestWindows;
  envelopes: Readonly<Record<EnvelopeName, Envelope>>;
  /** Addresses and ranges of proxies with a trusted `X-Forwarded-For`. */
  trustedProxies: readonly string[];
  /** Until the phase is `ready`, only routes with `always` answer. A draining server still answers every request. */
  phase(): Phase;
};

export type Phase = 'starting' | 'ready' | 'draining';

const challenge = 'Bearer realm="posthouse"';
const startingRetrySeconds = 1;
/** A list, a second Host, or more of a URL than host and port (RFC 9110 section 7.2). */
const notInHost = /[\s,/\\?#@]/;

/** @returns a handler that never throws and answers every request */
export function requestPipeline(
  { engine, routes, callers, windows, envelopes, trustedProxies, phase }: RequestPipelineOptions,
  nameRequest: ReturnType<typeof requestIds>,
): (arrival: Arrival) => Promise<HttpAnswer> {
  const { clock } = engine.world;
  const places = routerFor(routes);
  const nearestRoute = nearestRoutes(routes);
  const addresses = ipBudget();
  const trusted = ipRanges(trustedProxies);
  const rateLimitDocs = engine.settings.baseUrl + rateLimitDocsPath;
  const unauthenticatedPolicy = policyHeaders('free');
  const standingHeaders = transportSecurity(engine.settings.baseUrl);
  const bodies = bodyIntakes({ clock, windows });
  const { unauthenticatedTurns } = engine;
  const { meters } = engine.world;

  async function handle(arrival: Arrival): Promise<HttpAnswer> {
    const began = meters ? clock.monotonic() : 0;
    const visit = new RequestContext(
      arrival,
      nameRequest(arrival.headers['x-request-id']),
      // An IPv4 peer address is already in the form used by the budget.
      trusted.length === 0 && !arrival.peer.includes(':')
        ? arrival.peer
        : clientIp(arrival.peer, forwardedFor(arrival.headers), trusted),
      spendMore,
    );
    let answer: HttpAnswer;
    try {
      const refused =
        spendAddressBudget(visit) ??
        refuseUnclearHost(visit) ??
        findRoute(visit) ??
        (await findCaller(visit)) ??
        (await spendOrganizationBudget(visit));
      answer =
        (waitsForTurn(visit, refused) ? await waitForTurn(visit) : null) ??
        refused ??
        refuseNowhere(visit) ??
        refuseWithoutScope(visit) ??
        (await takeBody(visit)) ??
        (await inTurn(visit));
    } catch (error) {
      const { requestId, method, path } = visit;
      answer = refuse(visit, failureOf(engine.world.log, error, { requestId, method, path }));
    } finally {
      visit.intake?.release();
    }
    if (meters) meterRequest(meters, visit.route, answer.status, clock.monotonic() - began);
    return finishAnswer(visit, answer, standingHeaders);
  }

  function spendAddressBudget(visit: RequestContext): HttpAnswer | null {
    const failure = beyondAddressBudget(visit);
    return failure && refuse(visit, failure);
  }

  function beyondAddressBudget(visit: RequestContext): Failure | null {
    const { allowed, retryAfterSeconds } = addresses.spend(visit.ip, clock.now());
    if (allowed) return null;
    meters?.count('rate_limited_total', { what: 'address' });
    return new Failure('rate_limit_exceeded', { retryAfterSeconds });
  }

  /** RFC 9112 section 3.2: a server answers 400 to a missing (HTTP/1.1), repeated or invalid Host field. */
  function refuseUnclearHost(visit: RequestContext): HttpAnswer | null {
    const { host } = visit.headers;
    if (host === undefined ? visit.arrival.httpVersion !== '1.1' : !notInHost.test(host)) return null;
    const message =
      host === undefined
        ? 'The request came without a Host header'
        : 'The request must have one Host header with one host';
    return refuse(visit, new Failure('validation_error', { message, details: [] }));
  }

  /**
   * An unknown path without a token is answered immediately. With a token, the request is counted first, so that every
   * response to a caller has the rate headers.
   */
  function findRoute(visit: RequestContext): HttpAnswer | null {
    const found = places.find(visit.path);
    const route = found?.place.routes[visit.method];
    // Later steps use the canonical path, regardless of the spelling in the request.
    if (found) visit.standAt(found.place.path);
    if (found && route) {
      visit.route = route;
      visit.parameters = found.parameters;
      visit.envelope = route.envelope;
      if (phase() === 'starting' && !(route.access === 'public' && route.always)) {
        return refuse(visit, new Failure('service_unavailable', { retryAfterSeconds: startingRetrySeconds }));
      }
      return null;
    }
    visit.nowhere = found
      ? { failure: new Failure('method_not_allowed'), headers: { Allow: found.place.allow } }
      : { failure: unknownPath(visit), headers: {} };
    return visit.underApi && presentedSecret(visit.headers) !== null ? null : refuseNowhere(visit);
  }

  /** Version 1 is frozen, so its message suggests no route. */
  function unknownPath(visit: RequestContext): Failure {
    const route = visit.envelope === 'v1' ? null : nearestRoute(visit.method, visit.path);
    return route === null
      ? new Failure('not_found')
      : new Failure('not_found', { message: `There is nothing at this path; did you mean ${route}?` });
  }

  function refuseNowhere(visit: RequestContext): HttpAnswer | null {
    return visit.nowhere && refuse(visit, visit.nowhere.failure, visit.nowhere.headers);
  }

  async function findCaller(visit: RequestContext): Promise<HttpAnswer | null> {
    const { route } = visit;
    if (route?.access === 'public') return null;
    const secret = presentedSecret(visit.headers);
    if (secret === null) {
      // v1 has always reported this as a missing key.
      const isMissing = visit.headers.authorization === undefined || visit.envelope === 'v1';
      return refuseUnproved(visit, isMissing ? 'missing_api_key' : 'invalid_api_key');
    }
    const proveAgain = () => (route?.prove ?? callers.prove)(secret, visit.ip);
    const proof = await proveAgain();
    switch (proof.kind) {
      case 'unknown':
        return visit.nowhere ? refuseNowhere(visit) : refuseUnproved(visit, 'invalid_api_key');
      case 'wrong address':
        // The response carries the organization's rate headers, but a request from a forbidden address must not use up
        // its budget.
        visit.rateHeaders = await budgetAsItStands(proof.organization);
        return refuse(
          visit,
          new Failure('restricted_api_key', { message: 'This API token may not be used from this address' }),
        );
      case 'proved': {
        const { token, organization, grant } = proof;
        engine.near.came(organization.key);
        visit.provedAt = clock.monotonic();
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

  function refuseUnproved(visit: RequestContext, name: 'missing_api_key' | 'invalid_api_key'): HttpAnswer {
    visit.rateHeaders = unauthenticatedPolicy;
    const own = visit.route?.access === 'token' ? visit.route.challenge : undefined;
    // RFC 6750 section 3.1: the error code is only for requests with a Bearer token.
    const isShown = presentedSecret(visit.headers) !== null;
    const challenged = own !== undefined && isShown ? `${own}, error="invalid_token"` : own;
    const failure = isShown
      ? new Failure(name)
      : new Failure(name, { message: failures.missing_api_key.sentence });
    return refuse(visit, failure, { 'WWW-Authenticate': challenged ?? challenge });
  }

  async function spendOrganizationBudget(visit: RequestContext): Promise<HttpAnswer | null> {
    if (!visit.caller) return null;
    const { organization } = visit.caller;
    const failure = beyondBudget(visit, organization, await windows.spend(organization.key), 0);
    return failure && refuse(visit, failure);
  }

  /** Sets the rate headers from the window. @returns a failure when `more` requests do not fit */
  function beyondBudget(
    visit: RequestContext,
    organization: OrganizationRecord,
    { windowStart, used }: RequestWindow,
    more: number,
  ): Failure | null {
    const limit = plans[organization.plan].requestsPerWindow;
    const budget = { windowStart, used, limit, now: clock.now() };
    visit.rateHeaders = budgetHeaders(budget);
    if (used + more <= limit) return null;
    meters?.count('rate_limited_total', { what: 'organization' });
    return new Failure('rate_limit_exceeded', { retryAfterSeconds: retryAfterSeconds(budget) });
  }

  /** Checks the organization's window first, because refused requests must not use it up. */
  async function spendMore(visit: RequestContext, more: number): Promise<void> {
    if (more <= 0) return;
    const organization = visit.caller?.organization;
    if (organization) {
      const failure = beyondBudget(visit, organization, await windows.look(organization.key), more);
      if (failure) throw failure;
    }
    for (let taken = 0; taken < more; taken += 1) {
      const failure = beyondAddressBudget(visit);
      if (failure) throw failure;
    }
    if (!organization) return;
    const windowsAfter = await Promise.all(
      Array.from({ length: more }, () => windows.spend(organization.key)),
    );
    // Other requests may have used the window since the check.
    const failure = beyondBudget(visit, organization, windowsAfter.at(-1)!, 0);
    if (failure) throw failure;
  }

  async function budgetAsItStands(organization: OrganizationRecord): Promise<Record<string, string>> {
    const window = await windows.look(organization.key);
    const limit = plans[organization.plan].requestsPerWindow;
    return budgetHeaders({ ...window, limit, now: clock.now() });
  }

  /** Health checks skip the queue, so that a flood of requests does not make the process look dead. */
  function waitsForTurn(visit: RequestContext, refused: HttpAnswer | null): boolean {
    if (refused === null) {
      if (visit.caller !== null) return false;
      if (visit.route?.access === 'public' && visit.route.probe) return false;
    }
    return !unauthenticatedTurns.takeNow();
  }

  async function waitForTurn(visit: RequestContext): Promise<HttpAnswer | null> {
    await unauthenticatedTurns.wait(budgetKey(visit.ip));
    return visit.signal.aborted ? refuse(visit, new Failure('cancelled')) : null;
  }

  function refuseWithoutScope(visit: RequestContext): HttpAnswer | null {
    const { route, caller } = visit;
    if (!caller || route?.access !== 'token' || !route.scope) return null;
    return scopesAllow(caller.scopes, route.scope) ? null : refuse(visit, lacksScope(route.scope));
  }

  async function takeBody(visit: RequestContext): Promise<HttpAnswer | null> {
    const { takes, bodyBytesMax } = visit.route!;
    if (takes === 'nothing') return null;
    visit.intake = bodies.begin(visit.caller?.organization ?? null, visit.ip);
    try {
      visit.body = await visit.arrival.readBody(bodyBytesMax, visit.intake);
      return null;
    } catch (error) {
      if (error instanceof BeyondOctets) visit.rateHeaders = withOctets(visit.rateHeaders!, error.window);
      throw error;
    }
  }

  /** Authenticates the caller again, because the body may arrive slowly and the turn may come late. */
  async function findCallerAgain(visit: RequestContext): Promise<HttpAnswer | null> {
    if (!visit.caller || clock.monotonic() - visit.provedAt < believedMs) return null;
    return await findCaller(visit);
  }

  async function inTurn(visit: RequestContext): Promise<HttpAnswer> {
    const octets = visit.body?.length ?? 0;
    const organization = visit.caller?.organization.key ?? null;
    const goneBefore = (): HttpAnswer | null =>
      visit.signal.aborted ? refuse(visit, new Failure('cancelled')) : null;
    return await engine.largeTurns.take(
      { organization, octets, goneBefore },
      async () =>
        (await findCallerAgain(visit)) ??
        refuseWithoutScope(visit) ??
        (await parseBody(visit)) ??
        readKey(visit) ??
        (await ask(visit)),
    );
  }

  async function parseBody(visit: RequestContext): Promise<HttpAnswer | null> {
    if (visit.route!.takes !== 'json') return null;
    const json = await readJson(visit.headers, visit.body);
    if (json instanceof Failure) return refuse(visit, json);
    visit.json = json;
    return null;
  }

  function readKey(visit: RequestContext): HttpAnswer | null {
    const sent = visit.headers['idempotency-key'];
    if (visit.method !== 'POST' || sent === undefined || !visit.caller) return null;
    const place = `POST ${canonicalPath(visit.route!.path, visit.parameters)}`;
    visit.idempotency = { place, key: readIdempotencyKey(String(sent)) };
    return null;
  }

  async function ask(visit: RequestContext): Promise<HttpAnswer> {
    const route = visit.route!;
    if (route.access === 'public') return await route.answer(visit, null, visit.parameters);
    const answer = () => route.answer(visit, visit.caller!, visit.parameters);
    return await observe(engine.world, () => requestSpan(visit, route), answer);
  }

  function refuse(visit: RequestContext, failure: Failure, headers: Record<string, string> = {}): HttpAnswer {
    const all: Record<string, string> = { ...jsonHeaders, ...headers };
    if (failure.retryAfterSeconds !== undefined) all['Retry-After'] = String(failure.retryAfterSeconds);
    if (failure.failure === 'service_unavailable' && visit.route?.unavailable) {
      const own = visit.route.unavailable(visit, failure.message);
      return { ...own, status: failure.status, headers: { ...all, ...own.headers } };
    }
    const body = JSON.stringify(envelopes[visit.envelope](failure, rateLimitDocs));
    return { status: failure.status, headers: all, body };
  }

  return handle;
}

/** Node joins repeated X-Forwarded-For headers with commas, so the value is a single string. */
function forwardedFor(headers: IncomingHttpHeaders): string | null {
  const sent = headers['x-forwarded-for'];
  return typeof sent === 'string' ? sent : null;
}

const bearer = /^bearer +(\S+) *$/i;

/** RFC 6750 section 2.1: the scheme is case-insensitive. */
function presentedSecret(headers: IncomingHttpHeaders): string | null {
  const { authorization } = headers;
  if (authorization === undefined) return null;
  return bearer.exec(authorization)?.[1] ?? null;
}
