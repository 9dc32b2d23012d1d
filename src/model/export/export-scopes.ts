import type { TokenScope } from '../organization/token.ts';
import { exportKinds, scopeOfKind } from './export-kind.ts';

export function scopesOfExport({ kind: given }: Readonly<Record<string, unknown>>): readonly TokenScope[] {
  const kind = exportKinds.find((one) => one === given);
  return [kind === undefined ? 'subscribers.read' : scopeOfKind[kind]];
}

export const personScopes: readonly TokenScope[] = [
  'subscribers.read',
  'events.read',
  'emails.read',
  'campaigns.read',
  'suppressions.read',
  'organization.read',
];
