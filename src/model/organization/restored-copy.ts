/** Mail in a copy may have left since. A generation is a random name, renewed while running and also stored on disk. */
export type Traces = {
  /** Time of the `backup` that made the copy; null otherwise. */
  copiedAt: string | null;
  generation: string | null;
  /** Valid generations stored next to the database; null if none are stored. */
  kept: readonly string[] | null;
};

export const noGeneration = '-';

export function isCopy({ copiedAt, generation, kept }: Traces): boolean {
  if (copiedAt !== null) return true;
  return kept === null ? generation !== null : !kept.includes(generation ?? noGeneration);
}
