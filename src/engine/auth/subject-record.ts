import { hash } from 'node:crypto';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenRecord, TokenScope } from '../../model/organization/token.ts';
import { cutAtCodeUnits } from '../../model/text/text.ts';
import type { Engine } from '../context/scope.ts';

export type OutsideSubject = {
  subject: string;
  clientId: string | null;
  scopes: readonly TokenScope[];
  expiresAt: number;
};

const idCharacters = 26;
const nameCharactersMax = 100;
/** Row keys start at 1, so no real token shares this key. */
export const noRow = 0;

/** Without an id, returns the only organization, or undefined if there are several. */
export async function organizationNamed(
  { store }: Engine,
  id: string | null,
): Promise<OrganizationRecord | undefined> {
  if (id !== null) return await store.organizations.byId(id);
  const { rows } = await store.organizations.list({ limit: 2 });
  return rows.length === 1 ? rows[0] : undefined;
}

/** The id derives from issuer, subject and client, so that no idempotent answer with a secret reaches another subject. */
export function recordOfSubject(
  { subject, clientId, scopes, expiresAt }: OutsideSubject,
  issuer: string,
  organization: number,
  now: number,
): TokenRecord {
  const who = hash('sha256', JSON.stringify([issuer, subject, clientId])).slice(0, idCharacters);
  const name = `${subject} by ${clientId ?? 'an unnamed client'}`.replace(/\p{C}/gu, '');
  return {
    key: noRow,
    id: `oau_${who}`,
    organization,
    name: cutAtCodeUnits(name, nameCharactersMax),
    prefix: '',
    scopes: [...scopes],
    domainId: null,
    mode: 'live',
    allowedRecipients: null,
    sendCap: null,
    ipAllowlist: null,
    lastUsedAt: now,
    createdAt: now,
    expiresAt,
    revokedAt: null,
    mintedBy: null,
    // Outside issuers are accepted for MCP only.
    assistant: true,
  };
}
