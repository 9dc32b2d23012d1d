import { dayMs, secondMs } from '../../model/instant.ts';
import type { RequestContext } from './request-context.ts';
import { bytesOf, type HttpAnswer } from './request-response.ts';

/** What every answer gets on its way out. */

const httpsOnlySeconds = (365 * dayMs) / secondMs;

/**
 * Keeps browsers to https where the instance is reached by it (RFC 6797 6.1). Its subdomains are not ours to speak for.
 * @returns the same headers for every answer
 */
export function transportSecurity(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${httpsOnlySeconds}` } : {};
}

/** An answer with the headers that each has: the id, the rate headers, and how a browser must treat it. */
export function finishAnswer(
  visit: RequestContext,
  answer: HttpAnswer,
  standing: Readonly<Record<string, string>>,
): HttpAnswer {
  const headers: Record<string, string> = {
    ...answer.headers,
    ...standing,
    ...visit.rateHeaders,
    'X-Request-Id': visit.requestId,
    'X-Content-Type-Options': 'nosniff',
  };
  // An answer to a token may hold a new token's secret, and is for its caller alone in any case.
  if (visit.underApi || visit.route?.access === 'token') headers['Cache-Control'] = 'no-store';
  if (visit.arrival.method !== 'HEAD') return { status: answer.status, headers, body: answer.body };
  if (answer.body instanceof ReadableStream) void answer.body.cancel();
  else if (answer.body !== null) headers['Content-Length'] = String(bytesOf(answer.body));
  return { status: answer.status, headers, body: null };
}
