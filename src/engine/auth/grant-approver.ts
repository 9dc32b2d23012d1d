import { inIpRanges, ipRanges } from '../../model/limits/ip-budget.ts';
import type { Queries } from '../../store/database.ts';
import { type TokenRecord, tokenBySecret } from '../../store/records/tokens.ts';

/**
 * The API token behind a grant as it is now; undefined once its secret stopped to work: revoked, expired, or rotated and
 * past the overlap. The grant is worth nothing from then on.
 */
export async function approverOf(
  queries: Queries,
  grant: { organization: number; token: number; approvedBy: string },
  now: number,
): Promise<TokenRecord | undefined> {
  const token = await tokenBySecret(queries, grant.approvedBy, now);
  if (token?.key !== grant.token || token.organization !== grant.organization) return undefined;
  if (token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= now)) return undefined;
  return token;
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
