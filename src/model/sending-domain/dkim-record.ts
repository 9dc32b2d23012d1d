import { dayMs, isoInstant } from '../instant.ts';
import type { Answered } from './dns-probe.ts';

export type DkimAlgorithm = 'rsa' | 'ed25519';

export type DkimKey = {
  selector: string;
  /** Base64 `p=`: for RSA the SubjectPublicKeyInfo in DER, for Ed25519 the 32-byte key (RFC 8463 4). */
  publicKey: string;
  /** PKCS #8 PEM, encrypted for the purpose `dkim`. */
  sealedPrivateKey: string;
};

/** Every receiver supports RSA; Ed25519 signs in addition. */
export type DkimKeys = {
  rsa: DkimKey;
  /** Null for a domain added before Ed25519 support. */
  ed25519: DkimKey | null;
};

export type RetiredKey = {
  selector: string;
  algorithm: DkimAlgorithm;
  publicKey: string;
  /** Epoch ms until which mail with its signature may still be in transit. */
  until: number;
};

/** `next` is a new key whose record has not been seen yet. */
type DkimRole = 'signing' | 'next' | 'retired';

export type PublishedKey = {
  role: DkimRole;
  algorithm: DkimAlgorithm;
  selector: string;
  publicKey: string;
  until: number | null;
};

/** Mail is retried for three days, and may be verified days after that. */
const retiredKeyDays = 7;
const retiredRecordShownMs = 30 * dayMs;
/** Bounds the keys of frequent rotations. */
const retiredKeysMax = 6;

/** Order: signing keys, a rotation's new keys, retired keys. */
export function publishedKeys(domain: {
  dkim: DkimKeys;
  nextDkim: DkimKeys | null;
  retiredKeys: readonly RetiredKey[];
}): PublishedKey[] {
  const pair = (keys: DkimKeys, role: DkimRole): PublishedKey[] =>
    (['rsa', 'ed25519'] as const).flatMap((algorithm) => {
      const key = keys[algorithm];
      if (key === null) return [];
      const { selector, publicKey } = key;
      return [{ role, algorithm, selector, publicKey, until: null }];
    });
  return [
    ...pair(domain.dkim, 'signing'),
    ...(domain.nextDkim ? pair(domain.nextDkim, 'next') : []),
    ...domain.retiredKeys.map((key) => ({ ...key, role: 'retired' as const })),
  ];
}

export function retire(
  keys: DkimKeys,
  wasSeen: (selector: string) => boolean,
  earlier: readonly RetiredKey[],
  now: number,
): RetiredKey[] {
  const retired = publishedKeys({ dkim: keys, nextDkim: null, retiredKeys: [] })
    .filter(({ selector }) => wasSeen(selector))
    .map(({ selector, algorithm, publicKey }) => ({
      selector,
      algorithm,
      publicKey,
      until: now + retiredKeyDays * dayMs,
    }));
  return [...retired, ...earlier].slice(0, retiredKeysMax);
}

export function isStillShown(key: RetiredKey, isGone: boolean, now: number): boolean {
  return now < key.until || (!isGone && now < key.until + retiredRecordShownMs);
}

export function dkimName(selector: string, domain: string): string {
  return `${selector}._domainkey.${domain}`;
}

export function dkimValue({ algorithm, publicKey }: Pick<PublishedKey, 'algorithm' | 'publicKey'>): string {
  return `v=DKIM1; k=${algorithm}; p=${publicKey}`;
}

/** Returns whether a record contains the key and allows signatures with sha256. */
export function holdsKey(text: string, key: Pick<PublishedKey, 'algorithm' | 'publicKey'>): boolean {
  return faultOf(text, key) === null;
}

/** @param others every key of the domain, to recognize a record with the wrong one */
export function dkimAdvice(
  key: PublishedKey,
  { texts, cname = [] }: Pick<Answered, 'texts' | 'cname'>,
  others: readonly PublishedKey[],
): string | null {
  const [text, second] = texts;
  if (text === undefined) {
    return cname.length === 0
      ? null
      : 'A CNAME at this name leads to no key. Delete it, then publish this TXT record.';
  }
  if (second !== undefined) {
    return texts.some((one) => holdsKey(one, key))
      ? `${texts.length} TXT records stand at this name, so receivers may read the wrong one. Delete all but this one.`
      : `${texts.length} TXT records stand at this name, and none is this one. Replace them by this one.`;
  }
  const fault = faultOf(text, key);
  if (fault === null) return isTested(text) ? testingSentence : null;
  if (cname.length > 0) {
    return 'A CNAME at this name leads to another key. Delete it, then publish this TXT record.';
  }
  return sentenceOf(fault, text, key, others);
}

const testingSentence =
  't=y marks the key as a test, so receivers may ignore its signatures. Take t=y out of the record.';

type KeyFault =
  | { kind: 'decorated' }
  | { kind: 'doubled' }
  | { kind: 'no_record' }
  | { kind: 'version' }
  | { kind: 'revoked' }
  | { kind: 'algorithm'; published: string }
  | { kind: 'hash' }
  | { kind: 'service' }
  | { kind: 'cut'; characters: number }
  | { kind: 'other_key'; publicKey: string };

function faultOf(text: string, wanted: Pick<PublishedKey, 'algorithm' | 'publicKey'>): KeyFault | null {
  const fault = tagFault(text, wanted);
  if (fault === null) return null;
  const bare = text.replace(decoration, '');
  if (bare !== text && tagFault(bare, wanted) === null) return { kind: 'decorated' };
  return fault;
}

/** Characters that forms and copied text add: quotation marks, backslashes, invisible blanks. */
const decoration = /["'“”\\\s\u200b-\u200d\ufeff]/g;

function tagFault(text: string, wanted: Pick<PublishedKey, 'algorithm' | 'publicKey'>): KeyFault | null {
  const tags = parseTagList(text);
  // A duplicate tag invalidates the whole list (RFC 6376 3.2).
  if (namesOf(text).length > tags.size) return { kind: 'doubled' };
  const publicKey = tags.get('p')?.replace(/[ \t\r\n]/g, '');
  if (publicKey === undefined) return { kind: 'no_record' };
  // The version must be the first tag if present (RFC 6376 3.6.1).
  const version = tags.get('v');
  if (version !== undefined && (version !== 'DKIM1' || [...tags.keys()][0] !== 'v'))
    return { kind: 'version' };
  if (publicKey === '') return { kind: 'revoked' };
  const algorithm = tags.get('k') ?? 'rsa';
  if (algorithm !== wanted.algorithm) return { kind: 'algorithm', published: algorithm };
  if (!listed(tags.get('h'), 'sha256').includes('sha256')) return { kind: 'hash' };
  const services = listed(tags.get('s'), '*');
  if (!services.includes('*') && !services.includes('email')) return { kind: 'service' };
  if (publicKey === wanted.publicKey) return null;
  return wanted.publicKey.startsWith(publicKey)
    ? { kind: 'cut', characters: publicKey.length }
    : { kind: 'other_key', publicKey };
}

function listed(text: string | undefined, otherwise: string): string[] {
  return (text ?? otherwise).split(':').map((word) => word.trim());
}

function isTested(text: string): boolean {
  return listed(parseTagList(text).get('t'), '').includes('y');
}

function namesOf(text: string): string[] {
  return [...text.matchAll(/(?:^|;)([^;=]*)=/g)].map(([, name]) => name!.trim());
}

/** Parses a tag list (RFC 6376 3.2). */
export function parseTagList(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    tags.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim());
  }
  return tags;
}

function sentenceOf(
  fault: KeyFault,
  text: string,
  key: PublishedKey,
  others: readonly PublishedKey[],
): string {
  switch (fault.kind) {
    case 'decorated':
      return 'Quotation marks, backslashes or blanks have become part of the value. Enter it again without them.';
    case 'doubled':
      return 'A part of the value occurs twice in one record. Enter the value once, exactly as shown here.';
    case 'no_record':
      return /["“”]/.test(text)
        ? 'Quotation marks have become part of the value. Enter it again without them.'
        : 'The TXT record at this name is not a DKIM record. Replace it with this value, which begins with v=DKIM1.';
    case 'version':
      return 'The record must begin with v=DKIM1. Enter the value again exactly as shown here.';
    case 'revoked':
      return 'p= is empty, which means that the key is revoked. Enter the value again exactly as shown here.';
    case 'algorithm':
      return `The record has to say k=${key.algorithm}. Enter the value again as it stands here.`;
    case 'hash':
      return 'h= does not allow sha256, so the key cannot sign. Take h= out of the record.';
    case 'service':
      return 's= does not allow email, so the key cannot sign. Take s= out of the record.';
    case 'cut':
      return `The key is cut off after ${fault.characters} of ${key.publicKey.length} characters. Where a form takes 255 characters at most, enter the value as two quoted strings of one record.`;
    case 'other_key': {
      const owner = others.find(({ publicKey }) => publicKey === fault.publicKey);
      if (!owner) return 'Another key is published at this name. Replace it with this value.';
      return owner.role === 'retired'
        ? `The previous key, of the selector ${owner.selector}, stands at this name. Replace it by this value.`
        : `The key of the selector ${owner.selector} stands at this name. Each selector has its own: enter this value.`;
    }
  }
}

export function unpublishedAdvice({ algorithm, role }: Pick<PublishedKey, 'algorithm' | 'role'>): string {
  if (algorithm === 'ed25519') {
    return 'Publish this record for a second signature. The domain is verified without it.';
  }
  return role === 'next'
    ? 'Publish this record. Mail is signed with the new key from when it is seen, and with the old one until then.'
    : 'Publish this record.';
}

export const outgoingAdvice = `Keep this record: mail is signed with its key until the new RSA record is seen, and checked against it for ${retiredKeyDays} days more.`;

export const replacedAdvice = 'Leave this record out: it was not there, and a new key takes its place.';

export function retiredAdvice(until: number, isGone: boolean): string {
  const day = isoInstant(until).slice(0, 10);
  return isGone
    ? `No mail is signed with this key any more. Its record is gone; mail sent before may fail its check until ${day}.`
    : `No mail is signed with this key any more. Keep its record until ${day} for mail on its way, then delete it.`;
}
