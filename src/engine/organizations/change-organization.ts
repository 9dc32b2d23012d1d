import { changedOrganization, type OrganizationRecord } from '../../model/organization/organization.ts';
import type { Queries } from '../../store/database.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import { planAskWaiting } from '../context/ask-waiting.ts';

/** @returns undefined when the organization does not exist */
export async function changeOrganization(
  queries: Queries,
  key: number,
  change: Parameters<typeof changedOrganization>[1],
  now: number,
): Promise<OrganizationRecord | undefined> {
  const organizations = new OrganizationRecords(queries);
  const known = await organizations.hold(key);
  if (!known) return undefined;
  const next = changedOrganization(known, change);
  await organizations.update(next);
  if (next.doubleOptIn && next.defaultFrom !== known.defaultFrom) await planAskWaiting(queries, key, now);
  return next;
}
