import { timingSafeEqual } from 'node:crypto';
import { dayMs } from '../instant.ts';

/**
 * Return path of one mail (VERP), which authenticates the mail, so that an outsider cannot make another
 * recipient bounce. Reports to other addresses are refused before their first line is read.
 *
 * `b-<organization>-<id>-<mac>`: the organization's key in base 36, the 26 characters of the email's id, and
 * 100 bits of a MAC in base 32. At most 61 of the 64 characters of a local part (RFC 5321 4.5.3.1.1), in
 * lower case, because some servers change the case.
 */
const mark = 'b';
const idCharacters = 26;
const idPrefix = 'eml_';
const macCharacters = 20;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const shape = /^b-([0-9a-z]{1,11})-([0-9a-z]{26})-([0-9a-z]{20})$/;

export type ReturnPath = {
  organization: number;
  id: string;
};

/** Deterministic MAC with a secret key, at least 13 bytes. */
export type Seal = (text: string) => Buffer;

/** Period after acceptance in which a bounce is accepted: three days of our attempts, and five at the next server. */
export const bounceBelievedMs = 10 * dayMs;
/** Period after acceptance in which a complaint is accepted, because people read late. */
export const complaintBelievedMs = 60 * dayMs;

export function returnLocalPart({ organization, id }: ReturnPath, seal: Seal): string {
  const key = organization.toString(36);
  const name = id.slice(idPrefix.length);
  const local = `${mark}-${key}-${name}-${macOf(key, name, seal)}`;
  if (!shape.test(local) || name.length !== idCharacters) throw new Error('an email’s id has another form');
  return local;
}

/** Returns null for a forged local part. The mail may no longer exist. */
export function readReturnLocalPart(local: string, seal: Seal): ReturnPath | null {
  const found = shape.exec(local.toLowerCase());
  if (!found) return null;
  const [, key, name, mac] = found as unknown as [string, string, string, string];
  const expected = macOf(key, name, seal);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(mac))) return null;
  return { organization: Number.parseInt(key, 36), id: idPrefix + name };
}

/** Accepts an address with or without angle brackets, and ignores its domain. */
export function readReturnAddress(text: string, seal: Seal): ReturnPath | null {
  const address = text.trim().replace(/^<|>$/g, '');
  const at = address.lastIndexOf('@');
  return readReturnLocalPart(at < 0 ? address : address.slice(0, at), seal);
}

function macOf(key: string, name: string, seal: Seal): string {
  const bytes = seal(`${key} ${name}`);
  let mac = '';
  let bits = 0;
  let held = 0;
  for (let index = 0; mac.length < macCharacters; ) {
    if (held < 5) {
      bits = ((bits << 8) | bytes[index++]!) & 0xfff;
      held += 8;
    }
    held -= 5;
    mac += alphabet[(bits >> held) & 31];
  }
  return mac;
}
