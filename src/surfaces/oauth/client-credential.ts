import { type ClientCredential, clientOfAssertion } from '../../engine/auth/prove-client.ts';
import { assertionType } from '../../model/oauth/client-assertion.ts';
import type { OauthFault } from '../../model/oauth/oauth-error.ts';
import type { HttpRequest } from '../http/request-response.ts';

export type ShownCredential = { clientId: string; credential: ClientCredential };

/** OAuth 2.1 section 2.4, RFC 7521 section 4.2. Verifies nothing. */
export async function readCredential(
  { headers }: HttpRequest,
  fields: URLSearchParams,
): Promise<ShownCredential | OauthFault> {
  const shown = ['client_secret', 'client_assertion'].filter((name) => fields.has(name));
  const header = headers.authorization;
  // OAuth 2.1 section 2.4: a client must not use several methods, because two parsers might pick different ones.
  if (shown.length + (header === undefined ? 0 : 1) > 1) {
    return { error: 'invalid_request', why: 'A request must use a single client authentication method' };
  }
  const clientId = fields.get('client_id');
  if (header !== undefined) return readBasic(header, clientId);
  const assertion = fields.get('client_assertion');
  if (assertion !== null) {
    if (fields.get('client_assertion_type') !== assertionType) {
      return { error: 'invalid_request', why: `client_assertion_type must be ${assertionType}` };
    }
    const named = clientId ?? (await clientOfAssertion(assertion));
    if (!named) return { error: 'invalid_client', why: 'The client_assertion names no client' };
    return { clientId: named, credential: { kind: 'assertion', assertion } };
  }
  if (!clientId) return { error: 'invalid_request', why: 'client_id is required' };
  const secret = fields.get('client_secret');
  return { clientId, credential: secret === null ? { kind: 'none' } : { kind: 'secret', secret } };
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
function readBasic(header: string, clientId: string | null): ShownCredential | OauthFault {
  const [, encoded] = /^basic ([a-z0-9+/]+={0,2})$/i.exec(header) ?? [];
  const joined = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = joined.indexOf(':');
  const [id, secret] = [joined.slice(0, colon), joined.slice(colon + 1)].map(formDecoded);
  if (colon < 1 || !id || secret === undefined) {
    return {
      error: 'invalid_client',
      why: 'Authorization must be Basic with the id and the secret of the client',
    };
  }
  if (clientId !== null && clientId !== id) {
    return { error: 'invalid_request', why: 'client_id differs from the client in Authorization' };
  }
  return { clientId: id, credential: { kind: 'secret', secret } };
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
