import type { PlanName } from '../../model/limits/plan.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { nameWhileUnset } from '../../model/organization/organization.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import { claimFirstStart } from '../../store/records/instance/instance.ts';
import type { Store } from '../../store/store.ts';
import type { World } from '../../world/world.ts';
import { addOrganization } from './add-organization.ts';

export type FirstStart = {
  organization: OrganizationRecord;
  /** Set if this start created it. Only its hash is stored, so it can be shown only now. */
  madeToken: string | null;
  isFirst: boolean;
};

export const firstTokenScopes: readonly TokenScope[] = ['full_access', 'admin'];

/**
 * If several processes start at once, exactly one creates the organization. Without an `apiKey`, a token is
 * created only if `showsToken`, because a token that no person has seen is useless.
 */
export async function firstStart(
  store: Store,
  world: World,
  wishes: {
    apiKey: string | null;
    showsToken?: boolean | undefined;
    /** Name that recipients read. */
    name?: string | undefined;
    plan: PlanName;
    sendingEnabled: boolean;
  },
): Promise<FirstStart> {
  const existing = await store.organizations.first();
  if (existing) return { organization: existing, madeToken: null, isFirst: false };
  const secret = wishes.apiKey ?? (wishes.showsToken !== false ? world.ids.secret() : null);
  const made = await store.database.transaction(async (queries) => {
    if (!(await claimFirstStart(queries))) return null;
    return await addOrganization(
      queries,
      world.ids,
      { name: wishes.name ?? nameWhileUnset, plan: wishes.plan, sendingEnabled: wishes.sendingEnabled },
      secret === null ? null : { secret, scopes: firstTokenScopes },
      world.clock.now(),
    );
  });
  if (made) return { organization: made, madeToken: wishes.apiKey === null ? secret : null, isFirst: true };
  const others = await store.organizations.first();
  if (!others) throw new Error('the first start was claimed and left nothing');
  return { organization: others, madeToken: null, isFirst: false };
}
