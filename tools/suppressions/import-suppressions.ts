import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { invalidField } from '../../src/model/failure.ts';
import { importCharactersMax, readSuppressionCsv } from '../../src/model/suppression-csv.ts';

const faultsShownMax = 100;

export const importSuppressions = defineTool({
  name: 'import_suppressions',
  title: 'Import suppressions',
  summary: 'Stop mail to the addresses of a CSV file, up to 10,000 rows a call.',
  advice: 'Rows that cannot be read are listed with their line; all others count.',
  toolset: 'deliverability',
  input: z.strictObject({
    csv: z
      .string()
      .min(1)
      .max(importCharactersMax)
      .describe('Header email[,origin][,scope][,expires_at], or a bare list'),
    on_conflict: z.enum(['upsert', 'skip']).default('upsert').describe('upsert may prolong one that stands'),
  }),
  output: z.object({
    object: z.literal('suppression_import'),
    created: z.int(),
    existing: z.int().describe('Stood before: prolonged or left'),
    duplicates: z.int().describe('Rows that repeat another'),
    failed: z.int(),
    errors: z.array(z.object({ line: z.int(), message: z.string() })).describe(`The first ${faultsShownMax}`),
  }),
  failures: [],
  effect: 'write',
  idempotent: true,
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
    const read = readSuppressionCsv(csv, scope.now);
    if (!read.ok) throw invalidField('csv', `line ${read.line} ${read.message}`);
    const { ids } = scope.engine.world;
    const wanted = read.wanted.map((suppression) => ({ ...suppression, id: ids.id('sup') }));
    return await scope.commit(async ({ suppressions }) => {
      const created =
        on_conflict === 'skip'
          ? await suppressions.suppressNew(wanted, scope.now)
          : (await suppressions.suppress(wanted, scope.now)).filter((each) => each.created).length;
      return {
        object: 'suppression_import' as const,
        created,
        existing: wanted.length - created,
        duplicates: read.duplicates,
        failed: read.faults.length,
        errors: read.faults.slice(0, faultsShownMax),
      };
    });
  },
});
