import { hash, timingSafeEqual } from 'node:crypto';

/** RFC 7636 4.2 with S256, the only supported method: the base64url of a SHA-256. */
const challengeShape = /^[\w-]{43}$/;
const verifierShape = /^[A-Za-z0-9._~-]{43,128}$/;

export function isChallenge(text: string): boolean {
  return challengeShape.test(text);
}

/** RFC 7636 4.6. */
export function meetsChallenge(verifier: string, challenge: string): boolean {
  if (!verifierShape.test(verifier) || !isChallenge(challenge)) return false;
  return timingSafeEqual(Buffer.from(hash('sha256', verifier, 'base64url')), Buffer.from(challenge));
}
