import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { Platform } from '../../platform.ts';
import { UsageError } from './parse-options.ts';

/** Returns the organization of `--org`, or the first one. @throws UsageError for an unknown id */
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
