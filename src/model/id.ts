import { z } from 'zod';

/** An id is its kind's prefix, `_`, and 26 time-sortable characters. */
export const idPrefixes = {
  email: 'eml',
  subscriber: 'sub',
  tag: 'tag',
  event: 'evt',
  campaign: 'cmp',
  template: 'tpl',
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

/** A malformed id results in `not_found`, like any unknown id, so that the difference reveals nothing. */
export const IdInput = z.string().min(1).max(idLengthMax);

/** Matches complete ids of any kind: lower-case Crockford base 32. */
export const anId = new RegExp(`^(?:${Object.values(idPrefixes).join('|')})_[0-9a-hjkmnp-tv-z]{26}$`);

/** Ignores all other content, which may contain secrets or untrusted text. */
export function idsIn(answer: unknown, max: number): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const { id, data } = answer as { id?: unknown; data?: unknown };
  const entries = Array.isArray(data) ? data.slice(0, max) : [];
  const ids = [id, ...entries.map((entry: { id?: unknown } | null) => entry?.id)];
  return ids.filter((one): one is string => typeof one === 'string' && anId.test(one)).slice(0, max);
}
