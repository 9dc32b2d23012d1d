import { hash } from 'node:crypto';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenRecord, TokenScope } from '../../model/organization/token.ts';
import { beginningOf } from '../../model/text/text.ts';
import type { Engine } from '../context/scope.ts';

/** A person that an outside issuer vouches for, with the client that acts for them. */
export type OutsideSubject = {
  subject: string;
  clientId: string | null;
  scopes: readonly TokenScope[];
  /** Epoch ms. */
  expiresAt: number;
};

const idCharacters = 26;
const nameCharactersMax = 100;
/** Rows are counted from 1: no API token has this key, so nothing is ever counted for or read off another's. */
export const noRow = 0;

/**
 * The organization that an issuer names by its id, or the only one there is: where there are several, the issuer has to say
 * which.
 */
export async function organizationNamed(
  { store }: Engine,
  id: string | null,
): Promise<OrganizationRecord | undefined> {
  if (id !== null) return await store.organizations.byId(id);
  const { rows } = await store.organizations.list({ limit: 2 });
  return rows.length === 1 ? rows[0] : undefined;
}

/**
 * There is no API token behind what an outside issuer says, so the caller gets a record made from it: named after the subject
 * and the client, for the audit log and so that no secret answer goes to another subject.
 * @param organization its internal key
 */
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
    name: beginningOf(name, nameCharactersMax),
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
    // Its holders come over MCP alone.
    assistant: true,
  };
}
