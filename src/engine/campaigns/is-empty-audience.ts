import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Audience } from '../../model/campaign/campaign.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { judgedMax } from '../audience/count-audience.ts';
import { resolveAudience } from '../audience/resolve-audience.ts';
import type { Door } from '../context/caller.ts';
import type { Scope } from '../context/scope.ts';
import { restingAmong } from '../recipients/resting-among.ts';

/** A caller who waits for a send waits no longer than this for the answer. */
const lookingMaxMs = 10_000;
/** Looks at an audience for the answer of a draft, which other writers wait for. */
export const draftLooksMax = 4;

/**
 * Whether an audience has no subscriber who would get a campaign at a time: none is ACTIVE, unsuppressed and not resting.
 * False as soon as one is found, where it was not found out within the bounds, and where something that the audience
 * names is gone, which a send is refused for by name.
 *
 * @param at epoch ms
 */
export async function isEmptyAudience(
  { engine, caller }: Pick<Scope, 'engine' | 'caller'>,
  store: OrganizationStore,
  audience: Audience,
  at: number,
  looksMax = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const { clock } = engine.world;
  const endsAt = clock.monotonic() + lookingMaxMs;
  const terms = await resolveAudience(store, audience);
  // A send is refused for the tag or segment that is gone, which says more than that the audience is empty.
  if (terms.isEmpty) return false;
  let resting = 0;
  let looks = 0;
  for (let after: number | null = 0; after !== null; await nextTurn()) {
    if (looks >= looksMax || clock.monotonic() > endsAt) return false;
    looks += 1;
    const { parts, next } = await store.audiences.slice(terms, at, after);
    const mailable = parts
      .filter(({ status, suppressed }) => status === 'ACTIVE' && suppressed === 'no')
      .reduce((sum, { amount }) => sum + amount, 0);
    resting += mailable;
    // Cooldowns are not looked up in a larger audience.
    if (resting > judgedMax) return false;
    if (mailable > 0) {
      const people = await store.audiences.deliverable(terms, at, after, mailable);
      const emails = people.map(({ email }) => email);
      if ((await restingAmong(engine, caller, emails, at)).size < emails.length) return false;
    }
    after = next;
  }
  return true;
}

/**
 * Doors that refuse a send to an empty audience: an assistant and a person on the command line meant to reach readers. The
 * specification has REST take it.
 */
const refusing: ReadonlySet<Door> = new Set(['mcp', 'cli', 'tools']);

export function refusesEmptyAudience({ door }: { door: Door }): boolean {
  return refusing.has(door);
}
