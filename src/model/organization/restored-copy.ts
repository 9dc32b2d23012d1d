/**
 * Tells the database that ran here last from a copy, whose mail may have left since the copy was made. A generation is
 * a random name, renewed at start and while running, and also stored beside the database.
 */
export type Traces = {
  /** Time of the `backup` that made the copy; null otherwise. */
  copiedAt: string | null;
  /** Null if the database has none yet. */
  generation: string | null;
  /** Valid generations stored beside the database; null if none are stored. */
  kept: readonly string[] | null;
};

/** Stored for a database without a generation. */
export const noGeneration = '-';

export function isCopy({ copiedAt, generation, kept }: Traces): boolean {
  if (copiedAt !== null) return true;
  return kept === null ? generation !== null : !kept.includes(generation ?? noGeneration);
}
