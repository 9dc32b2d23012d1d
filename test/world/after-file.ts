/** Cleanup registered by the tests of the current file. */
const left = new Set<() => Promise<void>>();

/** Runs this after the tests of the file and their hooks. */
export function afterFile(work: () => Promise<void>): void {
  left.add(work);
}

/** Called after each file by `deadline.ts`, because files that share a process load this module only once. */
export async function endFile(): Promise<void> {
  const works = [...left];
  left.clear();
  for (const work of works) await work();
}
