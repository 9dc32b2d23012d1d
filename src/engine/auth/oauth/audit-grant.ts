import type { GrantRecord } from '../../../model/oauth/grant.ts';
import { linkOfCall } from '../../../model/sending/mail-cause.ts';
import { clientName } from '../../../model/text/text.ts';
import type { Queries } from '../../../store/database.ts';
import { OrganizationStore } from '../../../store/store.ts';
import type { Engine } from '../../context/scope.ts';
import { recordOfGrant } from './grant-approver.ts';

type GrantNote = { tool: 'approve_grant' | 'revoke_grant'; requestId: string };

/** A grant approved by an API token carries the token, a grant of an identity provider the asserted subject. */
type AuditedGrant = Pick<GrantRecord, 'id' | 'organization' | 'clientName'> &
  (Pick<GrantRecord, 'token'> | Pick<GrantRecord, 'asserted' | 'token' | 'clientId' | 'scopes' | 'endsAt'>);

const effects = { approve_grant: 'write', revoke_grant: 'destroy' } as const;

/** Appends an audit entry in the caller's transaction. The actor is the approving API token or the asserted subject. */
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
  const caller = { door: 'mcp', token: token ?? null, client: grant.clientName };
  const entry = {
    id: world.ids.id('aud'),
    at: now,
    token: token ? { id: token.id, name: token.name } : null,
    person: null,
    client: clientName(grant.clientName),
    cause: [linkOfCall(tool, caller, { root: null, approval: undefined })],
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
