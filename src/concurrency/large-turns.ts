import { type ActiveOrganizations, restAfter } from './active-organizations.ts';
import type { Clock } from './clock.ts';
import { FairPlaces } from './fair-places.ts';

/** Larger requests run one at a time per organization: 10 MB block as long as a hundred ordinary sends. */
const largeOctetsMin = 256 * 1024;

/** Organizations with a turn at the same time. A turn may wait long for I/O and must not block the others. */
const organizationsMax = 16;

/** Shared by all doors, so that an organization has one turn across them. */
export class LargeTurns {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #activeOrganizations: ActiveOrganizations;
  readonly #places = new FairPlaces({
    placesMax: organizationsMax,
    perTenantMax: 1,
    perTenantMin: 1,
    overflowMax: 0,
  });

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, activeOrganizations: ActiveOrganizations) {
    this.#clock = clock;
    this.#activeOrganizations = activeOrganizations;
  }

  /** Runs work, in its turn if it is large. `goneBefore` returns a result if the client left, else null. */
  take<Answer>(
    {
      organization,
      octets,
      goneBefore = () => null,
    }: { organization: number | null; octets: number; goneBefore?: () => Answer | null },
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    if (organization === null || octets < largeOctetsMin) return work();
    return this.inTurn(organization, work, goneBefore);
  }

  /** Like `take`, for work that is large regardless of its octets. */
  async inTurn<Answer>(
    organization: number,
    work: () => Promise<Answer>,
    goneBefore: () => Answer | null = () => null,
  ): Promise<Answer> {
    return await new Promise((resolve, reject) => {
      void this.#places.take(String(organization), async () => {
        const gone = goneBefore();
        if (gone !== null) return resolve(gone);
        const began = this.#clock.monotonic();
        await work().then(resolve, reject);
        await this.#rest(organization, this.#clock.monotonic() - began);
      });
    });
  }

  async #rest(organization: number, tookMs: number): Promise<void> {
    const ms = restAfter(tookMs);
    if (ms === 0 || this.#activeOrganizations.isAlone(organization)) return;
    await new Promise<void>((resolve) => this.#clock.after(ms, resolve));
  }
}
