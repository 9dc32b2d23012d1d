import { z } from 'zod';
import { minuteMs, secondMs } from '../instant.ts';

/** The only assertion type (RFC 7523 2.2). */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Maximum remaining lifetime. The assertion is remembered until its end. */
export const assertionLifeMsMax = 10 * minuteMs;
export const assertionClockSkewMs = 30 * secondMs;
export const assertionCharactersMax = 8 * 1024;
/** Remembered assertions per client. Further ones are refused. */
export const assertionsRememberedMax = 10_000;

const text = z.string().min(1).max(1_024);
const Claims = z.object({
  iss: text,
  sub: text,
  aud: z.union([text, z.array(text).min(1).max(10)]),
  exp: z.number(),
  jti: text,
  iat: z.number().optional(),
  nbf: z.number().optional(),
});

/** Returns the unverified client id of an assertion; null without one. */
export function claimedClient(claims: unknown): string | null {
  const read = z.object({ sub: text }).safeParse(claims);
  return read.success ? read.data.sub : null;
}

/** Every entry of `aud` must be this server, because another server could replay a shared assertion. */
export function readAssertionClaims(
  claims: unknown,
  expected: { clientId: string; audiences: readonly string[]; now: number },
):
  | { jti: string /** Epoch ms until which the assertion must be remembered. */; expiresAt: number }
  | { fault: string } {
  const read = Claims.safeParse(claims);
  if (!read.success) {
    return {
      fault: `its ${read.error.issues[0]?.path[0]?.toString() ?? 'claims'} is missing or invalid`,
    };
  }
  const { iss, sub, aud, exp, jti, iat, nbf } = read.data;
  const { clientId, audiences, now } = expected;
  if (iss !== clientId || sub !== clientId) return { fault: 'its iss and sub are not the client_id' };
  if (![aud].flat().every((one) => audiences.includes(one))) return { fault: 'it is for another audience' };
  const latest = now + assertionClockSkewMs;
  if (!(exp * secondMs + assertionClockSkewMs > now)) return { fault: 'it has expired' };
  if (!(exp * secondMs <= latest + assertionLifeMsMax)) {
    return { fault: `it must expire within ${assertionLifeMsMax / minuteMs} minutes` };
  }
  if ([iat, nbf].some((at) => at !== undefined && !(at * secondMs <= latest))) {
    return { fault: 'it is not valid yet' };
  }
  return { jti, expiresAt: Math.ceil(exp * secondMs) + assertionClockSkewMs };
}

/** Rejects other types, so that another JWT of the client cannot pass as an assertion. */
export function isAssertionType(typ: unknown): boolean {
  return (
    typ === undefined ||
    (typeof typ === 'string' && /^(application\/)?(client-authentication\+)?jwt$/i.test(typ))
  );
}
