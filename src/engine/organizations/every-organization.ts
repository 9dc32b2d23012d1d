import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import type { OrganizationRecords } from '../../store/records/organizations.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';

/**
 * The organizations of this server, for the tools of its operator.
 * @throws Error for any other caller, because its tool should have declared the scope `admin`
 */
export function everyOrganization({ store }: Engine, { scopes }: Caller): OrganizationRecords {
  if (!scopesAllow(scopes, 'admin')) throw new Error('only the operator reads every organization');
  return store.organizations;
}

/** The caller's own organization as it is stored now. */
export async function ownOrganization(
  { store }: Engine,
  { organization }: Caller,
): Promise<OrganizationRecord | undefined> {
  return await store.organizations.byKey(organization.key);
}
