import { dayMs } from '../model/instant.ts';
import { recall, remember } from '../store/records/instance.ts';
import {
  allStorage,
  correctStorage,
  countStorage,
  type StorageCount,
  storageCountStart,
} from '../store/records/storage.ts';
import type { Engine } from './scope.ts';

/** What every transaction adds up is counted again after this long: what was kept before it was added up is found so. */
const countEveryMs = 7 * dayMs;
/** Rows of one statement, read where they keep nobody waiting. */
const stretchRows = 1_000;
/** Not an organization: whoever walks for one of them takes turns with this. */
const everybody = 0;
const countedName = 'storage counted';

/** Counts what each organization keeps, if it was not done lately. */
export async function recountStorage({ store: { database }, world }: Engine): Promise<void> {
  const now = world.clock.now();
  const counted = Number((await recall(database.reader, countedName)) ?? Number.NEGATIVE_INFINITY);
  if (counted > now - countEveryMs && counted <= now) return;
  const known = await allStorage(database.reader);
  const sums = new Map<number, number>([...known.keys()].map((organization) => [organization, 0]));
  let place: StorageCount | null = storageCountStart;
  while (place !== null) {
    place = await countStorage(database.reader.away(everybody), place, sums, stretchRows);
  }
  const off = new Map(
    [...sums].map(([organization, octets]) => [organization, octets - (known.get(organization) ?? 0)]),
  );
  await database.transaction(async (queries) => {
    await correctStorage(queries, off, now);
    await remember(queries, countedName, String(now));
  });
}
