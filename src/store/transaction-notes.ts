import type { Database, Queries } from './database.ts';

/** Notes of one subject. The first note of a transaction creates them. */
export type Notes<Kept> = { begin(): Kept };

/** Handles the notes of one subject at the end of each transaction that took any. */
export type NotesWriter<Kept = unknown> = {
  notes: Notes<Kept>;
  /** Runs in the transaction, after its work. */
  write?(queries: Queries, kept: Kept): Promise<void>;
  /** Runs after the commit. */
  committed?(kept: Kept): void;
};

const taken = new WeakMap<Queries, Map<Notes<unknown>, unknown>>();

/**
 * Wraps a database whose transactions write their notes last, so that rows shared by all are locked briefly.
 * @param writers in lock order
 */
export function takingNotes(database: Database, writers: readonly NotesWriter[]): Database {
  return {
    ...database,
    async transaction(work, kind) {
      let notes = new Map<Notes<unknown>, unknown>();
      const answer = await database.transaction(async (queries) => {
        // A conflict repeats the work, and only the notes of the last attempt count.
        notes = new Map();
        taken.set(queries, notes);
        try {
          const answer = await work(queries);
          for (const writer of writers) {
            if (notes.has(writer.notes)) await writer.write?.(queries, notes.get(writer.notes));
          }
          return answer;
        } finally {
          taken.delete(queries);
        }
      }, kind);
      for (const writer of writers) {
        if (notes.has(writer.notes)) writer.committed?.(notes.get(writer.notes));
      }
      return answer;
    },
  };
}

/** Returns the notes of the running transaction; undefined outside a transaction that takes notes. */
export function notesIn<Kept>(queries: Queries, notes: Notes<Kept>): Kept | undefined {
  const all = taken.get(queries);
  if (all === undefined) return undefined;
  if (!all.has(notes)) all.set(notes, notes.begin());
  return all.get(notes) as Kept;
}
