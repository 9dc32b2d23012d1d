import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import type { OrganizationRecords } from '../../store/records/access/organizations.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';

/** For the operator's tools. @throws Error if the calling tool did not declare the scope `admin` */
export function everyOrganization({ store }: Engine, { scopes }: Caller): OrganizationRecords {
  if (!scopesAllow(scopes, 'admin')) throw new Error('only the operator reads every organization');
  return store.organizations;
}

export async function ownOrganization(
  { store }: Engine,
  { organization }: Caller,
): Promise<OrganizationRecord | undefined> {
  return await store.organizations.byKey(organization.key);
}
