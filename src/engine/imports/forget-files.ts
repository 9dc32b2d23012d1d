import { nextOldFile, noteFileGone } from '../../store/records/import-files.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

/** Pieces of a file that are removed in one transaction. */
const stretchPieces = 1_000;

/**
 * Removes files of imports that are past their retention time: a week, or at once where a person was erased.
 * @param only the organization whose files are removed; all when left out
 */
export async function forgetImportedFiles(
  { store: { database }, world }: Pick<Engine, 'store' | 'world'>,
  only?: number,
): Promise<void> {
  for (;;) {
    const now = world.clock.now();
    const old = await nextOldFile(database.reader, now, only);
    if (!old) return;
    const { key, organization } = old;
    await database.transaction(async (queries) => {
      const { importFiles } = new OrganizationStore(queries, organization);
      if (!(await importFiles.removePieces(key, stretchPieces))) await noteFileGone(queries, key, now);
    });
  }
}
