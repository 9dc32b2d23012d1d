import type { AuthorizationRequest } from '../../../model/oauth/authorization-request.ts';
import { codeMs, grantsPerOrganizationMax } from '../../../model/oauth/grant.ts';
import { scopesWithin } from '../../../model/oauth/scopes.ts';
import type { TokenScope } from '../../../model/organization/token.ts';
import { GrantRecords } from '../../../store/records/access/oauth.ts';
import { holdClient } from '../../../store/records/access/oauth-clients.ts';
import type { Engine } from '../../context/scope.ts';
import { auditGrant } from './audit-grant.ts';
import { findApprover, usableFrom } from './grant-approver.ts';
import { makeSecret } from './grant-secrets.ts';
import { noteUseOfClient } from './identify-client.ts';

type Approval = {
  /** Makes the approval idempotent. */
  grant: string;
  organization: number;
  token: number;
  /** SHA-256 of the presented token secret, hex. */
  approvedBy: string;
  request: AuthorizationRequest;
  scopes: readonly TokenScope[];
  ip: string;
  requestId: string;
};

export type ApprovalFault = 'token gone' | 'client gone' | 'nothing granted' | 'approved before' | 'too many';

export async function approveGrant(
  engine: Engine,
  { grant, organization, token: tokenKey, approvedBy, request, scopes, ip, requestId }: Approval,
): Promise<{ code: string } | { fault: ApprovalFault }> {
  const now = engine.world.clock.now();
  const { secret, hash } = makeSecret(engine, 'code', grant);
  const approved = await engine.store.database.transaction(async (queries) => {
    const token = await findApprover(queries, { organization, token: tokenKey, approvedBy }, now);
    if (!token || !usableFrom(token, ip)) return { fault: 'token gone' as const };
    const granted = scopesWithin(scopes, token.scopes);
    if (granted.length === 0) return { fault: 'nothing granted' as const };
    const grants = new GrantRecords(queries, organization);
    if ((await grants.countToAdd(now)) >= grantsPerOrganizationMax) return { fault: 'too many' as const };
    if (request.clientOrigin !== 'document') {
      const client = await holdClient(queries, request.clientId, now);
      if (!client) return { fault: 'client gone' as const };
      await noteUseOfClient(queries, client, now);
    }
    const expiresAt = now + codeMs;
    const added = await grants.add({
      id: grant,
      token: token.key,
      approvedBy,
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
    });
    if (!added) return { fault: 'approved before' as const };
    const noted = { id: grant, organization, token: token.key, clientName: request.clientName };
    await auditGrant(engine, queries, noted, { tool: 'approve_grant', requestId });
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
