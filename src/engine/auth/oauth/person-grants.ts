import { type GrantRecord, isLive, revoked } from '../../../model/oauth/grant.ts';
import type { PersonRecord } from '../../../model/person/person.ts';
import { GrantRecords } from '../../../store/records/access/oauth.ts';
import type { Engine } from '../../context/scope.ts';
import { auditGrant } from './audit-grant.ts';

type Approver = Pick<PersonRecord, 'id' | 'organization'>;

/** Apps that a person approved with their session. */
export async function listPersonGrants(
  { store, world }: Engine,
  { id, organization }: Approver,
): Promise<GrantRecord[]> {
  const grants = new GrantRecords(store.database.reader, organization);
  return await grants.liveOfPerson(id, world.clock.now());
}

/** Needs no role, because people may always end the access that they gave. */
export async function endPersonGrant(
  engine: Engine,
  { id: person, organization }: Approver,
  id: string,
  requestId: string,
): Promise<void> {
  const now = engine.world.clock.now();
  await engine.store.database.transaction(async (queries) => {
    const grants = new GrantRecords(queries, organization);
    const grant = await grants.hold(id);
    if (grant?.person !== person || !isLive(grant, now)) return;
    await grants.update(revoked(grant, now));
    await auditGrant(engine, queries, grant, { tool: 'revoke_grant', requestId });
  });
}
