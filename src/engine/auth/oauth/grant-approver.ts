import { inIpRanges, ipRanges } from '../../../model/limits/ip-budget.ts';
import type { GrantRecord } from '../../../model/oauth/grant.ts';
import type { PersonRecord } from '../../../model/person/person.ts';
import type { Queries } from '../../../store/database.ts';
import { PeopleRecords } from '../../../store/records/access/people.ts';
import { type TokenRecord, tokenBySecret } from '../../../store/records/access/tokens.ts';
import type { OrganizationStore } from '../../../store/store.ts';
import { recordOfPerson, recordOfSubject } from '../subject-record.ts';

export type Approved = Pick<
  GrantRecord,
  | 'organization'
  | 'token'
  | 'approvedBy'
  | 'asserted'
  | 'person'
  | 'clientId'
  | 'clientName'
  | 'scopes'
  | 'endsAt'
>;

/**
 * Returns the API token that approved a grant, or a record with the present permissions of the person.
 * Undefined once the token's secret is revoked, expired or past the rotation overlap, or the person is removed.
 */
export async function findApprover(
  queries: Queries,
  grant: Approved,
  now: number,
): Promise<TokenRecord | undefined> {
  if (grant.asserted) return recordOfAsserted(grant, now);
  if (grant.person !== null) {
    const person = await findPerson(queries, { organization: grant.organization, person: grant.person });
    return person && recordOfPerson(person, grant.clientName, now);
  }
  return await findToken(queries, grant, now);
}

export async function findToken(
  queries: Queries,
  grant: Pick<GrantRecord, 'organization' | 'token' | 'approvedBy'>,
  now: number,
): Promise<TokenRecord | undefined> {
  const token = await tokenBySecret(queries, grant.approvedBy, now);
  if (token?.key !== grant.token || token.organization !== grant.organization) return undefined;
  if (token.revokedAt !== null || (token.expiresAt !== null && token.expiresAt <= now)) return undefined;
  return token;
}

export async function findPerson(
  queries: Queries,
  { organization, person }: { organization: number; person: string },
): Promise<PersonRecord | undefined> {
  return await new PeopleRecords(queries, organization).byId(person);
}

/** Like `findApprover`, but also returns an API token that no longer works. */
export async function recordOfGrant(
  { queries, tokens }: Pick<OrganizationStore, 'queries' | 'tokens'>,
  grant: Approved,
  now: number,
): Promise<TokenRecord | undefined> {
  const hasToken = !grant.asserted && grant.person === null;
  return hasToken ? await tokens.byKey(grant.token) : await findApprover(queries, grant, now);
}

function recordOfAsserted(
  { organization, clientId, scopes, endsAt, asserted }: Approved,
  now: number,
): TokenRecord {
  const { issuer, subject } = asserted!;
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
