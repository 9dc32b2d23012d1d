import { inIpRanges, ipRanges } from '../../../model/limits/ip-budget.ts';
import type { Asserted, GrantRecord } from '../../../model/oauth/grant.ts';
import type { Queries } from '../../../store/database.ts';
import { type TokenRecord, tokenBySecret } from '../../../store/records/access/tokens.ts';
import { recordOfSubject } from '../subject-record.ts';

/** Undefined once the token's secret is revoked, expired or past the rotation overlap. */
export async function findApprover(
  queries: Queries,
  grant: Approved,
  now: number,
): Promise<TokenRecord | undefined> {
  if ('asserted' in grant && grant.asserted) return recordOfGrant(grant, grant.asserted, now);
  const token = await tokenBySecret(queries, grant.approvedBy, now);
  if (token?.key !== grant.token || token.organization !== grant.organization) return undefined;
  if (token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= now)) return undefined;
  return token;
}

/** An unsaved grant needs only its API token. */
type Approved =
  | Pick<GrantRecord, 'organization' | 'token' | 'approvedBy'>
  | Pick<
      GrantRecord,
      'organization' | 'token' | 'approvedBy' | 'asserted' | 'clientId' | 'scopes' | 'endsAt'
    >;

export function recordOfGrant(
  {
    organization,
    clientId,
    scopes,
    endsAt,
  }: Pick<GrantRecord, 'organization' | 'clientId' | 'scopes' | 'endsAt'>,
  { issuer, subject }: Asserted,
  now: number,
): TokenRecord {
  return recordOfSubject({ subject, clientId, scopes, expiresAt: endsAt }, issuer, organization, now);
}

/** An unparseable allowlist entry admits no address. */
export function usableFrom({ ipAllowlist }: Pick<TokenRecord, 'ipAllowlist'>, ip: string): boolean {
  if (ipAllowlist === null) return true;
  return ipAllowlist.some((entry) => {
    try {
      return inIpRanges(ip, ipRanges([entry]));
    } catch {
      return false;
    }
  });
}
