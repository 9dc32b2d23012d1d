import { BoundedMap } from '../../model/bounded-map.ts';
/** Recent failures by name. Bounded: the oldest is forgotten first. */
export type HostCooldown = {
  /** Epoch ms until which the name rests; null if it may be tried. */
  until(name: string, now: number): number | null;
  /** Records a failure. Further failures during the rest do not count. */
  failed(name: string, now: number): void;
  recovered(name: string): void;
};

/** @param restMs rest by the number of consecutive failures, including the current one */
export function hostCooldown(options: {
  namesMax: number;
  restMs: (failures: number) => number;
}): HostCooldown {
  const resting = new BoundedMap<string, { since: number; until: number; failures: number }>(
    options.namesMax,
  );
  // A rest in the future began before the clock was set back, so it is over.
  const stillRests = (rest: { since: number; until: number } | undefined, now: number) =>
    rest !== undefined && rest.since <= now && rest.until > now;
  return {
    until(name, now) {
      const rest = resting.get(name);
      return stillRests(rest, now) ? rest!.until : null;
    },
    failed(name, now) {
      const before = resting.get(name);
      if (stillRests(before, now)) return;
      const failures = (before?.failures ?? 0) + 1;
      resting.set(name, { since: now, until: now + options.restMs(failures), failures });
    },
    recovered(name) {
      resting.delete(name);
    },
  };
}
