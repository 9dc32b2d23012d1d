import type { TokenScope } from '../organization/token.ts';

/**
 * What people of an organization may do, as named sets of scopes. None has the scope `admin`: that one is the operator's,
 * and reaches every organization of the server. A person is never more than admin of their own.
 */

export const personRoles = ['viewer', 'author', 'approver', 'admin'] as const;
export type PersonRole = (typeof personRoles)[number];

const reading: readonly TokenScope[] = [
  'emails.read',
  'subscribers.read',
  'tags.read',
  'events.read',
  'campaigns.read',
  'domains.read',
  'suppressions.read',
  'webhooks.read',
  'workflows.read',
  'tokens.read',
  'organization.read',
];

/**
 * `author` writes content and audiences, and sends nothing but tests. `approver` decides what assistants ask, which no
 * scope opens: a token can have every scope, and must not decide.
 */
export const scopesOfRole: Readonly<Record<PersonRole, readonly TokenScope[]>> = {
  viewer: reading,
  author: [...reading, 'subscribers.write', 'tags.write', 'events.write', 'campaigns.write'],
  approver: reading,
  admin: ['full_access'],
};

/** The scopes of several roles together. */
export function scopesOfRoles(roles: readonly PersonRole[]): TokenScope[] {
  return [...new Set(roles.flatMap((role) => scopesOfRole[role]))];
}

/** Whether a person has one of some roles; an admin has every role. */
export function hasRole(held: readonly PersonRole[], wanted: readonly PersonRole[]): boolean {
  return held.includes('admin') || wanted.some((role) => held.includes(role));
}

/** Whether a change of roles takes something away, so that what was opened by the old ones has to end. */
export function losesPower(before: readonly PersonRole[], after: readonly PersonRole[]): boolean {
  return !before.every((role) => hasRole(after, [role]));
}
