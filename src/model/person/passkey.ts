import { nameLoopback } from '../loopback.ts';

export type PasskeyRecord = {
  key: number;
  id: string;
  organization: number;
  person: number;
  name: string;
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  /** Signature counter of the authenticator; 0 if it does not count. */
  counter: number;
  transports: string[];
  createdAt: number;
  usedAt: number | null;
};

/** A passkey only works on the site for which it was created. */
export type RelyingParty = {
  id: string;
  origin: string;
};

/**
 * Browsers offer passkeys on https, and on http only for localhost, to which the console redirects loopback addresses. Another
 * address is no host (WebAuthn 5.1.2).
 */
export function resolveRelyingParty(baseUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(nameLoopback(baseUrl));
  // The URL parser reads a host with a numeric last label as an address.
  if (hostname.startsWith('[') || /\.\d{1,3}$/.test(hostname)) return null;
  if (protocol !== 'https:' && hostname !== 'localhost' && !hostname.endsWith('.localhost')) return null;
  return { id: hostname, origin };
}
