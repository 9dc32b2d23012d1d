import { receiveIntegrationEvent } from '../../../../tools/integrations/receive-integration-event.ts';
import { sendAuthMail } from '../../../../tools/integrations/send-auth-mail.ts';
import { invoke } from '../../../contract/invoke.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { integrationCaller } from '../../../engine/integrations/integration-caller.ts';
import type { ProvedRequest } from '../../../engine/integrations/prove-request.ts';
import { Failure } from '../../../model/failure.ts';
import { secondMs } from '../../../model/instant.ts';
import { asksForMail } from '../../../model/integration/auth-mail.ts';
import { textAt } from '../../../model/integration/payload-path.ts';
import { type HttpAnswer, jsonAnswer, jsonHeaders } from '../../http/request-response.ts';

/**
 * The auth hooks of Supabase, which wait for their answer: five seconds in all. An empty object lets the person go on; an
 * `error` in an answer of 200 is shown to them; of other statuses only 429 and 503 with `Retry-After` are tried again.
 */

/** Of the five seconds, what is left for the way there and back. */
const answerMsMax = 4 * secondMs;
const lateRetrySeconds = 1;

/** Whether a request is a hook that waits: its integration was made with the secret of a hook. */
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
    // Others wait for a decision that is not ours, such as the claims of a token.
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

/**
 * Does the work and answers in time. What has not begun to be written by then is not written; what has is, and the next
 * attempt is answered as if it had done so.
 */
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
  // The next attempt comes at once: a wait of minutes is for the person, and not for the hook.
  const isShort = retryAfterSeconds !== undefined && retryAfterSeconds <= lateRetrySeconds;
  return status === 429 && isShort ? again(429, message) : refusal(status, message);
}

/** Shown to the person who signs in. */
function refusal(status: number, message: string): HttpAnswer {
  return jsonAnswer(200, { error: { http_code: status, message } });
}

function again(status: 429 | 503, message: string): HttpAnswer {
  const headers = { ...jsonHeaders, 'Retry-After': String(lateRetrySeconds) };
  return jsonAnswer(status, { error: { http_code: status, message } }, headers);
}
