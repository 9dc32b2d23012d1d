import { z } from 'zod';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { scopes } from '../organization/token.ts';
import { untrusted } from '../text/untrusted.ts';
import type { ListedGrant } from './grant.ts';

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
    .describe('Person reported by the identity provider, if it made the grant'),
  person: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('Person who approved the grant at the console'),
  scopes: z.array(z.enum(scopes)),
  created_at: Instant,
  refreshed_at: Instant.nullable().describe('Time of the last token refresh'),
  ends_at: Instant.describe('Time when the unused grant expires'),
  revoked_at: Instant.nullable(),
});

export function grantAnswer(grant: ListedGrant): z.infer<typeof Grant> {
  return {
    object: 'grant',
    id: grant.id,
    client_id: grant.clientId,
    client_name: grant.clientName,
    token_id: grant.tokenId,
    subject: grant.asserted?.subject ?? null,
    person: grant.approver,
    scopes: grant.scopes,
    created_at: isoInstant(grant.createdAt),
    refreshed_at: isoInstantOrNull(grant.refreshedAt),
    ends_at: isoInstant(grant.endsAt),
    revoked_at: isoInstantOrNull(grant.revokedAt),
  };
}
