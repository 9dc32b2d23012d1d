import { z } from 'zod';
import { secondMs } from '../instant.ts';
import { isSoundText } from '../text/text.ts';
import { isOauthScope, type OauthScope, oauthScopes, scopeNames } from './scopes.ts';

export type AccessClaims = {
  subject: string;
  clientId: string | null;
  scopes: OauthScope[];
  /** Organization id; null if the token names none. */
  organization: string | null;
  expiresAt: number;
};

const leewayMs = 30 * secondMs;

const text = z.string().min(1).max(512).refine(isSoundText);
const Claims = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string()).max(100)]),
  sub: text,
  exp: z.number(),
  nbf: z.number().optional(),
  client_id: text.optional(),
  azp: text.optional(),
  scope: z.string().max(8_192).optional(),
  scp: z.union([z.string().max(8_192), z.array(z.string()).max(200)]).optional(),
  posthouse_organization: text.optional(),
  // RFC 7800 3.1: such a token needs a proof of possession, which is not supported.
  cnf: z.undefined().optional(),
});

/** Reads the claims of RFC 9068 2.2 and validates them by its section 4. `fault` is for the operator's log. */
export function readAccessClaims(
  claims: unknown,
  expected: { issuer: string; audience: string; now: number },
): AccessClaims | { fault: string } {
  const read = Claims.safeParse(claims);
  if (!read.success) return { fault: `its ${read.error.issues[0]?.path.join('.') || 'claims'} is invalid` };
  const { iss, aud, exp, nbf, sub, scope, scp } = read.data;
  if (iss !== expected.issuer) return { fault: 'it is from another issuer' };
  if (![aud].flat().includes(expected.audience)) return { fault: 'it is for another audience' };
  if (!(exp * secondMs + leewayMs > expected.now)) return { fault: 'it has expired' };
  if (nbf !== undefined && nbf * secondMs - leewayMs > expected.now) return { fault: 'it is not valid yet' };
  const named = scope ?? scp ?? '';
  const names = typeof named === 'string' ? scopeNames(named) : named;
  const granted = names.filter(isOauthScope);
  return {
    subject: sub,
    clientId: read.data.client_id ?? read.data.azp ?? null,
    scopes: oauthScopes.filter((one) => granted.includes(one)),
    organization: read.data.posthouse_organization ?? null,
    expiresAt: exp * secondMs,
  };
}
