import { timingSafeEqual } from 'node:crypto';
import type { Engine } from '../context/scope.ts';

/** Links that work without sign-in. A MAC binds each to one organization, object and purpose. They contain no address. */

export const linkPaths = {
  /** RFC 8058: a GET shows a page, a POST unsubscribes. */
  unsubscribe: 'u',
  preferences: 'p',
  view: 'v',
  open: 'o',
  /** Followed by the number of the link. */
  click: 'c',
  /** Double opt-in of a subscriber. `bound` is the address, so that a new address needs a new link. */
  confirm: 'confirm',
} as const;
export type LinkPurpose = keyof typeof linkPaths;

export type LinkSubject = { organization: number; id: string };

/** Incremented when the token format changes, so that old links are still recognized. */
const version = '1';
const macBytes = 16;
const macCharacters = 22;
const shape = /^1([1-9a-z][0-9a-z]{0,10})-((?:eml|sub)_[0-9a-z]{26})-([\w-]{22})$/;

/** @param bound further text under the MAC, which the reader must know */
export function publicLink(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  purpose: LinkPurpose,
  subject: LinkSubject,
  bound = '',
): string {
  const { baseUrl } = engine.settings;
  return `${baseUrl}/${linkPaths[purpose]}/${linkToken(engine, purpose, subject, bound)}`;
}

export function linkToken(
  engine: Pick<Engine, 'secretBox'>,
  purpose: LinkPurpose,
  { organization, id }: LinkSubject,
  bound = '',
): string {
  const key = organization.toString(36);
  return `${version}${key}-${id}-${macOf(engine, purpose, key, id, bound).toString('base64url')}`;
}

/** Returns the subject of a valid token, which may no longer exist. */
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
  // Compared as text, because base64url has spare bits: two spellings of one MAC would be two links.
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected.toString('base64url'))) ? subject : null;
}

/** Reads the subject without verification, for links whose `bound` must be looked up first. */
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
