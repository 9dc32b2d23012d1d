import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { Platform } from '../../platform.ts';
import { UsageError } from './parse-options.ts';

/** The organization that `--org` names; the first one of the machine where it is left out. @throws UsageError where there is none */
export async function namedOrganization(
  { engine, start }: Pick<Platform, 'engine' | 'start'>,
  id: string | undefined,
): Promise<OrganizationRecord> {
  if (id === undefined) return start.organization;
  const found = await engine.store.organizations.byId(id);
  if (!found)
    throw new UsageError(`--org ${id} is no organization of this machine; list_organizations lists them`);
  return found;
}
