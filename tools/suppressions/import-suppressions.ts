import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { inTurns } from '../../src/concurrency/pieces.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { countedProgress } from '../../src/engine/context/long-work.ts';
import { addNewSuppressions, addSuppressions } from '../../src/engine/recipients/add-suppressions.ts';
import { invalidField } from '../../src/model/failure.ts';
import type { NewSuppression } from '../../src/model/subscriber/suppression.ts';
import { importCharactersMax, readSuppressionCsv } from '../../src/model/subscriber/suppression-csv.ts';

const faultsShownMax = 100;
/** Rows per turn of the event loop. */
const stretchRows = 250;

export const importSuppressions = defineTool({
  name: 'import_suppressions',
  title: 'Import suppressions',
  summary: 'Stop mail to the addresses in a CSV text, up to 10,000 rows per call.',
  advice: 'Invalid rows are reported; the others are imported.',
  toolset: 'deliverability',
  rare: true,
  input: z.strictObject({
    csv: z
      .string()
      .min(1)
      .max(importCharactersMax)
      .describe('A list of addresses, or rows with a header: email, origin, scope, expires_at'),
    on_conflict: z
      .enum(['upsert', 'skip'])
      .default('upsert')
      .describe('Extend or leave existing suppressions'),
  }),
  output: z.object({
    object: z.literal('suppression_import'),
    created: z.int(),
    existing: z.int().describe('Existing suppressions, extended or unchanged'),
    duplicates: z.int().describe('Rows that repeat an earlier row'),
    failed: z.int(),
    errors: z
      .array(z.object({ line: z.int(), message: z.string() }))
      .describe(`The first ${faultsShownMax} faults`),
  }),
  failures: [],
  effect: 'write',
  adds: true,
  idempotent: true,
  bulk: true,
  needs: 'suppressions.write',
  rest: { route: 'POST /suppressions/import' },
  example: {
    input: { csv: 'email,origin\nada@acme.com,complaint\nno address,manual\n' },
    output: {
      object: 'suppression_import',
      created: 1,
      existing: 0,
      duplicates: 0,
      failed: 1,
      errors: [{ line: 3, message: 'email is not one address: there is no @' }],
    },
  },
  async run(scope, { csv, on_conflict }) {
    const read = await inTurns(readSuppressionCsv(csv, scope.now), scope.signal);
    if (!read.ok) throw invalidField('csv', `line ${read.line} ${read.message}`);
    const { ids } = scope.engine.world;
    // Ordered by address, so that concurrent imports never deadlock.
    const wanted: NewSuppression[] = read.wanted
      .map((suppression) => ({ ...suppression, id: ids.id('sup') }))
      .sort((a, b) => (a.email < b.email ? -1 : 1));
    const tell = countedProgress(scope, wanted.length, 'suppressions written');
    const answer = await scope.commit(async (store) => {
      let created = 0;
      for (let at = 0; at < wanted.length; at += stretchRows) {
        const stretch = wanted.slice(at, at + stretchRows);
        created +=
          on_conflict === 'skip'
            ? await addNewSuppressions(store, stretch, scope.now)
            : (await addSuppressions(store, stretch, scope.now)).filter((each) => each.created).length;
        tell(at);
        await nextTurn();
      }
      return {
        object: 'suppression_import' as const,
        created,
        existing: wanted.length - created,
        duplicates: read.duplicates,
        failed: read.faults.length,
        errors: read.faults.slice(0, faultsShownMax),
      };
    });
    tell(wanted.length);
    return answer;
  },
});
