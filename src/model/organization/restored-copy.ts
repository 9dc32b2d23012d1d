/**
 * Whether a database is the one that ran here last, or a copy: a copy holds mail that may have left since it was made.
 * A generation is a random name that is given to the database at start and again while it runs, and kept beside it.
 */
export type Traces = {
  /** When `backup` made this copy; null for a database that is not a copy. */
  copiedAt: string | null;
  /** The generation in the database; null if it has none yet. */
  generation: string | null;
  /** The generations stored beside the database, which it may have; null where none are stored. */
  kept: readonly string[] | null;
};

/** Stored for a database without a generation. */
export const noGeneration = '-';

export function isCopy({ copiedAt, generation, kept }: Traces): boolean {
  if (copiedAt !== null) return true;
  return kept === null ? generation !== null : !kept.includes(generation ?? noGeneration);
}
