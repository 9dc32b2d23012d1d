import type { TokenScope } from '../organization/token.ts';
import { exportKinds, scopeOfKind } from './export-kind.ts';

/** A CSV export requires read access to its kind. */
export function scopesOfExport({ kind: given }: Readonly<Record<string, unknown>>): readonly TokenScope[] {
  const kind = exportKinds.find((one) => one === given);
  return [kind === undefined ? 'subscribers.read' : scopeOfKind[kind]];
}

/** Scopes for exporting one person. */
export const personScopes: readonly TokenScope[] = [
  'subscribers.read',
  'events.read',
  'emails.read',
  'campaigns.read',
  'suppressions.read',
  'organization.read',
];
