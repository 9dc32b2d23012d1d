import { z } from 'zod';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';
import { type ClientRecord, clientAuthentications } from './oauth-client.ts';

export const OauthClientAnswer = z.object({
  object: z.literal('oauth_client'),
  id: z.string().describe('The client_id'),
  name: untrusted(z.string()),
  origin: z
    .enum(['operator', 'registration'])
    .describe('Whether the operator or the client itself registered it'),
  redirect_uris: z.array(untrusted(z.string())),
  authentication: z.enum(clientAuthentications),
  jwks_uri: untrusted(z.string()).nullable(),
  created_at: Instant,
  used_at: Instant.nullable().describe('Date of the last approval or token refresh'),
  ends_at: Instant.nullable().describe('Time when an unused registration is deleted'),
});

export function oauthClientAnswer(client: Omit<ClientRecord, 'key'>): z.infer<typeof OauthClientAnswer> {
  return {
    object: 'oauth_client',
    id: client.id,
    name: client.name,
    origin: client.origin,
    redirect_uris: [...client.redirectUris],
    authentication: client.authentication,
    jwks_uri: client.keys && 'jwksUri' in client.keys ? client.keys.jwksUri : null,
    created_at: isoInstant(client.createdAt),
    used_at: isoInstantOrNull(client.usedAt),
    ends_at: isoInstantOrNull(client.endsAt),
  };
}
