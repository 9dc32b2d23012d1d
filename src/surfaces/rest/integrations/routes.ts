import { receiveIntegrationEvent } from '../../../../tools/integrations/receive-integration-event.ts';
import { invoke } from '../../../contract/invoke.ts';
import { excessOfJson } from '../../../contract/json-text.ts';
import type { RequestWindows } from '../../../engine/auth/request-windows.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { toFailure } from '../../../engine/context/to-failure.ts';
import { integrationCaller } from '../../../engine/integrations/event-scene.ts';
import {
  type ProvedRequest,
  proveIntegrationRequest,
  type ReadBody,
  type RequestVerdict,
} from '../../../engine/integrations/prove-request.ts';
import { Failure } from '../../../model/failure.ts';
import { integrationLimits } from '../../../model/integration/integration.ts';
import { plans, retryAfterSeconds } from '../../../model/limits/request-budget.ts';
import { inTurnOfLink } from '../../http/link-turns.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  jsonAnswer,
  type PublicRoute,
} from '../../http/request-response.ts';
import { answerHook, isAuthHook } from './supabase-hooks.ts';

/** Before its signature is verified, a request waits in its integration's queue; then it is counted. */

const unavailableRetrySeconds = 30;

type Door = { engine: Engine; windows: RequestWindows };

export function integrationRoutes(door: Door): PublicRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/v1/integrations/:provider/:id',
      access: 'public',
      envelope: 'v1',
      takes: 'bytes',
      bodyBytesMax: integrationLimits.bodyOctetsMax,
      answer: (request, _, { provider, id }) => take(door, request, { provider: provider!, place: id! }),
    },
  ];
}

async function take(
  door: Door,
  request: HttpRequest,
  { provider, place }: { provider: string; place: string },
): Promise<HttpAnswer> {
  const { engine } = door;
  const { requestId } = request;
  const body = request.body ?? Buffer.alloc(0);
  const headers = oneOfEach(request.headers);
  try {
    const verdict = await inTurnOfLink(engine, `integration ${place.slice(0, placeCharactersMax)}`, () =>
      proveIntegrationRequest(engine, { provider, place, headers, body }, readBody),
    );
    const proved = assertProved(verdict);
    await countRequest(door, proved);
    const { key } = proved.organization;
    return await engine.largeTurns.take({ organization: key, octets: body.length }, () =>
      isAuthHook(proved) ? answerHook(engine, proved, requestId) : keep(engine, proved, requestId),
    );
  } catch (error) {
    // The path may contain a secret, so the front door must not log it.
    throw toFailure(engine.world.log, error, { requestId, provider });
  }
}

/** Queue key: the id without a secret that may follow it. */
const placeCharactersMax = 30;

function assertProved(verdict: RequestVerdict): ProvedRequest {
  switch (verdict.kind) {
    case 'proved':
      return verdict.request;
    case 'unknown':
      throw new Failure('not_found');
    case 'refused':
      throw new Failure('invalid_signature');
    case 'unreadable':
      throw new Failure('validation_error', { message: `The body ${verdict.why}`, details: [] });
    case 'unavailable':
      throw new Failure('service_unavailable', {
        message: 'The signing key for this request cannot be fetched at the moment; send it again shortly',
        retryAfterSeconds: unavailableRetrySeconds,
      });
  }
}

async function countRequest({ engine, windows }: Door, { organization }: ProvedRequest): Promise<void> {
  engine.activeOrganizations.noteActivity(organization.key);
  const { windowStart, used } = await windows.spend(organization.key);
  if (used <= plans[organization.plan].requestsPerWindow) return;
  const now = engine.world.clock.now();
  throw new Failure('rate_limit_exceeded', { retryAfterSeconds: retryAfterSeconds({ windowStart, now }) });
}

/** Responds when the request is stored durably. It is processed later. */
async function keep(
  engine: Engine,
  { integration, organization, text, type, marks, sns }: ProvedRequest,
  requestId: string,
): Promise<HttpAnswer> {
  const caller = integrationCaller(organization, requestId, [receiveIntegrationEvent.needs]);
  await invoke(engine, receiveIntegrationEvent, caller, {
    integrationId: integration.id,
    type,
    marks,
    body: text,
    topic: sns?.topicArn ?? null,
  });
  // Supabase interprets the response of a hook, so it must be an empty object.
  return jsonAnswer(200, isSupabase(integration) ? {} : { received: true });
}

function isSupabase({ provider, secret }: ProvedRequest['integration']): boolean {
  return provider === 'supabase' && secret !== null;
}

/** Node joins most repeated headers but returns a list for some. */
function oneOfEach(headers: HttpRequest['headers']): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

const strictly = new TextDecoder('utf-8', { fatal: true });

/** Ignores Content-Type, because SNS sends `text/plain`. Removes a byte order mark, which JSON.parse rejects. */
export const readBody: ReadBody = (body) => {
  try {
    const text = strictly.decode(body);
    const excess = excessOfJson(text);
    if (excess !== null) return { why: excess };
    const payload: unknown = JSON.parse(text);
    const isKept = typeof payload === 'object' && payload !== null;
    return isKept ? { payload, text } : { why: 'must be a JSON object or array' };
  } catch {
    // Both decoders report invalid input by throwing.
    return { why: 'must be JSON in UTF-8' };
  }
};
