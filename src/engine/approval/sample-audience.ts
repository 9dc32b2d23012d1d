import {
  type ApprovedPeople,
  approvedPeople,
  approvedPeopleMax,
} from '../../model/campaign/approved-people.ts';
import { type Lot, type LotSeed, type LotsWanted, lotsMax } from '../../store/audience/sample-sql.ts';
import type { Engine } from '../context/scope.ts';

/** 48 bits suffice, because a mark is compared only with the same person's mark. */
const markBytes = 6;
const seedBytes = 6;

/** Keeps the people with the smallest lots. */
export type Drawing = {
  wanted(): LotsWanted;
  add(people: readonly Lot[]): void;
  people(): ApprovedPeople;
};

/**
 * The secret keeps callers from predicting the sample or recovering addresses. Storing every person would
 * cost a preview of a million people 3.6 s of CPU and 20 MB, mostly for campaigns that are never sent.
 */
export function sampleAudience(
  { secretBox }: Pick<Engine, 'secretBox'>,
  id: string,
  max = approvedPeopleMax,
): Drawing {
  const seed = seedOf(secretBox, id);
  // One more than kept, to know whether it is only a sample.
  const limit = max + 1;
  let kept: readonly Lot[] = [];
  const mark = (email: string): string =>
    secretBox.mac('agreed people', `${id} ${email}`).toString('base64url', 0, markBytes);
  return {
    wanted: () => ({ seed, below: kept.length < limit ? lotsMax : kept.at(-1)!.lot, limit }),
    add(people) {
      // A person may occur twice: as an enrolled recipient and in the audience.
      const byLot = new Map([...kept, ...people].map((one) => [one.lot, one]));
      kept = [...byLot.values()].sort((a, b) => a.lot - b.lot).slice(0, limit);
    },
    people: () =>
      approvedPeople(
        kept.map(({ lot, email }) => [lot, mark(email)] as const),
        max,
      ),
  };
}

function seedOf({ mac }: Engine['secretBox'], id: string): LotSeed {
  const bytes = mac('agreed lots', id);
  return {
    factor: 1 + (bytes.readUIntBE(0, seedBytes) % (lotsMax - 1)),
    addend: bytes.readUIntBE(seedBytes, seedBytes) % lotsMax,
  };
}
