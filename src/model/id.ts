import { z } from 'zod';

/** Prefixes of public identifiers. An id is a prefix for its kind, `_`, and 26 time-sortable characters. */
export const idPrefixes = {
  email: 'eml',
  subscriber: 'sub',
  tag: 'tag',
  event: 'evt',
  campaign: 'cmp',
  domain: 'dom',
  token: 'tok',
  workflow: 'wfl',
  run: 'run',
  webhook: 'whk',
  webhookAttempt: 'att',
  integration: 'int',
  integrationEvent: 'ine',
  import: 'imp',
  message: 'msg',
  suppression: 'sup',
  organization: 'org',
  rawMessage: 'raw',
  massBody: 'bdy',
  segment: 'seg',
  auditEntry: 'aud',
  approval: 'apr',
  person: 'per',
  session: 'pse',
  passkey: 'pky',
} as const;

export type IdPrefix = (typeof idPrefixes)[keyof typeof idPrefixes];

export const idLengthMax = 64;

/**
 * An id as input. Only its length is checked: a malformed id answers `not_found` like any unknown one, so that the
 * difference reveals nothing.
 */
export const IdInput = z.string().min(1).max(idLengthMax);

/** A whole id of any kind, as we make them: Crockford's base 32 in lower case. */
export const anId = new RegExp(`^(?:${Object.values(idPrefixes).join('|')})_[0-9a-hjkmnp-tv-z]{26}$`);

/**
 * The ids of what an answer is about: its own, or those of its entries. Nothing else of it is taken, so that neither a secret
 * nor the text of others comes along.
 */
export function idsIn(answer: unknown, max: number): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const { id, data } = answer as { id?: unknown; data?: unknown };
  const entries = Array.isArray(data) ? data.slice(0, max) : [];
  const ids = [id, ...entries.map((entry: { id?: unknown } | null) => entry?.id)];
  return ids.filter((one): one is string => typeof one === 'string' && anId.test(one)).slice(0, max);
}
