import { logoLimits } from '../../model/organization/logo.ts';
import { changedOrganization, type OrganizationRecord } from '../../model/organization/organization.ts';
import type { Queries } from '../../store/database.ts';
import { addLogo, removeLogos } from '../../store/records/access/logos.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import { planAskWaiting } from '../context/ask-waiting.ts';
import { assertStorage } from './assert-storage.ts';

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
  if (change.logo !== undefined) await keepLogo(queries, next, change.logo, now);
  if (next.doubleOptIn && next.defaultFrom !== known.defaultFrom) await planAskWaiting(queries, key, now);
  return next;
}

/** Removing the logo also removes the earlier ones, so that no picture stays by accident. @throws StorageFull */
async function keepLogo(
  queries: Queries,
  organization: OrganizationRecord,
  content: string | null,
  now: number,
): Promise<void> {
  const { key, logo } = organization;
  if (!logo || content === null) return await removeLogos(queries, key, 0);
  await addLogo(queries, key, { file: logo.file, content, createdAt: now });
  await removeLogos(queries, key, logoLimits.keptPerOrganization);
  await assertStorage(queries, organization);
}
