import { hash } from 'node:crypto';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenRecord, TokenScope } from '../../model/organization/token.ts';
import type { PersonRecord } from '../../model/person/person.ts';
import { scopesOfRoles } from '../../model/person/roles.ts';
import { cutAtCodeUnits } from '../../model/text/text.ts';
import type { Engine } from '../context/scope.ts';

type OutsideSubject = {
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
  const name = `${subject} by ${clientId ?? 'an unnamed client'}`;
  return assistantRecord({ id: `${subjectPrefix}${who}`, name, organization, scopes, expiresAt }, now);
}

/** External subjects get a new grant each hour, unlike people of the console. */
export function isSubject({ id }: Pick<TokenRecord, 'id'>): boolean {
  return id.startsWith(subjectPrefix);
}

const subjectPrefix = 'oau_';
const personPrefix = 'oap_';

/** Token id that represents a person's apps in the audit log and in their allowance. */
export function appTokenId(personId: string): string {
  return `${personPrefix}${personId.slice(personId.indexOf('_') + 1)}`;
}

/** The same id for all apps of a person, because their allowance counts together. */
export function recordOfPerson(
  { id, name, organization, roles }: PersonRecord,
  clientName: string,
  now: number,
): TokenRecord {
  const own = appTokenId(id);
  const scopes = scopesOfRoles(roles);
  return assistantRecord(
    { id: own, name: `${name} by ${clientName}`, organization, scopes, expiresAt: null },
    now,
  );
}

type Own = Pick<TokenRecord, 'id' | 'name' | 'organization' | 'expiresAt'> & {
  scopes: readonly TokenScope[];
};

function assistantRecord({ id, name, organization, scopes, expiresAt }: Own, now: number): TokenRecord {
  return {
    key: noRow,
    id,
    organization,
    name: cutAtCodeUnits(name.replace(/\p{C}/gu, ''), nameCharactersMax),
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
    // Access without an API token is accepted for MCP only.
    assistant: true,
  };
}
