/** Recent failures by name, each left alone for a while. Bounded: the oldest is forgotten first. */
type HostCooldown = {
  /** Until when, in epoch ms; null when it may be tried. */
  until(name: string, now: number): number | null;
  /** Records a failure. While a name rests, further failures do not count. */
  failed(name: string, now: number): void;
  recovered(name: string): void;
};

/** @param restMs how long, by consecutive failures, including the current one */
export function hostCooldown(options: {
  namesMax: number;
  restMs: (failures: number) => number;
}): HostCooldown {
  const resting = new Map<string, { since: number; until: number; failures: number }>();
  // A rest in the future began before the clock was set back: it is over.
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
      resting.delete(name);
      resting.set(name, { since: now, until: now + options.restMs(failures), failures });
      const [oldest] = resting.keys();
      if (resting.size > options.namesMax && oldest !== undefined) resting.delete(oldest);
    },
    recovered(name) {
      resting.delete(name);
    },
  };
}
