import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Audience } from '../../model/campaign/campaign.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { judgedMax } from '../audience/count-audience.ts';
import { resolveAudience } from '../audience/resolve-audience.ts';
import type { Door } from '../context/caller.ts';
import type { Scope } from '../context/scope.ts';
import { findCoolingDown } from '../recipients/find-cooling-down.ts';

const lookingMaxMs = 10_000;
/** Slices read for a draft, which other writers wait for. */
export const draftLooksMax = 4;

/** False if the limits are reached, or a part of the audience was deleted, which has its own refusal. @param at epoch ms */
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
    // Cooldowns are not checked in a larger audience.
    if (resting > judgedMax) return false;
    if (mailable > 0) {
      const people = await store.audiences.deliverable(terms, at, after, mailable);
      const emails = people.map(({ email }) => email);
      if ((await findCoolingDown(engine, caller, emails, at)).size < emails.length) return false;
    }
    after = next;
  }
  return true;
}

/** Doors that reject a send to an empty audience. The REST specification requires REST to accept it. */
const refusing: ReadonlySet<Door> = new Set(['mcp', 'cli', 'tools']);

export function refusesEmptyAudience({ door }: { door: Door }): boolean {
  return refusing.has(door);
}
