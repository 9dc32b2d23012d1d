import { z } from 'zod';

/** Every public identifier: a prefix that says what it names, `_`, and 26 time-sortable characters. */
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
  message: 'msg',
  suppression: 'sup',
  organization: 'org',
  rawMessage: 'raw',
  massBody: 'bdy',
  segment: 'seg',
  auditEntry: 'aud',
} as const;

export type IdPrefix = (typeof idPrefixes)[keyof typeof idPrefixes];

export const idLengthMax = 64;

/**
 * An id as input. Only its length is checked: an id of the wrong form is an id nobody has, so it answers
 * `not_found` like any other unknown id, and nobody learns from the difference.
 */
export const IdInput = z.string().min(1).max(idLengthMax);
