/** What the tests of the file that runs have left to end. */
const left = new Set<() => Promise<void>>();

/** Does this once the tests of the file have ended, after their own hooks. */
export function afterFile(work: () => Promise<void>): void {
  left.add(work);
}

/** Called after each file by `deadline.ts`: files that share a process share this module too, and load it once. */
export async function endFile(): Promise<void> {
  const works = [...left];
  left.clear();
  for (const work of works) await work();
}
