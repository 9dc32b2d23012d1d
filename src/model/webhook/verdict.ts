import { readRetryAfter } from './schedule.ts';

export type Response =
  | { kind: 'answered'; status: number; retryAfter: string | null }
  | { kind: 'unanswered'; fault: RequestFault };

export const requestFaults = [
  'timed_out',
  'connection_failed',
  'invalid_certificate',
  'invalid_response',
  'unknown_host',
  'refused_address',
] as const;
export type RequestFault = (typeof requestFaults)[number];

export const outcomes = [
  'succeeded',
  'redirected',
  'gone',
  'slowed_down',
  'rejected',
  ...requestFaults,
  'interrupted',
] as const;
type AttemptOutcome = (typeof outcomes)[number];

export type Verdict = {
  outcome: AttemptOutcome;
  sentence: string;
  /** The receiver asked for fewer requests, or a gateway had no server behind it. */
  slowsDown: boolean;
  /** Epoch ms before which the receiver wants no request; null without an accepted `Retry-After`. */
  notBefore: number | null;
};

/** Too Many Requests, Bad Gateway and Gateway Timeout (Standard Webhooks 1.0). */
const slowingStatuses: readonly number[] = [429, 502, 504];

/** Standard Webhooks 1.0: a redirect is a failure and never followed, and 410 ends all deliveries to the endpoint. */
export function judgeResponse(response: Response, now: number): Verdict {
  if (response.kind === 'unanswered') {
    const { fault } = response;
    return { outcome: fault, sentence: faultSentences[fault], slowsDown: false, notBefore: null };
  }
  const { status } = response;
  const notBefore = readRetryAfter(response.retryAfter, now);
  const slowsDown = slowingStatuses.includes(status);
  const [outcome, sentence] = statusVerdict(status, slowsDown);
  return { outcome, sentence, slowsDown, notBefore: outcome === 'succeeded' ? null : notBefore };
}

function statusVerdict(status: number, slowsDown: boolean): [AttemptOutcome, string] {
  if (status >= 200 && status < 300) return ['succeeded', `The receiver answered ${status}.`];
  if (status >= 300 && status < 400) {
    return ['redirected', `The receiver answered ${status}: redirects are not followed. Save its new URL.`];
  }
  if (status === 410) return ['gone', 'The receiver answered 410: it wants no more deliveries.'];
  if (slowsDown)
    return ['slowed_down', `The receiver answered ${status}: it gets fewer requests for a while.`];
  return ['rejected', `The receiver answered ${status}; only 2xx counts as received.`];
}

/** Explains a stored attempt. @param status null without an answer */
export function describeOutcome(outcome: string, status: number | null): string {
  if (outcome === interrupted.outcome) return interrupted.sentence;
  if (status === null) return faultSentences[outcome as RequestFault] ?? 'The receiver did not answer.';
  return statusVerdict(status, slowingStatuses.includes(status))[1];
}

/** The process ended during the last attempt, so the receiver's state is unknown. */
export const interrupted: Verdict = {
  outcome: 'interrupted',
  sentence: 'This instance ended during the attempt.',
  slowsDown: false,
  notBefore: null,
};

const faultSentences: Readonly<Record<RequestFault, string>> = {
  timed_out: 'The receiver did not answer within 15 seconds.',
  connection_failed: 'The connection to the receiver failed.',
  invalid_certificate: 'The TLS certificate of the receiver is not valid for its host name.',
  invalid_response: 'The receiver did not answer in HTTP.',
  unknown_host: 'The host name of the receiver has no address.',
  refused_address: 'The URL does not lead to a public address, and private ones are not allowed.',
};
