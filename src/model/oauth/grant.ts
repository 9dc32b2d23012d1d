import { dayMs, hourMs, secondMs } from '../instant.ts';
import type { TokenScope } from '../organization/token.ts';
import { meetsChallenge } from './code-challenge.ts';
import type { ClientAuthentication } from './oauth-client.ts';
import type { OauthErrorName } from './oauth-error.ts';

/** OAuth 2.1 4.1.2 recommends at most ten minutes; a browser returns the code within a second. */
export const codeMs = 60 * secondMs;
export const accessTokenMs = hourMs;
export const grantIdleDays = 30;
const grantIdleMs = grantIdleDays * dayMs;
export const grantsPerOrganizationMax = 100;

export type KeptSecret = { hash: string; expiresAt: number };
/** `scopes` are the narrower scopes of its refresh; null for all granted scopes. */
export type KeptAccess = KeptSecret & { scopes: readonly TokenScope[] | null };

export type Asserted = { issuer: string; subject: string };

export type GrantRecord = {
  key: number;
  id: string;
  organization: number;
  /** Internal key of the approving API token; 0 for a person or an identity provider. */
  token: number;
  /** Hex SHA-256 of the approving API token's secret; empty without a token. */
  approvedBy: string;
  asserted: Asserted | null;
  /** Id of the person who approved it with their console session. SQLite reuses the key of a deleted person. */
  person: string | null;
  clientId: string;
  clientName: string;
  /** The client's authentication at the time of approval. */
  clientAuthentication: ClientAuthentication;
  redirectUri: string;
  resource: string;
  scopes: TokenScope[];
  renewable: boolean;
  code: KeptSecret & { challenge: string; usedAt: number | null };
  access: KeptAccess | null;
  earlierAccess: KeptAccess | null;
  refreshHash: string | null;
  createdAt: number;
  refreshedAt: number | null;
  endsAt: number;
  revokedAt: number | null;
};

/** A grant with the public id of its token, or the person who approved it. */
export type ListedGrant = GrantRecord & {
  tokenId: string | null;
  approver: { id: string; name: string } | null;
};

/** With `revoke`, the presented secret was copied, so the grant ends. */
type GrantRefusal = { kind: 'refuse'; error: OauthErrorName; why: string; revoke: boolean };
type Judgement = { kind: 'issue' } | GrantRefusal;

const otherResource: GrantRefusal = {
  kind: 'refuse',
  error: 'invalid_target',
  why: 'resource differs from the granted resource',
  revoke: false,
};

export function isLive(grant: Pick<GrantRecord, 'revokedAt' | 'endsAt'>, now: number): boolean {
  return grant.revokedAt === null && grant.endsAt > now;
}

/** Judges an authorization code whose hash matches the grant (OAuth 2.1 4.1.3). */
export function judgeCode(
  grant: GrantRecord,
  presented: { clientId: string; redirectUri: string; verifier: string; resource: string | null },
  now: number,
): Judgement {
  // Section 4.1.3: a reused code was copied, so its tokens are revoked as well.
  if (grant.code.usedAt !== null) return refuse('The authorization code was already used', true);
  if (!isLive(grant, now) || grant.code.expiresAt <= now) {
    return refuse('The authorization code has expired');
  }
  if (grant.clientId !== presented.clientId)
    return refuse('The authorization code belongs to another client');
  if (grant.redirectUri !== presented.redirectUri) {
    return refuse('redirect_uri differs from the authorization request');
  }
  if (presented.resource !== null && presented.resource !== grant.resource) {
    return otherResource;
  }
  if (!meetsChallenge(presented.verifier, grant.code.challenge)) {
    return refuse('code_verifier does not match the code_challenge');
  }
  return { kind: 'issue' };
}

/** A reused token was copied, and thief and client look alike, so the grant ends (OAuth 2.1 4.3). */
export function judgeRefresh(
  grant: GrantRecord,
  presented: { hash: string; clientId: string; resource: string | null; scopes: readonly string[] | null },
  now: number,
): Judgement {
  if (!isLive(grant, now)) return refuse('The grant has ended');
  if (grant.refreshHash !== presented.hash) return refuse('The refresh token was already used', true);
  if (grant.clientId !== presented.clientId) return refuse('The refresh token belongs to another client');
  if (presented.resource !== null && presented.resource !== grant.resource) {
    return otherResource;
  }
  const granted: readonly string[] = grant.scopes;
  if (presented.scopes?.some((scope) => !granted.includes(scope))) {
    return { kind: 'refuse', error: 'invalid_scope', why: 'scope exceeds the granted scope', revoke: false };
  }
  return { kind: 'issue' };
}

/** Returns null for an invalid token. Only a grant's newest token and its predecessor work, until they expire. */
export function scopesOfAccess(grant: GrantRecord, hash: string, now: number): readonly TokenScope[] | null {
  if (!isLive(grant, now)) return null;
  const kept = [grant.access, grant.earlierAccess].find((one) => one?.hash === hash && one.expiresAt > now);
  return kept ? (kept.scopes ?? grant.scopes) : null;
}

/** Returns the scopes requested by a refresh (RFC 6749 6); null for all of them. */
export function narrowedScopes(
  { scopes }: Pick<GrantRecord, 'scopes'>,
  asked: readonly string[] | null,
): readonly TokenScope[] | null {
  if (asked === null || asked.length === 0 || scopes.every((scope) => asked.includes(scope))) return null;
  return scopes.filter((scope) => asked.includes(scope));
}

export function withNewTokens(
  grant: GrantRecord,
  issued: { accessHash: string; refreshHash: string | null; scopes: readonly TokenScope[] | null },
  now: number,
): GrantRecord {
  return {
    ...grant,
    code: { ...grant.code, usedAt: grant.code.usedAt ?? now },
    earlierAccess: grant.access,
    access: { hash: issued.accessHash, expiresAt: now + accessTokenMs, scopes: issued.scopes },
    refreshHash: issued.refreshHash,
    refreshedAt: now,
    endsAt: now + (issued.refreshHash === null ? accessTokenMs : grantIdleMs),
  };
}

export function revoked(grant: GrantRecord, now: number): GrantRecord {
  return { ...grant, revokedAt: now, endsAt: now };
}

function refuse(why: string, revoke = false): GrantRefusal {
  return { kind: 'refuse', error: 'invalid_grant', why, revoke };
}
