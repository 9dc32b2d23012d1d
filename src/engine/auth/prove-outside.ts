import { hash } from 'node:crypto';
import { type AccessClaims, readAccessClaims } from '../../model/oauth/access-claims.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenRecord } from '../../model/organization/token.ts';
import { beginningOf } from '../../model/text/text.ts';
import type { Proof } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import type { IssuerKeys } from './issuer-keys.ts';

/** A longer token is not worth reading. */
const tokenCharactersMax = 16 * 1024;
const idCharacters = 26;
const nameCharactersMax = 100;
/** Rows are counted from 1: no API token has this key, so nothing is ever counted for or read off another's. */
const noRow = 0;

/**
 * Finds who presents an access token of an outside issuer (RFC 9068 4). There is no API token behind it, so the caller
 * gets a record made from the claims: named after the subject and the client, for the audit log and so that no secret
 * answer goes to another subject, and with the granted scopes. It is held to no caps or recipients; an operator who wants
 * those has the embedded authorization server.
 */
export async function proveOutside(
  engine: Engine,
  keys: IssuerKeys,
  secret: string,
  expected: { issuer: string; audience: string },
): Promise<Proof> {
  const refuse = (why: string): Proof => {
    engine.world.log.debug({ why }, 'an access token of the OAuth issuer was refused');
    return { kind: 'unknown' };
  };
  const unverified = secret.length <= tokenCharactersMax ? await readUnverified(secret) : null;
  if (!unverified) return refuse('it is no access token as RFC 9068 has it');
  const now = engine.world.clock.now();
  // Before the signature: a token for another audience is not worth asking the issuer for a key.
  const claims = readAccessClaims(unverified, { ...expected, now });
  if ('fault' in claims) return refuse(claims.fault);
  if (!(await keys.signed(secret))) return refuse('no key of the issuer has signed it');
  const organization = await organizationOf(engine, claims);
  if (!organization) return refuse('it names no organization of this instance');
  return { kind: 'proved', token: recordOf(claims, expected.issuer, organization, now), organization };
}

/** The claims of a JWT whose header says that it is an access token; null for any other text. */
async function readUnverified(text: string): Promise<unknown> {
  const { decodeJwt, decodeProtectedHeader } = await import('jose');
  try {
    // RFC 9068 4: without its type an ID token, or any other JWT of the issuer, could pass for an access token.
    return /^(application\/)?at\+jwt$/i.test(decodeProtectedHeader(text).typ ?? '') ? decodeJwt(text) : null;
  } catch {
    return null;
  }
}

/** The organization named, or the only one there is; where there are several a token has to say which. */
async function organizationOf(
  { store }: Engine,
  { organization }: AccessClaims,
): Promise<OrganizationRecord | undefined> {
  if (organization !== null) return await store.organizations.byId(organization);
  const { rows } = await store.organizations.list({ limit: 2 });
  return rows.length === 1 ? rows[0] : undefined;
}

function recordOf(
  { subject, clientId, scopes, expiresAt }: AccessClaims,
  issuer: string,
  organization: OrganizationRecord,
  now: number,
): TokenRecord {
  const who = hash('sha256', JSON.stringify([issuer, subject, clientId])).slice(0, idCharacters);
  const name = `${subject} by ${clientId ?? 'an unnamed client'}`.replace(/\p{C}/gu, '');
  return {
    key: noRow,
    id: `oau_${who}`,
    organization: organization.key,
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
