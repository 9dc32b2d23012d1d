import { inIpRanges, ipRanges } from '../../model/limits/ip-budget.ts';
import type { Asserted, GrantRecord } from '../../model/oauth/grant.ts';
import type { Queries } from '../../store/database.ts';
import { type TokenRecord, tokenBySecret } from '../../store/records/tokens.ts';
import { recordOfSubject } from './subject-record.ts';

/**
 * The API token behind a grant as it is now; undefined once its secret stopped to work: revoked, expired, or rotated and
 * past the overlap. The grant is worth nothing from then on. Of a grant that an identity provider approved it is a record made
 * of what it said.
 */
export async function approverOf(
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

/** What the approver of a grant is found by; of one that is not kept yet its API token alone. */
type Approved =
  | Pick<GrantRecord, 'organization' | 'token' | 'approvedBy'>
  | Pick<
      GrantRecord,
      'organization' | 'token' | 'approvedBy' | 'asserted' | 'clientId' | 'scopes' | 'endsAt'
    >;

/** What a grant that an identity provider approved may do, as the record of an API token. */
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

/** Whether a token may be used from an address; an entry that cannot be read admits none. */
export function usableFrom({ ipAllowlist }: Pick<TokenRecord, 'ipAllowlist'>, ip: string): boolean {
  if (ipAllowlist === null) return true;
  return ipAllowlist.some((entry) => {
    try {
      return inIpRanges(ip, ipRanges([entry]));
    } catch {
      // `ipRanges` says by an error that it cannot read an entry.
      return false;
    }
  });
}
