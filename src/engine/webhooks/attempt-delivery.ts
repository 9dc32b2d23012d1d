import type { KeyObject } from 'node:crypto';
import { secondMs } from '../../model/instant.ts';
import { signingKey, webhookHeaders } from '../../model/webhook/sign.ts';
import { interrupted, judgeResponse, type Verdict } from '../../model/webhook/verdict.ts';
import { answerOctetsMax, type WebhookAttempt } from '../../model/webhook/webhook.ts';
import type { DueDelivery } from '../../store/records/webhooks/webhook-deliveries.ts';
import type { DeliveredWebhook } from '../../store/records/webhooks/webhooks.ts';
import type { Posted, PostRequest } from '../../world/http/post.ts';
import { type Observed, observe } from '../../world/telemetry/observe.ts';
import type { SpanAttributes } from '../../world/telemetry/traces.ts';
import type { World } from '../../world/world.ts';
import type { Engine } from '../context/scope.ts';
import { signingSecrets } from './webhook-secret.ts';

/** Covers DNS, connection, request and response. */
const attemptMsMax = 15 * secondMs;
const readOctetsMax = 64 * 1024;

export type MadeAttempt = { attempt: WebhookAttempt; verdict: Verdict; endedAt: number };

/** Never throws: an internal error counts as a failed attempt. */
export async function attemptDelivery(
  engine: Engine,
  webhook: DeliveredWebhook,
  delivery: DueDelivery,
): Promise<MadeAttempt> {
  const { clock, ids } = engine.world;
  const at = clock.now();
  const begunAt = clock.monotonic();
  const { url } = webhook;
  const { keys, isOurs } = prepare(engine, webhook, at);
  const posted: Posted = isOurs
    ? { kind: 'unanswered', fault: 'refused_address', why: 'it is this instance itself' }
    : await post(engine.world, webhook, delivery, requestOf(webhook, delivery, keys, at));
  const endedAt = clock.now();
  const verdict = judgeResponse(posted, endedAt);
  return {
    attempt: {
      id: ids.id('att'),
      at,
      durationMs: Math.max(0, Math.round(clock.monotonic() - begunAt)),
      url,
      outcome: verdict.outcome,
      statusCode: posted.kind === 'answered' ? posted.status : null,
      answer: posted.kind === 'answered' ? keptAnswer(posted.text) : null,
    },
    verdict,
    endedAt,
  };
}

/** The receiver can continue the trace. */
async function post(
  world: World,
  webhook: DeliveredWebhook,
  delivery: DueDelivery,
  request: PostRequest,
): Promise<Posted> {
  return await observe<Posted>(
    world,
    () => observedPost(webhook, delivery),
    (traceparent) =>
      world.poster.post(
        traceparent === null ? request : { ...request, headers: { ...request.headers, traceparent } },
      ),
  );
}

function requestOf(
  { id, url }: DeliveredWebhook,
  { messageId, payload }: DueDelivery,
  keys: readonly KeyObject[],
  at: number,
): PostRequest {
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Posthouse-Webhooks',
      ...webhookHeaders({ id: messageId, at, body: payload }, keys),
    },
    body: payload,
    pool: id,
    withinMs: attemptMsMax,
    readOctetsMax,
    keptOctetsMax: answerOctetsMax,
  };
}

/** Stands in for the last attempt, because the process died during it. */
export function interruptedAttempt(engine: Engine, { url }: DeliveredWebhook): MadeAttempt {
  const { clock, ids } = engine.world;
  const at = clock.now();
  const attempt = {
    id: ids.id('att'),
    at,
    durationMs: 0,
    url,
    outcome: interrupted.outcome,
    statusCode: null,
    answer: null,
  };
  return { attempt, verdict: interrupted, endedAt: at };
}

type Prepared = { keys: KeyObject[]; keysUntil: number; isOurs: boolean };

/** Cached per endpoint row, because opening a secret and parsing a URL cost more than a signature. */
const prepared = new WeakMap<DeliveredWebhook, Prepared>();

function prepare(engine: Engine, webhook: DeliveredWebhook, now: number): Prepared {
  const known = prepared.get(webhook);
  if (known && now < known.keysUntil) return known;
  const secrets = signingSecrets(engine.secretBox, webhook, now);
  const made = {
    keys: secrets.map(signingKey),
    keysUntil: secrets.length > 1 ? webhook.oldSecretUntil! : Number.POSITIVE_INFINITY,
    // A delivery to this instance could cause the next one, endlessly.
    isOurs: URL.parse(webhook.url)?.origin === URL.parse(engine.settings.baseUrl)?.origin,
  };
  prepared.set(webhook, made);
  return made;
}

/** PostgreSQL stores no NUL. The replacement character takes three octets in UTF-8, so the text is truncated again. */
function keptAnswer(text: string): string {
  const storable = text.replaceAll('\0', '\u{fffd}').toWellFormed();
  const octets = Buffer.from(storable);
  if (octets.length <= answerOctetsMax) return storable;
  return new TextDecoder().decode(octets.subarray(0, answerOctetsMax), { stream: true });
}

/** Status from which the HTTP conventions end a client span as failed. */
const failedFrom = 400;
const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The span contains only the host, because the path of a webhook URL is often secret. */
function observedPost(
  { id, url }: Pick<DeliveredWebhook, 'id' | 'url'>,
  { messageId, attempts }: DueDelivery,
): Observed<Posted> {
  return {
    span: () => ({
      name: 'POST',
      terms: {
        kind: 'client',
        root: true,
        attributes: {
          'http.request.method': 'POST',
          ...placeOf(url),
          'messaging.message.id': messageId,
          'posthouse.webhook.id': id,
          'posthouse.attempt': attempts + 1,
        },
      },
    }),
    done(span, posted) {
      if (posted.kind === 'unanswered') return span.fail(posted.fault);
      span.set({ 'http.response.status_code': posted.status });
      if (posted.status >= failedFrom) span.fail(String(posted.status));
    },
  };
}

function placeOf(text: string): SpanAttributes {
  const url = URL.parse(text);
  if (url === null) return {};
  const port = url.port === '' ? ports[url.protocol] : Number(url.port);
  return {
    'server.address': url.hostname.replace(/^\[|\]$/g, ''),
    ...(port !== undefined && { 'server.port': port }),
  };
}
