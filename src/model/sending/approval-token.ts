import { timingSafeEqual } from 'node:crypto';

/**
 * Writes and reads approval tokens. An assistant copies a token character by character, so it is short and has a fixed
 * form: `confirm_` and the base64url (RFC 4648 5) of 42 bytes, together 64 characters of letters, digits, - and _:
 *
 *   0      version in the upper four bits, kind in the lower four
 *   1 to 6   expiry in epoch milliseconds
 *   7 to 10  number of approved people; all bits set: any number
 *  11 to 14  random, so that two tokens of the same millisecond differ
 *  15 to 17  mark of the holder
 *  18 to 25  mark of the content, for that holder
 *  26 to 41  MAC of all preceding bytes, which proves that this server wrote the token
 *
 * A mark is a truncated MAC of the random bytes and its subject. With a plain hash cut this short, an attacker could
 * search offline for two contents with the same mark, have the harmless one approved and send the other. Only this
 * server can compute marks, and they differ in every token. The holder's mark is short because it only distinguishes
 * another holder's token from changed content; the content's mark covers the holder as well.
 */
const prefix = 'confirm_';
const shape = /^confirm_[\w-]{56}$/;
/** Incremented when the layout changes, so that tokens from before an upgrade are recognized. */
const version = 1;
const kindMask = 0b1111;
const expiryAt = 1;
const peopleAt = 7;
const chanceAt = 11;
const holderAt = 15;
const aboutAt = 18;
const macAt = 26;
const wholeBytes = 42;
const anyNumber = 0xffff_ffff;

export const chanceBytes = holderAt - chanceAt;

/** Prevents use of a token in another place. A `page` token only proves that this server wrote it. */
export type ApprovalKind = 'argument' | 'first_question' | 'second_question' | 'page';
const kinds: readonly ApprovalKind[] = ['argument', 'first_question', 'second_question', 'page'];

export type Confirmation = {
  kind: ApprovalKind;
  /** Number of approved people; infinite when the preview only gave a lower bound. */
  recipients: number;
  expiresAt: number;
};

/** Equal texts mean the same holder and the same send. */
export type Bound = {
  /** The caller and the approved use. */
  holder: string;
  about: string;
};

/** Deterministic MAC of at least 16 bytes, with a different secret key for each part. */
export type Seal = (part: 'whole' | 'holder' | 'about', text: string) => Buffer;

export type ReadApproval = Confirmation & {
  id: string;
  isFor(holder: string): boolean;
  isOf(bound: Bound): boolean;
};

/** @param chance `chanceBytes` new random bytes */
export function writeApprovalToken(
  { kind, recipients, expiresAt }: Confirmation,
  bound: Bound,
  chance: Buffer,
  seal: Seal,
): string {
  const token = Buffer.alloc(wholeBytes);
  token.writeUInt8((version << 4) | kinds.indexOf(kind));
  token.writeUIntBE(expiresAt, expiryAt, peopleAt - expiryAt);
  token.writeUInt32BE(Math.min(recipients, anyNumber), peopleAt);
  chance.copy(token, chanceAt, 0, chanceBytes);
  holderMark(token, bound.holder, seal).copy(token, holderAt);
  aboutMark(token, bound, seal).copy(token, aboutAt);
  macOf(token, seal).copy(token, macAt);
  return prefix + token.toString('base64url');
}

/** Accepts expired and used tokens of any holder. Returns null for any other text, including other versions. */
export function readApprovalToken(text: string, seal: Seal): ReadApproval | null {
  if (!shape.test(text)) return null;
  const token = Buffer.from(text.slice(prefix.length), 'base64url');
  const mac = token.subarray(macAt);
  if (!timingSafeEqual(mac, macOf(token, seal))) return null;
  const kind = kinds[token[0]! & kindMask];
  if (token[0]! >> 4 !== version || kind === undefined) return null;
  const people = token.readUInt32BE(peopleAt);
  return {
    id: mac.toString('base64url'),
    kind,
    recipients: people === anyNumber ? Number.POSITIVE_INFINITY : people,
    expiresAt: token.readUIntBE(expiryAt, peopleAt - expiryAt),
    isFor: (holder) => timingSafeEqual(token.subarray(holderAt, aboutAt), holderMark(token, holder, seal)),
    isOf: (bound) => timingSafeEqual(token.subarray(aboutAt, macAt), aboutMark(token, bound, seal)),
  };
}

function macOf(token: Buffer, seal: Seal): Buffer {
  return seal('whole', token.toString('base64url', 0, macAt)).subarray(0, wholeBytes - macAt);
}

function holderMark(token: Buffer, holder: string, seal: Seal): Buffer {
  return seal('holder', `${chanceOf(token)}\n${holder}`).subarray(0, aboutAt - holderAt);
}

function aboutMark(token: Buffer, { holder, about }: Bound, seal: Seal): Buffer {
  return seal('about', `${chanceOf(token)}\n${about}\n${holder}`).subarray(0, macAt - aboutAt);
}

function chanceOf(token: Buffer): string {
  return token.toString('base64url', chanceAt, holderAt);
}
