import { receiveIntegrationEvent } from '../../../../tools/integrations/receive-integration-event.ts';
import { sendAuthMail } from '../../../../tools/integrations/send-auth-mail.ts';
import { invoke } from '../../../contract/invoke.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { integrationCaller } from '../../../engine/integrations/event-scene.ts';
import type { ProvedRequest } from '../../../engine/integrations/prove-request.ts';
import { Failure } from '../../../model/failure.ts';
import { secondMs } from '../../../model/instant.ts';
import { asksForMail } from '../../../model/integration/auth-mail.ts';
import { textAt } from '../../../model/integration/payload-path.ts';
import { type HttpAnswer, jsonAnswer, jsonHeaders } from '../../http/request-response.ts';

/** Supabase waits 5 seconds, shows an `error` with 200, and retries only 429 and 503 with `Retry-After`. */

/** Leaves a second for the network. */
const answerMsMax = 4 * secondMs;
const lateRetrySeconds = 1;

/** Returns true if the request is a hook: its integration was created with a hook secret. */
export function isAuthHook({ integration }: ProvedRequest): boolean {
  return integration.provider === 'supabase' && integration.secret !== null;
}

export async function answerHook(
  engine: Engine,
  proved: ProvedRequest,
  requestId: string,
): Promise<HttpAnswer> {
  if (asksForMail(proved.payload)) return await sendMail(engine, proved, requestId);
  const hook = textAt(proved.payload, ['metadata.name']);
  if (hook !== 'before-user-created') {
    // Other hooks ask for decisions that are not ours, such as the claims of a token.
    return refusal(400, 'This URL takes the send-email hook and the before-user-created hook');
  }
  const { integration, organization, text, type, marks } = proved;
  const caller = integrationCaller(organization, requestId, [receiveIntegrationEvent.needs]);
  const kept = { integrationId: integration.id, type, marks, body: text, topic: null };
  return await inTime(engine, async () => {
    await invoke(engine, receiveIntegrationEvent, caller, kept);
  });
}

async function sendMail(
  engine: Engine,
  { integration, organization, text, marks }: ProvedRequest,
  requestId: string,
): Promise<HttpAnswer> {
  const caller = integrationCaller(organization, requestId, [sendAuthMail.needs]);
  const input = { integrationId: integration.id, marks, body: text };
  return await inTime(engine, async (signal) => {
    await invoke(engine, sendAuthMail, caller, input, undefined, { signal, progress() {} });
  });
}

/** Aborts work that has not started to write at the deadline. Other work finishes for the retry. */
async function inTime(engine: Engine, work: (signal: AbortSignal) => Promise<void>): Promise<HttpAnswer> {
  const late = new AbortController();
  const { promise: time, resolve } = Promise.withResolvers<HttpAnswer>();
  const cancel = engine.world.clock.after(answerMsMax, () => {
    late.abort();
    resolve(again(503, 'The mail could not be accepted in time'));
  });
  const answer = work(late.signal).then(
    () => jsonAnswer(200, {}),
    (error: unknown) => refusalOf(error),
  );
  try {
    return await Promise.race([answer, time]);
  } finally {
    cancel();
  }
}

function refusalOf(error: unknown): HttpAnswer {
  if (!(error instanceof Failure)) throw error;
  const { status, message, retryAfterSeconds } = error;
  if (error.failure === 'cancelled' || error.failure === 'service_unavailable') return again(503, message);
  // Supabase retries immediately. A wait of minutes concerns the person, not the hook.
  const isShort = retryAfterSeconds !== undefined && retryAfterSeconds <= lateRetrySeconds;
  return status === 429 && isShort ? again(429, message) : refusal(status, message);
}

function refusal(status: number, message: string): HttpAnswer {
  return jsonAnswer(200, { error: { http_code: status, message } });
}

function again(status: 429 | 503, message: string): HttpAnswer {
  const headers = { ...jsonHeaders, 'Retry-After': String(lateRetrySeconds) };
  return jsonAnswer(status, { error: { http_code: status, message } }, headers);
}
