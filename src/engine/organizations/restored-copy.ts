import type { Database, Queries } from '../../store/database.ts';
import {
  forget,
  instanceValue,
  instanceValueBeforeMigration,
  remember,
  rememberOnce,
} from '../../store/records/instance/instance.ts';
import type { KeptGenerations } from '../../world/kept-generations.ts';
import type { World } from '../../world/world.ts';
import { holdQueue } from './queue-hold.ts';

/** Set in a copy that `backup` made: its time. */
export const copiedName = 'copied';
/** Set in a database that was backed up, and in its copy: the time of the last backup. */
export const backedUpName = 'backed up';
const generationName = 'generation';
const objectsName = 'objects';
const generationBytes = 16;

type Recognition = {
  database: Database;
  /** The generation file next to an SQLite database; null without a file, for example for a database in memory. */
  kept: KeptGenerations | null;
  world: Pick<World, 'clock' | 'ids' | 'log'>;
};

/** Detects a restored copy and holds its queue. Afterwards the database differs from all earlier copies. */
export async function recogniseCopy({ database, kept, world }: Recognition): Promise<void> {
  if (await isRestored(database.reader, kept)) {
    await database.transaction(async (queries) => {
      await holdQueue(queries, world.clock.now());
      for (const name of [copiedName, generationName, objectsName]) await forget(queries, name);
    });
    // Only now, because until the hold is on the disk the next start must detect the copy again.
    kept?.write([noGeneration]);
  }
  if (database.reader.dialect.name === 'postgres') await keepObjects(database);
  if (kept !== null) await turnGeneration({ database, kept, world });
}

/** Works before migrations and changes nothing. */
export async function isRestored(reader: Queries, kept: KeptGenerations | null): Promise<boolean> {
  const generation = (await instanceValueBeforeMigration(reader, generationName)) ?? null;
  const copiedAt = (await instanceValueBeforeMigration(reader, copiedName)) ?? null;
  if (reader.dialect.name === 'sqlite') {
    return kept === null ? copiedAt !== null : isCopy({ copiedAt, generation, kept: kept.read() });
  }
  return isCopy({ copiedAt, ...(await objectsOf(reader)) });
}

/** Until the new generation is on disk, the file names both, because the process may die in between. */
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
    // The transaction keeps other processes from changing the value in between.
    await database.transaction(async (queries) => {
      if ((await instanceValue(queries, generationName)) === next) kept.write([next]);
    });
  } catch (error) {
    log.warn({ err: error }, 'The generation of the database could not be written to its file');
  }
}

/** An in-place upgrade keeps object ids. A restored dump creates the tables in another order. */
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

/** Mail in a copy may have left since. A generation is a random name, renewed while running and also stored on disk. */
type Traces = {
  /** Time of the `backup` that made the copy; null otherwise. */
  copiedAt: string | null;
  generation: string | null;
  /** Valid generations stored next to the database; null if none are stored. */
  kept: readonly string[] | null;
};

const noGeneration = '-';

function isCopy({ copiedAt, generation, kept }: Traces): boolean {
  if (copiedAt !== null) return true;
  return kept === null ? generation !== null : !kept.includes(generation ?? noGeneration);
}
