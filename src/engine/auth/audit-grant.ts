import type { GrantRecord } from '../../model/oauth/grant.ts';
import { clientName } from '../../model/organization/audit.ts';
import type { Queries } from '../../store/database.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { recordOfGrant } from './grant-approver.ts';

/** What happens to a grant outside of the tools: a person lets a client in, or the client, or a stolen secret, ends it. */
type GrantNote = { tool: 'approve_grant' | 'revoke_grant'; requestId: string };

/** Of a grant that an API token approved, that token; of another, who the identity provider named. */
type AuditedGrant = Pick<GrantRecord, 'id' | 'organization' | 'clientName'> &
  (Pick<GrantRecord, 'token'> | Pick<GrantRecord, 'asserted' | 'token' | 'clientId' | 'scopes' | 'endsAt'>);

const effects = { approve_grant: 'write', revoke_grant: 'destroy' } as const;

/**
 * Writes it down in the audit log, in the transaction that does it: under the API token that approved the grant, or the person
 * that an identity provider named, with the client as it calls itself.
 */
export async function auditGrant(
  { world }: Engine,
  queries: Queries,
  grant: AuditedGrant,
  { tool, requestId }: GrantNote,
): Promise<void> {
  const { audit, tokens } = new OrganizationStore(queries, grant.organization);
  const now = world.clock.now();
  const token =
    'asserted' in grant && grant.asserted
      ? recordOfGrant(grant, grant.asserted, now)
      : await tokens.byKey(grant.token);
  const entry = {
    id: world.ids.id('aud'),
    at: now,
    token: token ? { id: token.id, name: token.name } : null,
    person: null,
    client: clientName(grant.clientName),
    door: 'mcp',
    tool,
    effect: effects[tool],
    about: [grant.id],
    requestId,
    outcome: 'done',
    refused: null,
  };
  await audit.append(entry, now);
}
