import { z } from 'zod';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { scopes } from '../organization/token.ts';
import { untrusted } from '../text/untrusted.ts';
import type { GrantRecord } from './grant.ts';

export const Grant = z.object({
  object: z.literal('grant'),
  id: z.string(),
  client_id: untrusted(z.string()).describe(
    'URL of the client’s metadata document, or its id on this server',
  ),
  client_name: untrusted(z.string()).describe('As the client calls itself'),
  token_id: z.string().nullable().describe('The API token that approved it'),
  subject: untrusted(z.string())
    .nullable()
    .describe('The person that the identity provider named, where no API token approved it'),
  scopes: z.array(z.enum(scopes)),
  created_at: Instant,
  refreshed_at: Instant.nullable().describe('When it last got tokens'),
  ends_at: Instant.describe('When it ends if it is not used'),
  revoked_at: Instant.nullable(),
});

/** @param tokenId public id of the approving token */
export function grantAnswer(grant: GrantRecord & { tokenId: string | null }): z.infer<typeof Grant> {
  return {
    object: 'grant',
    id: grant.id,
    client_id: grant.clientId,
    client_name: grant.clientName,
    token_id: grant.tokenId,
    subject: grant.asserted?.subject ?? null,
    scopes: grant.scopes,
    created_at: isoInstant(grant.createdAt),
    refreshed_at: isoInstantOrNull(grant.refreshedAt),
    ends_at: isoInstant(grant.endsAt),
    revoked_at: isoInstantOrNull(grant.revokedAt),
  };
}
