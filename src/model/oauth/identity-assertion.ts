import { z } from 'zod';
import { minuteMs, secondMs } from '../instant.ts';
import { isSoundText } from '../text/text.ts';
import { assertionClockSkewMs } from './client-assertion.ts';
import type { OauthFault } from './oauth-error.ts';
import { isOauthScope, type OauthScope, oauthScopes, scopeNames } from './scopes.ts';

/**
 * Identity assertion grants (draft-ietf-oauth-identity-assertion-authz-grant-04, "ID-JAG"): the identity provider of an
 * enterprise says that a client may act here for one of its people.
 */

/** RFC 7523 2.1. */
export const assertionGrantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** How metadata names this use of it (section 7.2). */
export const assertionGrantProfile = 'urn:ietf:params:oauth:grant-profile:id-jag';

/** From its issue to its end, and from now to its end; its `jti` is remembered until then. */
export const identityAssertionLifeMsMax = 30 * minuteMs;
/** A longer one is not worth reading. */
export const identityAssertionCharactersMax = 16 * 1024;
/** Live grants of one person to one client; the oldest one ends when there is one more. */
export const assertedGrantsPerPersonMax = 10;
/** Live grants of all people of an organization. */
export const assertedGrantsPerOrganizationMax = 10_000;

/** What an identity provider has said; verified once its signature is. */
export type IdentityAssertion = {
  subject: string;
  /** What it asks for of what can be granted. */
  scopes: OauthScope[];
  /** The id of an organization, or null where none is named. */
  organization: string | null;
  jti: string;
  /** Epoch ms; until then it has to be remembered. */
  expiresAt: number;
};

const text = z.string().min(1).max(512).refine(isSoundText);
const Claims = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string()).length(1)]),
  sub: text,
  client_id: z.string().min(1).max(1_024),
  jti: z.string().min(1).max(1_024),
  exp: z.number(),
  iat: z.number(),
  nbf: z.number().optional(),
  resource: z.union([z.string(), z.array(z.string()).min(1).max(100)]).optional(),
  scope: z.string().max(8_192).optional(),
  posthouse_organization: text.optional(),
  // Section 6: one issuer for many tenants, of which the operator has named none.
  tenant: z.undefined().optional(),
  // RFC 7800 3.1: such an assertion needs a proof of possession, which is not supported here.
  cnf: z.undefined().optional(),
});

/** Whether the header of a JWT says that it is such an assertion (section 3): no other JWT of the issuer may pass for one. */
export function isIdentityAssertionType(typ: unknown): boolean {
  return typeof typ === 'string' && /^(application\/)?oauth-id-jag\+jwt$/i.test(typ);
}

/**
 * Reads the claims as section 4.4.1 does. A wrong audience, resource or scope is an `invalid_grant`, as section 7.6.2 of
 * Enterprise-Managed Authorization has it.
 */
export function readIdentityAssertion(
  claims: unknown,
  expected: { issuer: string; audience: string; resource: string; clientId: string; now: number },
): IdentityAssertion | { fault: string } {
  const read = Claims.safeParse(claims);
  if (!read.success) {
    return {
      fault: `its ${read.error.issues[0]?.path[0]?.toString() ?? 'claims'} is missing or not understood`,
    };
  }
  const { iss, aud, sub, client_id, jti, exp, iat, nbf, resource, scope } = read.data;
  if (iss !== expected.issuer) return { fault: 'it is of another issuer' };
  if ([aud].flat()[0] !== expected.audience) return { fault: 'it is for another audience' };
  if (client_id !== expected.clientId) return { fault: 'its client_id is another client' };
  if (resource !== undefined && ![resource].flat().includes(expected.resource)) {
    return { fault: 'its resource is another one' };
  }
  const time = timeFault({ exp, iat, nbf }, expected.now);
  if (time !== null) return { fault: time };
  const named = scopeNames(scope ?? '').filter(isOauthScope);
  if (named.length === 0) return { fault: 'its scope names nothing that can be granted' };
  return {
    subject: sub,
    scopes: oauthScopes.filter((one) => named.includes(one)),
    organization: read.data.posthouse_organization ?? null,
    jti,
    expiresAt: Math.ceil(exp * secondMs) + assertionClockSkewMs,
  };
}

function timeFault(
  { exp, iat, nbf }: { exp: number; iat: number; nbf: number | undefined },
  now: number,
): string | null {
  const latest = now + assertionClockSkewMs;
  if (!(exp * secondMs + assertionClockSkewMs > now)) return 'it has expired';
  if (
    !(
      exp * secondMs <= latest + identityAssertionLifeMsMax &&
      (exp - iat) * secondMs <= identityAssertionLifeMsMax
    )
  ) {
    return `it may last ${identityAssertionLifeMsMax / minuteMs} minutes at most`;
  }
  if ([iat, nbf].some((at) => at !== undefined && !(at * secondMs <= latest))) return 'it is not valid yet';
  return null;
}

/**
 * The scopes of an access token: those that were said and are asked for. A request that names none asks for all of them
 * (RFC 6749 3.3).
 */
export function assertedScopes(
  { scopes }: Pick<IdentityAssertion, 'scopes'>,
  asked: string | null,
): OauthScope[] | OauthFault {
  if (asked === null || asked.trim() === '') return scopes;
  const names = scopeNames(asked);
  const both = scopes.filter((scope) => names.includes(scope));
  if (both.length > 0) return both;
  return { error: 'invalid_scope', why: 'scope names nothing that the assertion grants' };
}
