import { hash } from 'node:crypto';
import type { PlanName } from '../../model/limits/plan.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { type TokenScope, tokenPrefixShownLength } from '../../model/organization/token.ts';
import type { Queries } from '../../store/database.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Ids } from '../../world/ids.ts';

type NewOrganization = {
  name: string;
  plan: PlanName;
  sendingEnabled: boolean;
  storageOctetsMax?: number | null;
};

/** Adds default settings, and a first token unless `token` is null. Only the hash of its secret is stored. */
export async function addOrganization(
  queries: Queries,
  ids: Pick<Ids, 'id'>,
  { name, plan, sendingEnabled, storageOctetsMax = null }: NewOrganization,
  token: { secret: string; scopes: readonly TokenScope[] } | null,
  now: number,
): Promise<OrganizationRecord> {
  const organization = await new OrganizationRecords(queries).add({
    id: ids.id('org'),
    name,
    plan,
    sendingEnabled,
    defaultFrom: null,
    timezone: 'UTC',
    doubleOptIn: false,
    postalAddress: null,
    storageOctetsMax,
    createdAt: now,
  });
  if (token === null) return organization;
  await new OrganizationStore(queries, organization.key).tokens.add(
    {
      id: ids.id('tok'),
      name: 'First token',
      prefix: token.secret.slice(0, tokenPrefixShownLength),
      scopes: [...token.scopes],
      domainId: null,
      mode: 'live',
      allowedRecipients: null,
      sendCap: null,
      ipAllowlist: null,
      lastUsedAt: null,
      createdAt: now,
      expiresAt: null,
      revokedAt: null,
      mintedBy: null,
      assistant: false,
    },
    hash('sha256', token.secret),
  );
  return organization;
}
