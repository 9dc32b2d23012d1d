import { isLive } from '../../../model/oauth/grant.ts';
import { scopesWithin } from '../../../model/oauth/scopes.ts';
import type { OrganizationRecord } from '../../../model/organization/organization.ts';
import { scopes } from '../../../model/organization/token.ts';
import { grantById } from '../../../store/records/access/oauth.ts';
import type { Caller } from '../../context/caller.ts';
import type { Engine } from '../../context/scope.ts';
import { isSubject } from '../subject-record.ts';
import { findApprover } from './grant-approver.ts';

export type Access = Pick<Caller, 'token' | 'scopes' | 'grant'>;

/**
 * Returns the present access of an earlier caller (`asker` null: the operator) or null. `unknown` if only the
 * token's holder can present it or the person's grant has expired.
 */
export async function accessNow(
  { store, world }: Pick<Engine, 'store' | 'world'>,
  organization: OrganizationRecord,
  asker: { key: number; id: string } | null,
  grantId: string | null,
): Promise<Access | 'unknown' | null> {
  if (asker === null) return { token: null, scopes };
  const now = world.clock.now();
  const { reader } = store.database;
  if (grantId !== null) {
    const grant = await grantById(reader, grantId);
    if (!grant || !isLive(grant, now)) {
      // The identity provider may assert the same person again with a new grant.
      return isSubject(asker) && (grant?.revokedAt ?? null) === null ? 'unknown' : null;
    }
    if (grant.organization !== organization.key) return null;
    const token = await findApprover(reader, grant, now);
    if (!token || token.id !== asker.id) return null;
    const granted = scopesWithin(grant.scopes, token.scopes);
    return { token: { ...token, scopes: granted }, scopes: granted, grant: grantId };
  }
  const token = await store.forOrganization(organization.key).tokens.byKey(asker.key);
  if (token?.id !== asker.id) return asker.id.startsWith('tok_') ? null : 'unknown';
  if (token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= now)) return null;
  return { token, scopes: token.scopes };
}
