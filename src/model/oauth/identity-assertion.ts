import { z } from 'zod';
import { minuteMs, secondMs } from '../instant.ts';
import { isSoundText } from '../text/text.ts';
import { assertionClockSkewMs } from './client-assertion.ts';
import type { OauthFault } from './oauth-error.ts';
import { isOauthScope, type OauthScope, oauthScopes, scopeNames } from './scopes.ts';

/** draft-ietf-oauth-identity-assertion-authz-grant-04 ("ID-JAG"): an identity provider admits the client. */
export const assertionGrantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Name of the profile in metadata (section 7.2). */
export const assertionGrantProfile = 'urn:ietf:params:oauth:grant-profile:id-jag';

/** Bounds both the total and the remaining lifetime. The `jti` is remembered until the end. */
export const identityAssertionLifeMsMax = 30 * minuteMs;
export const identityAssertionCharactersMax = 16 * 1024;
/** Live grants per person and client. Beyond this, the oldest one ends. */
export const assertedGrantsPerPersonMax = 10;
export const assertedGrantsPerOrganizationMax = 10_000;

/** Trusted only after its signature is verified. */
export type IdentityAssertion = {
  subject: string;
  scopes: OauthScope[];
  organization: string | null;
  jti: string;
  /** Epoch ms until which the `jti` must be remembered. */
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
  // Section 6: for issuers with several tenants, which the operator cannot configure.
  tenant: z.undefined().optional(),
  // RFC 7800 3.1: such an assertion needs a proof of possession, which is not supported.
  cnf: z.undefined().optional(),
});

/** Section 3: no other JWT of the issuer may pass as an identity assertion. */
export function isIdentityAssertionType(typ: unknown): boolean {
  return typeof typ === 'string' && /^(application\/)?oauth-id-jag\+jwt$/i.test(typ);
}

/** Section 4.4.1. Enterprise-Managed Authorization 7.6.2: a wrong audience or scope is an `invalid_grant`. */
export function readIdentityAssertion(
  claims: unknown,
  expected: { issuer: string; audience: string; resource: string; clientId: string; now: number },
): IdentityAssertion | { fault: string } {
  const read = Claims.safeParse(claims);
  if (!read.success) {
    return {
      fault: `its ${read.error.issues[0]?.path[0]?.toString() ?? 'claims'} is missing or invalid`,
    };
  }
  const { iss, aud, sub, client_id, jti, exp, iat, nbf, resource, scope } = read.data;
  if (iss !== expected.issuer) return { fault: 'it is from another issuer' };
  if ([aud].flat()[0] !== expected.audience) return { fault: 'it is for another audience' };
  if (client_id !== expected.clientId) return { fault: 'its client_id is a different client' };
  if (resource !== undefined && ![resource].flat().includes(expected.resource)) {
    return { fault: 'its resource is a different one' };
  }
  const time = timeFault({ exp, iat, nbf }, expected.now);
  if (time !== null) return { fault: time };
  const named = scopeNames(scope ?? '').filter(isOauthScope);
  if (named.length === 0) return { fault: 'its scope has no grantable scope' };
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

/** Intersects asserted and requested scopes. A request without scopes asks for all of them (RFC 6749 3.3). */
export function assertedScopes(
  { scopes }: Pick<IdentityAssertion, 'scopes'>,
  asked: string | null,
): OauthScope[] | OauthFault {
  if (asked === null || asked.trim() === '') return scopes;
  const names = scopeNames(asked);
  const both = scopes.filter((scope) => names.includes(scope));
  if (both.length > 0) return both;
  return { error: 'invalid_scope', why: 'scope has nothing that the assertion grants' };
}
