import type { OauthFault } from '../../model/oauth/oauth-error.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer, jsonHeaders } from '../http/request-response.ts';

/** OAuth 2.1 section 3.2.3. */
export const tokenHeaders = { ...jsonHeaders, 'Cache-Control': 'no-store', Pragma: 'no-cache' };

const unauthorized = 401;
const badRequest = 400;
const serviceUnavailable = 503;

function statusOf({ error }: OauthFault): number {
  if (error === 'temporarily_unavailable') return serviceUnavailable;
  return error === 'invalid_client' ? unauthorized : badRequest;
}

/** RFC 6749 section 5.2: a client that fails authentication gets 401. */
export function refused(
  fault: OauthFault,
  {
    status = statusOf(fault),
    headers = {},
  }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): HttpAnswer {
  const { error, why } = fault;
  const challenge = status === unauthorized ? { 'WWW-Authenticate': 'Basic realm="posthouse"' } : {};
  return jsonAnswer(
    status,
    { error, error_description: asciiOnly(why) },
    { ...tokenHeaders, ...challenge, ...headers },
  );
}

/** RFC 6749 defines this error only for the authorization endpoint, but clients understand it here too. */
export function unavailable(_: HttpRequest, sentence: string): HttpAnswer {
  return refused({ error: 'temporarily_unavailable', why: sentence });
}

/** RFC 6749 section 5.2 restricts the characters of a description. */
function asciiOnly(text: string): string {
  return text.replaceAll('’', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '');
}
