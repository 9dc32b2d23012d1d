import { timingSafeEqual } from 'node:crypto';

/**
 * The text that carries an approval of a send. An assistant copies it character by character, so it is short and of one
 * form: `confirm_` and the base64url (RFC 4648 5) of 42 bytes, 64 characters of letters, digits, - and _:
 *
 *   0      version in the upper four bits, kind in the lower four
 *   1 to 6   when it expires, in epoch milliseconds
 *   7 to 10  how many people were approved; all bits set: any number
 *  11 to 14  random, so that two of one moment differ
 *  15 to 17  mark of the holder
 *  18 to 25  mark of what would be sent, for that holder
 *  26 to 41  MAC of all before it: that it was made here
 *
 * A mark is a truncated MAC of the random bytes and its subject. With a plain hash cut this short, an attacker could
 * search offline for two contents with one mark, have the harmless one approved and send the other; marks can only be
 * computed here and differ in every token. The holder's mark is short because it only distinguishes another holder's
 * token from changed content; the content's mark covers the holder as well.
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

/** Random bytes in each token. */
export const chanceBytes = holderAt - chanceAt;

/**
 * Where an approval token travels: as an argument of an assistant's call, or as the state of a client's elicitation,
 * the first one or the second after the content changed, or of a page that was opened, which proves nothing but that it was
 * made here. One kind is not accepted in place of another.
 */
export type ApprovalKind = 'argument' | 'first_question' | 'second_question' | 'page';
const kinds: readonly ApprovalKind[] = ['argument', 'first_question', 'second_question', 'page'];

export type Confirmation = {
  kind: ApprovalKind;
  /** How many people were approved; infinite when the preview only gave a lower bound. */
  recipients: number;
  /** Epoch milliseconds. */
  expiresAt: number;
};

/** What an approval is bound to: both texts are equal only for the same holder and the same send. */
export type Bound = {
  /** Who may use it, and for what. */
  holder: string;
  /** Fingerprint of what would be sent. */
  about: string;
};

/** A MAC under a secret key, a different one for each part: at least 16 bytes, the same for the same text. */
export type Seal = (part: 'whole' | 'holder' | 'about', text: string) => Buffer;

export type ReadApproval = Confirmation & {
  /** Unique per token. */
  id: string;
  isFor(holder: string): boolean;
  isOf(bound: Bound): boolean;
};

/** @param chance `chanceBytes` random bytes, new ones for each token */
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

/**
 * The contents of a token that was written here, for any holder and even if expired or used; null for any other text,
 * including other versions.
 */
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
