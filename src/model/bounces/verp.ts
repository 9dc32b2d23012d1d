import { timingSafeEqual } from 'node:crypto';
import { dayMs } from '../instant.ts';

/**
 * The return path of one mail (VERP): a local part that names the mail and proves that we made it. The address appears
 * only in that mail, and a report to any other address is refused before its first line is read, so an outsider cannot
 * make another recipient bounce.
 *
 * `b-<organization>-<id>-<mac>`: the organization's key in base 36, the 26 characters of the email's id, and 100 bits
 * of a MAC in base 32. At most 61 of the 64 characters a local part may have (RFC 5321 4.5.3.1.1), and lower case only,
 * since some servers change the case of the address they return to.
 */
const mark = 'b';
const idCharacters = 26;
const idPrefix = 'eml_';
const macCharacters = 20;
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const shape = /^b-([0-9a-z]{1,11})-([0-9a-z]{26})-([0-9a-z]{20})$/;

/** The mail that a return path belongs to. */
export type ReturnPath = {
  /** The organization's key. */
  organization: number;
  /** The email's id, `eml_…`. */
  id: string;
};

/** A MAC under a secret key: at least 13 bytes, the same for the same text. */
export type Seal = (text: string) => Buffer;

/** How long after acceptance a bounce is believed: three days of attempts here, and five at the next server. */
export const bounceBelievedMs = 10 * dayMs;
/** How long after acceptance a complaint is believed: people read late. */
export const complaintBelievedMs = 60 * dayMs;

/** The local part of a mail's return path. */
export function returnLocalPart({ organization, id }: ReturnPath, seal: Seal): string {
  const key = organization.toString(36);
  const name = id.slice(idPrefix.length);
  const local = `${mark}-${key}-${name}-${macOf(key, name, seal)}`;
  if (!shape.test(local) || name.length !== idCharacters) throw new Error('an email’s id has another form');
  return local;
}

/** The mail that a local part names, if the MAC is ours; null for anything else. The mail may no longer exist. */
export function readReturnLocalPart(local: string, seal: Seal): ReturnPath | null {
  const found = shape.exec(local.toLowerCase());
  if (!found) return null;
  const [, key, name, mac] = found as unknown as [string, string, string, string];
  const expected = macOf(key, name, seal);
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(mac))) return null;
  return { organization: Number.parseInt(key, 36), id: idPrefix + name };
}

/** The same for a whole address, with or without angle brackets, whatever its domain. */
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
