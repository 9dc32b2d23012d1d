import { secondMs } from '../../model/instant.ts';
import type { Clock } from '../../world/clock.ts';
import { FairPlaces } from '../../world/fair-places.ts';

/**
 * A request with a longer body is worked on in its organization's turn, one after the other: to read and judge ten
 * megabytes takes the one event loop as long as a hundred ordinary sends.
 */
const largeOctetsMin = 256 * 1024;

/** Of organizations at the same time. A turn may wait for the world for long, and must not keep the others from theirs. */
const organizationsMax = 16;

/** After its turn an organization leaves the event loop to the others for this many times as long as the turn took, */
const restTimes = 2;
/** but not for longer, */
const restMaxMs = 2 * secondMs;
/** and only where another organization has come within this. */
const othersWithinMs = 2 * secondMs;

export type LargeTurns = {
  /** Notes that somebody of an organization has come. */
  came(organization: number): void;
  /**
   * Works on a request, in its turn where its body is large.
   * @param goneBefore whether its client has gone while it waited; then nothing is begun
   */
  take<Answer>(
    request: { organization: number | null; octets: number; goneBefore: () => Answer | null },
    work: () => Promise<Answer>,
  ): Promise<Answer>;
};

export function largeTurns(clock: Pick<Clock, 'monotonic' | 'after'>): LargeTurns {
  const places = new FairPlaces({
    placesMax: organizationsMax,
    perLaneMax: 1,
    perLaneMin: 1,
    overflowMax: 0,
  });
  /** Who came last, and who came last of all others. */
  let latest = { organization: -1, at: Number.NEGATIVE_INFINITY };
  let before = latest;

  function isAlone(organization: number): boolean {
    const other = latest.organization === organization ? before : latest;
    return clock.monotonic() - other.at > othersWithinMs;
  }

  async function rest(organization: number, tookMs: number): Promise<void> {
    const ms = Math.min(tookMs * restTimes, restMaxMs);
    if (ms < 1 || isAlone(organization)) return;
    await new Promise<void>((resolve) => clock.after(ms, resolve));
  }

  return {
    came(organization) {
      if (organization !== latest.organization) before = latest;
      latest = { organization, at: clock.monotonic() };
    },
    async take({ organization, octets, goneBefore }, work) {
      if (organization === null || octets < largeOctetsMin) return await work();
      return await new Promise((resolve, reject) => {
        void places.take(String(organization), async () => {
          const gone = goneBefore();
          if (gone !== null) return resolve(gone);
          const began = clock.monotonic();
          await work().then(resolve, reject);
          await rest(organization, clock.monotonic() - began);
        });
      });
    },
  };
}
