import { dayMs, hourMs, secondMs } from '../instant.ts';
import type { TokenScope } from '../organization/token.ts';
import { meetsChallenge } from './code-challenge.ts';
import type { ClientAuthentication } from './oauth-client.ts';
import type { OauthErrorName } from './oauth-error.ts';

/** OAuth 2.1 4.1.2 recommends ten minutes at most; a browser needs a second to return it. */
export const codeMs = 60 * secondMs;
export const accessTokenMs = hourMs;
/** A grant unused for this long is considered abandoned. */
export const grantIdleDays = 30;
const grantIdleMs = grantIdleDays * dayMs;
export const grantsPerOrganizationMax = 100;

/** A secret as stored: its SHA-256, hex, and when it expires. */
export type KeptSecret = { hash: string; expiresAt: number };
/** `scopes`: the narrower scopes its refresh asked for; null for all that were granted. */
export type KeptAccess = KeptSecret & { scopes: readonly TokenScope[] | null };

/** Who let a client in where no API token did: a person, as the identity provider names them. */
export type Asserted = { issuer: string; subject: string };

/** What a person granted to a client, as stored. Instants are epoch milliseconds. */
export type GrantRecord = {
  /** The internal key; never shown. */
  key: number;
  id: string;
  organization: number;
  /** The internal key of the API token that approved it; 0 where an identity provider did. */
  token: number;
  /** SHA-256, hex, of the API token secret that approved it; empty where an identity provider did. */
  approvedBy: string;
  /** Null where an API token approved it. */
  asserted: Asserted | null;
  clientId: string;
  clientName: string;
  /** How the client has to authenticate, as it was when a person approved it. */
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

/** A refusal of the token endpoint; `revoke`: the presented secret was stolen or copied, so the grant ends. */
type GrantRefusal = { kind: 'refuse'; error: OauthErrorName; why: string; revoke: boolean };
type Judgement = { kind: 'issue' } | GrantRefusal;

/** Whether it has neither been revoked nor come to its end. */
export function isLive(grant: Pick<GrantRecord, 'revokedAt' | 'endsAt'>, now: number): boolean {
  return grant.revokedAt === null && grant.endsAt > now;
}

/** Judges an authorization code whose hash matches the grant (OAuth 2.1 4.1.3). */
export function judgeCode(
  grant: GrantRecord,
  presented: { clientId: string; redirectUri: string; verifier: string; resource: string | null },
  now: number,
): Judgement {
  // 4.1.3: a code used twice was copied, so the tokens issued for it are revoked as well.
  if (grant.code.usedAt !== null) return refuse('The authorization code was used before', true);
  if (!isLive(grant, now) || grant.code.expiresAt <= now) {
    return refuse('The authorization code has expired');
  }
  if (grant.clientId !== presented.clientId) return refuse('The authorization code is another client’s');
  if (grant.redirectUri !== presented.redirectUri) {
    return refuse('redirect_uri is not the one of the authorization request');
  }
  if (presented.resource !== null && presented.resource !== grant.resource) {
    return { kind: 'refuse', error: 'invalid_target', why: 'resource is not the one granted', revoke: false };
  }
  if (!meetsChallenge(presented.verifier, grant.code.challenge)) {
    return refuse('code_verifier does not match the code_challenge');
  }
  return { kind: 'issue' };
}

/**
 * Judges a refresh token that was issued here for the grant (OAuth 2.1 4.3). Each works once; a reused one was copied,
 * and since thief and client are indistinguishable, the grant ends for both.
 */
export function judgeRefresh(
  grant: GrantRecord,
  presented: { hash: string; clientId: string; resource: string | null; scopes: readonly string[] | null },
  now: number,
): Judgement {
  if (!isLive(grant, now)) return refuse('The grant has ended');
  if (grant.refreshHash !== presented.hash) return refuse('The refresh token was used before', true);
  if (grant.clientId !== presented.clientId) return refuse('The refresh token is another client’s');
  if (presented.resource !== null && presented.resource !== grant.resource) {
    return { kind: 'refuse', error: 'invalid_target', why: 'resource is not the one granted', revoke: false };
  }
  const granted: readonly string[] = grant.scopes;
  if (presented.scopes?.some((scope) => !granted.includes(scope))) {
    return { kind: 'refuse', error: 'invalid_scope', why: 'scope is more than was granted', revoke: false };
  }
  return { kind: 'issue' };
}

/**
 * The scopes of an access token; null if it does not work: only a grant's newest and the one before do, until they
 * expire.
 */
export function scopesOfAccess(grant: GrantRecord, hash: string, now: number): readonly TokenScope[] | null {
  if (!isLive(grant, now)) return null;
  const kept = [grant.access, grant.earlierAccess].find((one) => one?.hash === hash && one.expiresAt > now);
  return kept ? (kept.scopes ?? grant.scopes) : null;
}

/** The scopes of a grant that a refresh asks for (RFC 6749 6); null for all of them. */
export function narrowedScopes(
  { scopes }: Pick<GrantRecord, 'scopes'>,
  asked: readonly string[] | null,
): readonly TokenScope[] | null {
  if (asked === null || asked.length === 0 || scopes.every((scope) => asked.includes(scope))) return null;
  return scopes.filter((scope) => asked.includes(scope));
}

/** The grant with new tokens in place of the old ones. */
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

/** The grant with all its secrets removed. */
export function revoked(grant: GrantRecord, now: number): GrantRecord {
  return { ...grant, revokedAt: now, endsAt: now };
}

function refuse(why: string, revoke = false): GrantRefusal {
  return { kind: 'refuse', error: 'invalid_grant', why, revoke };
}
