import { nextOldFile, noteFileGone } from '../../store/records/transfers/import-files.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

const stretchPieces = 1_000;

/** Removes files after a week, or immediately if a person in them was erased. */
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
