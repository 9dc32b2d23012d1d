import type { TokenScope } from '../organization/token.ts';

/** None includes `admin`, which belongs to the operator and reaches every organization. */

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

/** No scope allows an approver's decisions, because a token with every scope must not decide. */
export const scopesOfRole: Readonly<Record<PersonRole, readonly TokenScope[]>> = {
  viewer: reading,
  author: [...reading, 'subscribers.write', 'tags.write', 'events.write', 'campaigns.write'],
  approver: reading,
  admin: ['full_access'],
};

export function scopesOfRoles(roles: readonly PersonRole[]): TokenScope[] {
  return [...new Set(roles.flatMap((role) => scopesOfRole[role]))];
}

export function hasRole(held: readonly PersonRole[], wanted: readonly PersonRole[]): boolean {
  return held.includes('admin') || wanted.some((role) => held.includes(role));
}

/** Ends sessions whose person lost a role. */
export function losesPower(before: readonly PersonRole[], after: readonly PersonRole[]): boolean {
  return !before.every((role) => hasRole(after, [role]));
}
