import { dayMs } from '../../model/instant.ts';
import { instanceValue, rememberInPlace } from '../../store/records/instance/instance.ts';
import {
  beginStorageCount,
  correctStorage,
  countStorage,
  type StorageCount,
} from '../../store/records/mail/storage.ts';
import type { Engine } from '../context/scope.ts';

/** The first count of a database includes data written by earlier versions. */
const countEveryMs = 7 * dayMs;
const stretchRows = 1_000;
/** No organization has this key, so the count takes turns with every organization's reads. */
const allOrganizations = 0;
const countedName = 'storage counted';

export async function recountStorage({ store: { database }, world }: Engine): Promise<void> {
  const now = world.clock.now();
  const before = await instanceValue(database.reader, countedName);
  const counted = Number(before ?? Number.NEGATIVE_INFINITY);
  if (counted > now - countEveryMs && counted <= now) return;
  const { start, known } = await beginStorageCount(database.reader);
  const sums = new Map<number, number>([...known.keys()].map((organization) => [organization, 0]));
  let place: StorageCount | null = start;
  while (place !== null) {
    place = await countStorage(database.reader.away(allOrganizations), place, sums, stretchRows);
  }
  const off = new Map(
    [...sums].map(([organization, octets]) => [organization, octets - (known.get(organization) ?? 0)]),
  );
  await database.transaction(async (queries) => {
    // Otherwise another process counted at the same time and has already corrected the sums.
    if (!(await rememberInPlace(queries, countedName, before, String(now)))) return;
    await correctStorage(queries, off, now);
  });
}
