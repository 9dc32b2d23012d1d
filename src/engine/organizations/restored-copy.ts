import { isCopy, noGeneration, type Traces } from '../../model/organization/restored-copy.ts';
import type { Database, Queries } from '../../store/database.ts';
import {
  forget,
  instanceValue,
  instanceValueBeforeMigration,
  remember,
  rememberOnce,
} from '../../store/records/instance.ts';
import type { KeptGenerations } from '../../world/kept-generations.ts';
import type { World } from '../../world/world.ts';
import { holdQueue } from './queue-hold.ts';

/** Remembered by a copy that `backup` made: when. */
export const copiedName = 'copied';
/** Remembered by a database of which `backup` made a copy, and by the copy: when it last did. */
export const backedUpName = 'backed up';
const generationName = 'generation';
const objectsName = 'objects';
const generationBytes = 16;

type Recognition = {
  database: Database;
  /** Beside an SQLite database; null where nothing is kept, as for one in memory. */
  kept: KeptGenerations | null;
  world: Pick<World, 'clock' | 'ids' | 'log'>;
};

/**
 * Finds out whether the database is a copy that was put in place of the one that ran here last, and then holds its
 * queue. Afterwards the database can be distinguished from copies made until now.
 */
export async function recogniseCopy({ database, kept, world }: Recognition): Promise<void> {
  if (await isRestored(database.reader, kept)) {
    await database.transaction(async (queries) => {
      await holdQueue(queries, world.clock.now());
      for (const name of [copiedName, generationName, objectsName]) await forget(queries, name);
    });
    // Only now: until the hold is on the disk, the next look must find the copy out again.
    kept?.write([noGeneration]);
  }
  if (database.reader.dialect.name === 'postgres') await keepObjects(database);
  if (kept !== null) await turnGeneration({ database, kept, world });
}

/** As `recogniseCopy` finds it out, without changing anything; for a database that may be older than this version. */
export async function isRestored(reader: Queries, kept: KeptGenerations | null): Promise<boolean> {
  const generation = (await instanceValueBeforeMigration(reader, generationName)) ?? null;
  const copiedAt = (await instanceValueBeforeMigration(reader, copiedName)) ?? null;
  if (reader.dialect.name === 'sqlite') {
    return kept === null ? copiedAt !== null : isCopy({ copiedAt, generation, kept: kept.read() });
  }
  return isCopy({ copiedAt, ...(await objectsOf(reader)) });
}

/**
 * Gives an SQLite database a new generation. The file names both until the new one is on the disk, since a process may
 * die between the two; where it cannot be written, only the older one distinguishes copies from the database.
 */
export async function turnGeneration({
  database,
  kept,
  world: { ids, log },
}: Recognition & { kept: KeptGenerations }): Promise<void> {
  const next = ids.bytes(generationBytes).toString('hex');
  try {
    await database.transaction(async (queries) => {
      const now = await instanceValue(queries, generationName);
      kept.write([now ?? noGeneration, next]);
      await remember(queries, generationName, next);
    });
    // Again within a transaction: no other process turns it meanwhile.
    await database.transaction(async (queries) => {
      if ((await instanceValue(queries, generationName)) === next) kept.write([next]);
    });
  } catch (error) {
    log.warn({ err: error }, 'the generation of the database could not be written down');
  }
}

/**
 * The object ids of the database and of two of its tables: an upgrade in place keeps them, and a dump that is restored
 * has others, on another cluster too, since it makes the tables in another order.
 */
async function objectsOf(queries: Queries): Promise<Pick<Traces, 'generation' | 'kept'>> {
  const row = await queries.get<{ objects: string }>(
    `SELECT concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = current_database()),
       to_regclass('jobs')::oid, to_regclass('emails')::oid) AS objects`,
    [],
  );
  const remembered = (await instanceValueBeforeMigration(queries, objectsName)) ?? null;
  return { generation: row!.objects, kept: remembered === null ? [row!.objects] : [remembered] };
}

async function keepObjects(database: Database): Promise<void> {
  const { generation } = await objectsOf(database.reader);
  await database.transaction((queries) => rememberOnce(queries, objectsName, generation!));
}
