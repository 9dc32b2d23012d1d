import type { Caller, Engine } from '../../engine/scope.ts';
import { parseMailbox } from '../../model/address.ts';
import { minuteMs } from '../../model/instant.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';

/** So many different people are mailed one by one without a word of a person; whoever mails more, mails many. */
export const unaskedPeopleMax = 10;
const countedMs = 15 * minuteMs;
/** Organizations with each their tokens; whoever mailed longest ago is forgotten first. */
const holdersMax = 5_000;

/** Who was mailed one by one, with nobody asked: in this process, and no longer than it counts. */
export type UnaskedMail = {
  /** Whether one more person would be too many. */
  isFull(caller: Caller): boolean;
  /**
   * Counts these people, unless one of them would be too many. Fixtures never reach anybody and do not count.
   * @returns how to take it back, where none of them was mailed after all; null when it would be too many
   */
  take(caller: Caller, addresses: readonly string[]): (() => void) | null;
};

type Mailed = { at: number };

export function unaskedMail({
  world: { clock },
  secretBox,
  settings,
}: Pick<Engine, 'world' | 'secretBox' | 'settings'>): UnaskedMail {
  /** By whose token; in it by a mark that nobody can read an address out of. */
  const holders = new Map<string, Map<string, Mailed>>();

  function mailedBy(holder: string): Map<string, Mailed> {
    const mailed = holders.get(holder) ?? new Map<string, Mailed>();
    const since = clock.now() - countedMs;
    for (const [mark, { at }] of mailed) if (at <= since) mailed.delete(mark);
    return mailed;
  }

  /** What cannot be read as an address is a person too. */
  function marksOf(addresses: readonly string[]): string[] {
    const marks = addresses.flatMap((address) => {
      const read = parseMailbox(address);
      if (read.ok && fixtureRule(read.mailbox, settings.testRunners)) return [];
      return secretBox.mac('mailed unasked', read.ok ? read.mailbox.key : address).toString('base64url');
    });
    return [...new Set(marks)];
  }

  return {
    isFull: (caller) => mailedBy(holderOf(caller)).size >= unaskedPeopleMax,
    take(caller, addresses) {
      const holder = holderOf(caller);
      const mailed = mailedBy(holder);
      const marks = marksOf(addresses);
      const fresh = marks.filter((mark) => !mailed.has(mark));
      if (fresh.length > 0 && mailed.size + fresh.length > unaskedPeopleMax) return null;
      if (marks.length === 0) return () => {};
      const now: Mailed = { at: clock.now() };
      for (const mark of marks) mailed.set(mark, now);
      holders.delete(holder);
      holders.set(holder, mailed);
      if (holders.size > holdersMax) holders.delete(holders.keys().next().value!);
      return () => {
        // Whoever was mailed by another call meanwhile stays counted.
        for (const mark of fresh) if (mailed.get(mark) === now) mailed.delete(mark);
      };
    },
  };
}

function holderOf({ organization, token }: Caller): string {
  return `${organization.key} ${token?.id ?? 'operator'}`;
}
