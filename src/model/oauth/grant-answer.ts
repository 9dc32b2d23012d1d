import { z } from 'zod';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { scopes } from '../organization/token.ts';
import { untrusted } from '../text/untrusted.ts';
import type { GrantRecord } from './grant.ts';

export const Grant = z.object({
  object: z.literal('grant'),
  id: z.string(),
  client_id: untrusted(z.string()).describe(
    'URL of the client’s metadata document, or the client’s id on this server',
  ),
  client_name: untrusted(z.string()).describe('Client name, as reported by the client'),
  token_id: z.string().nullable().describe('API token that approved the grant'),
  subject: untrusted(z.string())
    .nullable()
    .describe('Person reported by the identity provider, if no API token approved the grant'),
  scopes: z.array(z.enum(scopes)),
  created_at: Instant,
  refreshed_at: Instant.nullable().describe('Time of the last token refresh'),
  ends_at: Instant.describe('Time when the unused grant expires'),
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
