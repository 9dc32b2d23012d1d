import { z } from 'zod';
import {
  authenticationFields,
  clientLimits,
  type OauthClient,
  readClientKeys,
  shownName,
} from './oauth-client.ts';
import { hasDotSegment } from './redirect-uri.ts';

/** draft-ietf-oauth-client-id-metadata-document: control of its client_id, a URL, identifies a client. */
export const clientDocumentOctetsMax = 16 * 1024;
const clientIdCharactersMax = 1_024;

const Document = z.object({
  client_id: z.string(),
  client_name: z.string().trim().min(1),
  redirect_uris: z
    .array(z.string().max(clientLimits.redirectUriCharacters))
    .min(1)
    .max(clientLimits.redirectUris),
  ...authenticationFields,
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});

/** All parsers must read the URL alike. It must be canonical, because client_ids are compared as text. */
export function isClientUrl(clientId: string): boolean {
  if (clientId.length > clientIdCharactersMax || hasDotSegment(clientId)) return false;
  const url = URL.parse(clientId);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.href === clientId &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    url.hash === '' &&
    !clientId.includes('#') &&
    url.pathname !== '/' &&
    /\.[a-z][a-z0-9-]*$/.test(url.hostname)
  );
}

export function readClientDocument(clientId: string, text: string): OauthClient | { fault: string } {
  const read = Document.safeParse(parsed(text));
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.');
    return { fault: field ? `its ${field} is missing or invalid` : 'it is not a JSON object' };
  }
  const document = read.data;
  if (document.client_id !== clientId) return { fault: 'its client_id is a different URL' };
  const method = document.token_endpoint_auth_method ?? 'none';
  // A public document cannot contain a shared secret.
  if (method !== 'none' && method !== 'private_key_jwt') {
    return {
      fault: `its authentication method is ${shownName(method)}; only none and private_key_jwt are supported`,
    };
  }
  const signed = method === 'private_key_jwt' ? readClientKeys(document) : { keys: null, algorithm: null };
  if ('fault' in signed) return signed;
  const grants = document.grant_types;
  if (grants && !grants.includes('authorization_code'))
    return { fault: 'it does not use authorization codes' };
  if (document.response_types && !document.response_types.includes('code')) {
    return { fault: 'it does not use authorization codes' };
  }
  return {
    clientId,
    origin: 'document',
    name: shownName(document.client_name),
    redirectUris: document.redirect_uris,
    renewable: grants?.includes('refresh_token') ?? true,
    authentication: method,
    secretHash: null,
    ...signed,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
