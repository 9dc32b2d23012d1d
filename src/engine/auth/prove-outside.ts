import { readAccessClaims } from '../../model/oauth/access-claims.ts';
import type { Proof } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { organizationNamed, recordOfSubject } from './subject-record.ts';

const tokenCharactersMax = 16 * 1024;

/** RFC 9068 4. The caller has no API token, and so no send caps or recipient limits. */
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
  if (!unverified) return refuse('it is not an RFC 9068 access token');
  const now = engine.world.clock.now();
  // Before the signature, so that a token for another audience cannot trigger a key fetch.
  const claims = readAccessClaims(unverified, { ...expected, now });
  if ('fault' in claims) return refuse(claims.fault);
  if (!(await keys.signed(secret))) return refuse('its signature matches no key of the issuer');
  const organization = await organizationNamed(engine, claims.organization);
  if (!organization) return refuse('it names no organization on this server');
  return {
    kind: 'proved',
    token: recordOfSubject(claims, expected.issuer, organization.key, now),
    organization,
  };
}

async function readUnverified(text: string): Promise<unknown> {
  const { decodeJwt, decodeProtectedHeader } = await import('jose');
  try {
    // RFC 9068 4: otherwise an ID token, or any other JWT of the issuer, could pass for an access token.
    return /^(application\/)?at\+jwt$/i.test(decodeProtectedHeader(text).typ ?? '') ? decodeJwt(text) : null;
  } catch {
    return null;
  }
}
