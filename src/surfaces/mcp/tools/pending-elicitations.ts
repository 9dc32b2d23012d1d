import type { Clock } from '../../../concurrency/clock.ts';
import { minuteMs } from '../../../model/instant.ts';
import type { Fields } from '../../../model/text/fields.ts';
import { unmarked } from '../output/mark-untrusted-text.ts';

/** Limits of open elicitations. Each keeps a call with its arguments in memory. */
const openOfOneOrganizationMax = 20;
const openMax = 500;
/** Above this total, each organization may have only one, so that a few organizations cannot block the others. */
const sharedMax = 250;
/** Longer than any client waits. After this time the slot is released even without an answer. */
const openMaxMs = 15 * minuteMs;
/** Maximum length of the arguments of a waiting call, without copied fences. Larger calls are refused. */
export const heldCharactersMax = 256 * 1024;
/** Limit of the arguments with their fences, which are kept in memory too. */
const cameCharactersMax = 2 * heldCharactersMax;

export function isTooLarge(given: Fields): boolean {
  const came = JSON.stringify(given).length;
  if (came <= heldCharactersMax) return false;
  return came > cameCharactersMax || JSON.stringify(unmarked(given)).length > heldCharactersMax;
}

/** Open elicitations of clients of older revisions, which keep their call open. */
export type PendingElicitations = {
  /** @returns releases the slot and may be called twice; null when none is left */
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
