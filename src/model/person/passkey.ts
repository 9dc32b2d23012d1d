/** A passkey as stored (WebAuthn Level 3, 4): the public half of a key that a person's device holds. */
export type PasskeyRecord = {
  key: number;
  id: string;
  organization: number;
  person: number;
  /** As the person calls it. */
  name: string;
  /** Base64url, as the browser names it. */
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  /** How often it says that it signed; 0 where it does not count. */
  counter: number;
  transports: string[];
  createdAt: number;
  usedAt: number | null;
};

/** Where passkeys belong: one made for a site is of no use on another. */
export type RelyingParty = {
  /** The host name of the public address. */
  id: string;
  origin: string;
};

/** Browsers offer passkeys to https, and to http on localhost alone. Its host must be a name: an address is none (WebAuthn 5.1.2). */
export function relyingPartyOf(baseUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(baseUrl);
  // No name of a host ends so: a URL reads one whose last label is a number as an address.
  if (hostname.startsWith('[') || /\.\d{1,3}$/.test(hostname)) return null;
  if (protocol !== 'https:' && hostname !== 'localhost' && !hostname.endsWith('.localhost')) return null;
  return { id: hostname, origin };
}
