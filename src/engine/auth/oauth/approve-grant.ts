import type { AuthorizationRequest } from '../../../model/oauth/authorization-request.ts';
import { codeMs, grantsPerOrganizationMax } from '../../../model/oauth/grant.ts';
import { scopesWithin } from '../../../model/oauth/scopes.ts';
import type { TokenScope } from '../../../model/organization/token.ts';
import { scopesOfRoles } from '../../../model/person/roles.ts';
import type { Queries } from '../../../store/database.ts';
import { GrantRecords } from '../../../store/records/access/oauth.ts';
import { holdClient } from '../../../store/records/access/oauth-clients.ts';
import type { Engine } from '../../context/scope.ts';
import { noRow } from '../subject-record.ts';
import { auditGrant } from './audit-grant.ts';
import { findPerson, findToken, usableFrom } from './grant-approver.ts';
import { makeSecret } from './grant-secrets.ts';
import { noteUseOfClient } from './identify-client.ts';

/** `approvedBy`: SHA-256 of the presented token secret, hex. `person`: id of a person with a session. */
export type Approver = { token: number; approvedBy: string } | { person: string };

type Approval = {
  /** Makes the approval idempotent. */
  grant: string;
  organization: number;
  approver: Approver;
  request: AuthorizationRequest;
  scopes: readonly TokenScope[];
  ip: string;
  requestId: string;
};

export type ApprovalFault =
  | 'token gone'
  | 'person gone'
  | 'client gone'
  | 'nothing granted'
  | 'approved before'
  | 'too many';

export async function approveGrant(
  engine: Engine,
  { grant, organization, approver, request, scopes, ip, requestId }: Approval,
): Promise<{ code: string } | { fault: ApprovalFault }> {
  const now = engine.world.clock.now();
  const { secret, hash } = makeSecret(engine, 'code', grant);
  const approved = await engine.store.database.transaction(async (queries) => {
    const grants = new GrantRecords(queries, organization);
    // Its lock also keeps the person and their roles until the grant is stored.
    if ((await grants.countToAdd(now)) >= grantsPerOrganizationMax) return { fault: 'too many' as const };
    const held = await readPermissions(queries, organization, approver, { ip, now });
    if ('fault' in held) return held;
    const granted = scopesWithin(scopes, held.scopes);
    if (granted.length === 0) return { fault: 'nothing granted' as const };
    if (request.clientOrigin !== 'document') {
      const client = await holdClient(queries, request.clientId, now);
      if (!client) return { fault: 'client gone' as const };
      await noteUseOfClient(queries, client, now);
    }
    const expiresAt = now + codeMs;
    const record = {
      id: grant,
      ...('person' in approver
        ? { ...approver, token: noRow, approvedBy: '' }
        : { ...approver, person: null }),
      asserted: null,
      clientId: request.clientId,
      clientName: request.clientName,
      clientAuthentication: request.clientAuthentication,
      redirectUri: request.redirectUri,
      resource: request.resource,
      scopes: granted,
      renewable: request.renewable,
      code: { hash, challenge: request.challenge, expiresAt, usedAt: null },
      access: null,
      earlierAccess: null,
      refreshHash: null,
      createdAt: now,
      refreshedAt: null,
      endsAt: expiresAt,
      revokedAt: null,
    };
    if (!(await grants.add(record))) return { fault: 'approved before' as const };
    await auditGrant(engine, queries, { ...record, organization }, { tool: 'approve_grant', requestId });
    return { code: secret };
  });
  if ('code' in approved) {
    engine.world.log.info(
      { grant, clientId: request.clientId, organization },
      'an OAuth client was approved',
    );
  }
  return approved;
}

async function readPermissions(
  queries: Queries,
  organization: number,
  approver: Approver,
  { ip, now }: { ip: string; now: number },
): Promise<{ scopes: readonly TokenScope[] } | { fault: ApprovalFault }> {
  if ('person' in approver) {
    const person = await findPerson(queries, { organization, ...approver });
    return person ? { scopes: scopesOfRoles(person.roles) } : { fault: 'person gone' };
  }
  const token = await findToken(queries, { organization, ...approver }, now);
  return token && usableFrom(token, ip) ? token : { fault: 'token gone' };
}
