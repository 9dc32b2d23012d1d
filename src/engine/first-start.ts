import { hash } from 'node:crypto';
import type { OrganizationRecord, PlanName } from '../model/organization.ts';
import { type TokenScope, tokenPrefixShownLength } from '../model/token.ts';
import { claimFirstStart } from '../store/records/first-start.ts';
import { OrganizationRecords } from '../store/records/organizations.ts';
import { OrganizationStore, type Store } from '../store/store.ts';
import type { World } from '../world/world.ts';

export type FirstStart = {
  /** The default organization: the first one made. */
  organization: OrganizationRecord;
  /** Its token, when it was made now: it is not kept, so this is the one time it can be shown. */
  madeToken: string | null;
};

/** The first token may do everything, the operator's tools included. */
export const firstTokenScopes: readonly TokenScope[] = ['full_access', 'admin'];

/**
 * Makes the default organization and its token at the first start on an empty database; later starts find them.
 * Of several processes that start at once exactly one makes them.
 *
 * @param wishes from the operator's configuration; `apiKey` null to make one
 */
export async function firstStart(
  store: Store,
  world: World,
  wishes: { apiKey: string | null; plan: PlanName; sendingEnabled: boolean },
): Promise<FirstStart> {
  const existing = await store.organizations.first();
  if (existing) return { organization: existing, madeToken: null };
  const secret = wishes.apiKey ?? world.ids.secret();
  const made = await store.database.transaction(async (queries) => {
    if (!(await claimFirstStart(queries))) return null;
    const now = world.clock.now();
    const organization = await new OrganizationRecords(queries).add({
      id: world.ids.id('org'),
      name: 'Default',
      plan: wishes.plan,
      sendingEnabled: wishes.sendingEnabled,
      defaultFrom: null,
      timezone: 'UTC',
      doubleOptIn: false,
      postalAddress: null,
      createdAt: now,
    });
    await new OrganizationStore(queries, organization.key).tokens.add(
      {
        id: world.ids.id('tok'),
        name: 'First token',
        prefix: secret.slice(0, tokenPrefixShownLength),
        scopes: [...firstTokenScopes],
        domainId: null,
        mode: 'live',
        allowedRecipients: null,
        sendCap: null,
        ipAllowlist: null,
        lastUsedAt: null,
        createdAt: now,
        expiresAt: null,
        revokedAt: null,
      },
      hash('sha256', secret),
    );
    return organization;
  });
  if (made) return { organization: made, madeToken: wishes.apiKey === null ? secret : null };
  const others = await store.organizations.first();
  if (!others) throw new Error('the first start was claimed and left nothing');
  return { organization: others, madeToken: null };
}
