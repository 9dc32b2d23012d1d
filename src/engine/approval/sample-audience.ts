import {
  type ApprovedPeople,
  approvedPeople,
  approvedPeopleMax,
} from '../../model/campaign/approved-people.ts';
import { type Lot, type LotSeed, type LotsWanted, lotsMax } from '../../store/sample-sql.ts';
import type { Engine } from '../context/scope.ts';

/** A mark is only compared with the mark of the same person: 48 bits of it. */
const markBytes = 6;
/** Of a MAC that is read as a number, as many as a number takes. */
const seedBytes = 6;

/** Those with the smallest lots. */
export type Drawing = {
  /** Which lots are still small enough, for the next slice. */
  wanted(): LotsWanted;
  add(people: readonly Lot[]): void;
  people(): ApprovedPeople;
};

/**
 * Draws a sample of the people of a campaign. Lots and marks are made with the instance's secret, so that no caller can
 * predict the sample or read an address out of it.
 *
 * A row for each person would compare exactly, but every preview of a million people would compute a million marks (3.6 s)
 * and write 20 MB (1 to 15 s of the only writer), mostly for campaigns that are previewed again or never sent.
 * @param id the campaign
 * @param max how many are kept
 */
export function sampleAudience(
  { secretBox }: Pick<Engine, 'secretBox'>,
  id: string,
  max = approvedPeopleMax,
): Drawing {
  const seed = seedOf(secretBox, id);
  // One more than is kept: who there is besides makes it a sample.
  const limit = max + 1;
  let kept: readonly Lot[] = [];
  const mark = (email: string): string =>
    secretBox.mac('agreed people', `${id} ${email}`).toString('base64url', 0, markBytes);
  return {
    wanted: () => ({ seed, below: kept.length < limit ? lotsMax : kept.at(-1)!.lot, limit }),
    add(people) {
      // A person may be seen twice: by their line, and in an audience that is still being enrolled.
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
