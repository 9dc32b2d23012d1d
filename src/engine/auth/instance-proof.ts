import type { SecretBox } from '../context/secret-box.ts';

export const nonceHeader = 'posthouse-nonce';
export const proofHeader = 'posthouse-proof';

const nonceShape = /^[\w-]{16,64}$/;

/** Proves to a program with the same secret that a server belongs to its instance. Null for a malformed nonce. */
export function instanceProof(box: Pick<SecretBox, 'macText'>, nonce: unknown): string | null {
  if (typeof nonce !== 'string' || !nonceShape.test(nonce)) return null;
  return box.macText('instance proof', nonce);
}
