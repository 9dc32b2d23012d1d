import { z } from 'zod';
import { minuteMs, secondMs } from '../instant.ts';

/** The one type of assertion (RFC 7523 2.2). */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** An assertion may end so much later than now: it is remembered until then. */
export const assertionLifeMsMax = 10 * minuteMs;
/** Tolerated difference between the clocks of a client and of this server. */
export const assertionClockSkewMs = 30 * secondMs;
/** A longer one is not worth reading. */
export const assertionCharactersMax = 8 * 1024;
/** Assertions of one client that are remembered at a time: each refused beyond it. */
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

/** The client that an assertion names, before anything of it was verified; null when it names none. */
export function claimedClient(claims: unknown): string | null {
  const read = z.object({ sub: text }).safeParse(claims);
  return read.success ? read.data.sub : null;
}

/**
 * Reads the claims of a client assertion as RFC 7523 3 does; `fault` says in a few words why it signs no client in. Each
 * entry of `aud` has to be this server: one that is also for another could be used there by us, or here by that one.
 */
export function readAssertionClaims(
  claims: unknown,
  expected: { clientId: string; audiences: readonly string[]; now: number },
):
  | { jti: string /** Epoch ms; until then it has to be remembered. */; expiresAt: number }
  | { fault: string } {
  const read = Claims.safeParse(claims);
  if (!read.success) {
    return {
      fault: `its ${read.error.issues[0]?.path[0]?.toString() ?? 'claims'} is missing or not understood`,
    };
  }
  const { iss, sub, aud, exp, jti, iat, nbf } = read.data;
  const { clientId, audiences, now } = expected;
  if (iss !== clientId || sub !== clientId) return { fault: 'its iss and sub are not the client_id' };
  if (![aud].flat().every((one) => audiences.includes(one))) return { fault: 'it is for another audience' };
  const latest = now + assertionClockSkewMs;
  if (!(exp * secondMs + assertionClockSkewMs > now)) return { fault: 'it has expired' };
  if (!(exp * secondMs <= latest + assertionLifeMsMax)) {
    return { fault: `it may end ${assertionLifeMsMax / minuteMs} minutes from now at the latest` };
  }
  if ([iat, nbf].some((at) => at !== undefined && !(at * secondMs <= latest))) {
    return { fault: 'it is not valid yet' };
  }
  return { jti, expiresAt: Math.ceil(exp * secondMs) + assertionClockSkewMs };
}

/** Whether the header of an assertion says that it is one: another JWT of the client must not pass for it. */
export function isAssertionType(typ: unknown): boolean {
  return (
    typ === undefined ||
    (typeof typ === 'string' && /^(application\/)?(client-authentication\+)?jwt$/i.test(typ))
  );
}
