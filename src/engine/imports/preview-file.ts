import { addedCounts, type ImportCounts, noCounts } from '../../model/import/counts.ts';
import type { Reading } from '../../model/import/import.ts';
import { SeenTexts } from '../../model/import/seen-texts.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { ofOperator } from '../approval/allowance.ts';
import { readTags } from '../audience/hold-tags.ts';
import { judgedRows, randomSeed } from './batch-size.ts';
import type { FileOctets } from './file-pieces.ts';
import { type ImportScene, judgeRows } from './judge-rows.ts';
import { countStopped } from './keep-rows.ts';
import { rowsOfFile } from './read-file.ts';

export type Listener = {
  signal?: AbortSignal | undefined;
  onRows?: ((rows: number) => void | Promise<void>) | undefined;
};

/** Judges a whole file as the import would, without writes or locks. */
export async function previewFile(
  scene: ImportScene,
  store: OrganizationStore,
  octets: FileOctets,
  reading: Reading,
  { signal, onRows }: Listener = {},
): Promise<ImportCounts> {
  const { engine, options, caller } = scene;
  let counts = noCounts();
  const assigned = new SeenTexts(randomSeed(engine));
  const lots = rowsOfFile(octets, reading, options, {
    from: 0,
    lotRows: () => judgedRows,
    seed: randomSeed(engine),
  });
  for await (const { rows } of lots) {
    signal?.throwIfAborted();
    const left = scene.mailsLeft === null ? null : Math.max(0, scene.mailsLeft - counts.pending);
    const judged = await engine.bulkTurns.inTurn(caller.organization.key, async () => {
      const named = rows.flatMap(({ read }) => ('save' in read ? (read.save.tags ?? []) : []));
      const { find: tagOf } = await readTags(store, [...options.tags, ...named]);
      const isAssigned = (externalId: string): boolean => assigned.has(externalId);
      const means = { reading: 'look', tagOf, isAssigned } as const;
      const now = engine.world.clock.now();
      const judged = await judgeRows({ ...scene, mailsLeft: left }, store, rows, means, now);
      const origin = scene.assistant ? store.byAssistant(engine.world.clock, ofOperator) : store;
      const changes = [...judged.created.map((next) => ({ known: null, next })), ...judged.changed];
      await countStopped(origin.starting(options.triggerWorkflows), judged.counts, changes);
      return judged;
    });
    for (const { externalId } of [...judged.created, ...judged.changed.map(({ next }) => next)]) {
      if (externalId !== null) assigned.add(externalId);
    }
    counts = addedCounts(counts, judged.counts);
    await onRows?.(counts.rows);
  }
  return counts;
}
