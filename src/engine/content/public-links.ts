import { timingSafeEqual } from 'node:crypto';
import type { Engine } from '../context/scope.ts';

/**
 * Links that need no sign-in: each proves by a MAC that it was made here, for one thing of one organization and for one
 * purpose. There is no address in them, and a link for one purpose is none for another.
 */

/** What a link is for, and the first segment of its path. */
export const linkPaths = {
  /** RFC 8058: a GET shows a page, a POST unsubscribes. About an email. */
  unsubscribe: 'u',
  /** The preference page. About an email. */
  preferences: 'p',
  /** The mail in a browser. About an email. */
  view: 'v',
  /** The open pixel. About an email. */
  open: 'o',
  /** A followed link; behind it stands which one. About an email. */
  click: 'c',
  /** Double opt-in. About a subscriber; `bound` is the address, so that a new address needs a new link. */
  confirm: 'confirm',
} as const;
export type LinkPurpose = keyof typeof linkPaths;

/** What a link is about: an organization's key, and the public id of something it has. */
export type LinkSubject = { organization: number; id: string };

/** Grows when the form of a token changes, so that old links can still be recognised. */
const version = '1';
/** 128 bits. */
const macBytes = 16;
const macCharacters = 22;
const shape = /^1([1-9a-z][0-9a-z]{0,10})-((?:eml|sub)_[0-9a-z]{26})-([\w-]{22})$/;

/**
 * The address of a link.
 * @param bound further text that the link is for; a reader of the link has to know it
 */
export function publicLink(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  purpose: LinkPurpose,
  subject: LinkSubject,
  bound = '',
): string {
  const { baseUrl } = engine.settings;
  return `${baseUrl}/${linkPaths[purpose]}/${linkToken(engine, purpose, subject, bound)}`;
}

/** Its last segment. */
export function linkToken(
  engine: Pick<Engine, 'secretBox'>,
  purpose: LinkPurpose,
  { organization, id }: LinkSubject,
  bound = '',
): string {
  const key = organization.toString(36);
  return `${version}${key}-${id}-${macOf(engine, purpose, key, id, bound).toString('base64url')}`;
}

/** What a token is about, if it was made here for this purpose. Says nothing about whether that still exists. */
export function readLinkToken(
  engine: Pick<Engine, 'secretBox'>,
  purpose: LinkPurpose,
  token: string,
  bound = '',
): LinkSubject | null {
  const subject = claimedSubject(token);
  if (subject === null) return null;
  const mac = token.slice(-macCharacters);
  const expected = macOf(engine, purpose, subject.organization.toString(36), subject.id, bound);
  // Compared as text: base64url leaves bits over, and two spellings of one MAC would be two links.
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected.toString('base64url'))) ? subject : null;
}

/** What a token says it is about, not yet believed: for a link whose `bound` has to be looked up first. */
export function claimedSubject(token: string): LinkSubject | null {
  const found = shape.exec(token);
  if (!found) return null;
  const organization = Number.parseInt(found[1]!, 36);
  return Number.isSafeInteger(organization) ? { organization, id: found[2]! } : null;
}

function macOf(
  { secretBox }: Pick<Engine, 'secretBox'>,
  purpose: LinkPurpose,
  key: string,
  id: string,
  bound: string,
): Buffer {
  return secretBox.mac(`link ${purpose}`, `${key}\n${id}\n${bound}`).subarray(0, macBytes);
}
