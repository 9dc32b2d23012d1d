import type { Clock } from '../../../concurrency/clock.ts';
import { minuteMs } from '../../../model/instant.ts';
import { unmarked } from '../output/mark-untrusted-text.ts';
import type { Fields } from '../protocol/fields.ts';

/** Open at once: forms before people, each of which holds a call with its arguments in memory. */
const openOfOneOrganizationMax = 20;
const openMax = 500;
/** Beyond so many in all, an organization may have one: what a few of them hold does not keep others from asking. */
const sharedMax = 250;
/** Longer than any client waits for its person; after it the slot is free again, answered or not. */
const openMaxMs = 15 * minuteMs;
/** A call with more to hold (characters of its arguments, as they are meant) is not held: it is refused. */
export const heldCharactersMax = 256 * 1024;
/** The same as they came, with the marks of the fence that were copied along: they are held too. */
const cameCharactersMax = 2 * heldCharactersMax;

/** Whether arguments are too large to be held until a person has answered. */
export function isTooLarge(given: Fields): boolean {
  const came = JSON.stringify(given).length;
  if (came <= heldCharactersMax) return false;
  return came > cameCharactersMax || JSON.stringify(unmarked(given)).length > heldCharactersMax;
}

/** Questions that were put to clients of older revisions in the middle of a call, and are not answered yet. */
export type PendingElicitations = {
  /** @returns how to give the place back, once or more; null when there is none left */
  take(organization: number): (() => void) | null;
};

export function pendingElicitations(clock: Clock): PendingElicitations {
  const open = new Map<number, number>();
  let all = 0;
  return {
    take(organization) {
      const mine = open.get(organization) ?? 0;
      const most = all < sharedMax ? openOfOneOrganizationMax : 1;
      if (mine >= most || all >= openMax) return null;
      open.set(organization, mine + 1);
      all += 1;
      let held = true;
      const giveBack = (): void => {
        if (!held) return;
        held = false;
        cancel();
        all -= 1;
        const left = open.get(organization)! - 1;
        if (left > 0) open.set(organization, left);
        else open.delete(organization);
      };
      const cancel = clock.after(openMaxMs, giveBack);
      return giveBack;
    },
  };
}
