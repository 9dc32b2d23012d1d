import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { Store } from '../../store/store.ts';
import { posthouse } from '../../world/command-line.ts';
import { firstTokenScopes } from '../organizations/first-start.ts';

export type TokenHint = { state: 'none' | 'never used' | 'used'; sentence: string };

/** The secret of an organization's first token is shown only once, and may never have been seen. */
export async function tokenHint(
  store: Store,
  organization: OrganizationRecord,
  now: number,
): Promise<TokenHint> {
  const { usable, lastUsedAt } = await store.forOrganization(organization.key).tokens.inUse(now);
  const isFirst = (await store.organizations.first())?.id === organization.id;
  const make = makeTokenCommand(isFirst ? null : organization);
  if (usable === 0) {
    return {
      state: 'none',
      sentence: `${organization.name} has no valid API token. To create one:\n  ${make}`,
    };
  }
  if (lastUsedAt === null) {
    return {
      state: 'never used',
      sentence: `No API token of ${organization.name} has been used yet. If you did not save it, create another:\n  ${make}`,
    };
  }
  return { state: 'used', sentence: `An API token of ${organization.name} is in use.` };
}

function makeTokenCommand(organization: OrganizationRecord | null): string {
  const scopes = firstTokenScopes.map((scope) => ` --scopes ${scope}`).join('');
  const of = organization === null ? '' : ` --org ${organization.id}`;
  return `${posthouse} tools run create_token --name Operator${scopes}${of}`;
}
