import { dayMs, secondMs } from '../../model/instant.ts';
import type { RequestContext } from './request-context.ts';
import { countBytes, type HttpAnswer } from './request-response.ts';

const httpsOnlySeconds = (365 * dayMs) / secondMs;

/** RFC 6797 section 6.1. Subdomains are left out, because they may not be ours. */
export function transportSecurity(baseUrl: string): Readonly<Record<string, string>> {
  return baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': `max-age=${httpsOnlySeconds}` } : {};
}

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
  // A response to a token may contain a new secret and is meant for this caller only.
  if (visit.underApi || visit.route?.access === 'token') headers['Cache-Control'] = 'no-store';
  if (visit.arrival.method !== 'HEAD') return { status: answer.status, headers, body: answer.body };
  if (answer.body instanceof ReadableStream) void answer.body.cancel();
  else if (answer.body !== null) headers['Content-Length'] = String(countBytes(answer.body));
  return { status: answer.status, headers, body: null };
}
