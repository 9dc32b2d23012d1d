import type { GrantRecord } from '../../../model/oauth/grant.ts';
import { linkOfCall } from '../../../model/sending/mail-cause.ts';
import { clientName } from '../../../model/text/text.ts';
import type { Queries } from '../../../store/database.ts';
import { OrganizationStore } from '../../../store/store.ts';
import type { Engine } from '../../context/scope.ts';
import { type Approved, findPerson, recordOfGrant } from './grant-approver.ts';

type GrantNote = { tool: 'approve_grant' | 'revoke_grant'; requestId: string };

type AuditedGrant = Pick<GrantRecord, 'id'> & Approved;

const effects = { approve_grant: 'write', revoke_grant: 'destroy' } as const;

/** Appends an audit entry in the caller's transaction. The actor is the person, API token or subject who approved the grant. */
export async function auditGrant(
  { world }: Engine,
  queries: Queries,
  grant: AuditedGrant,
  { tool, requestId }: GrantNote,
): Promise<void> {
  const store = new OrganizationStore(queries, grant.organization);
  const now = world.clock.now();
  const { organization, person: key } = grant;
  const person = key === null ? undefined : await findPerson(queries, { organization, person: key });
  const token = key === null ? await recordOfGrant(store, grant, now) : undefined;
  const door = key === null ? 'mcp' : 'console';
  const caller = { door, token: token ?? null, client: grant.clientName, ...(person && { person }) };
  const entry = {
    id: world.ids.id('aud'),
    at: now,
    token: token ? { id: token.id, name: token.name } : null,
    person: person ? { id: person.id, name: person.name } : null,
    client: clientName(grant.clientName),
    cause: [linkOfCall(tool, caller, { root: null, approval: undefined })],
    door,
    tool,
    effect: effects[tool],
    about: [grant.id],
    requestId,
    outcome: 'done',
    refused: null,
  };
  await store.audit.append(entry, now);
}
