import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { IdInput } from '../../src/model/id.ts';
import { importLimits } from '../../src/model/import/limits.ts';
import { csvRow } from '../../src/model/text/csv.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';
import { importCompletedExample } from './import-example.ts';

export const getImportErrors = defineTool({
  name: 'get_import_errors',
  title: 'Get import errors',
  summary:
    'Get the rows that an import rejected and the values it omitted, as CSV with line, reason, field and message.',
  advice: `Returns at most ${importLimits.faultsKeptMax.toLocaleString('en')} rows; get_import counts all of them by reason.`,
  toolset: 'audience',
  rare: true,
  input: z.strictObject({ importId: IdInput }),
  output: z.object({ object: z.literal('import_errors'), csv: untrusted(z.string()) }),
  failures: ['not_found'],
  effect: 'read',
  needs: 'subscribers.read',
  rest: {
    route: 'GET /imports/{importId}/errors',
    textAs: { field: 'csv', type: 'text/csv; charset=utf-8' },
  },
  example: {
    input: { importId: importCompletedExample.id },
    output: {
      object: 'import_errors',
      csv: 'line,reason,field,message\r\n7,email_invalid,,The address has no @\r\n',
    },
  },
  async run({ store, fail }, { importId }) {
    const key = (await store.imports.keyOf(importId)) ?? fail('not_found');
    const faults = await store.importFiles.faults(key, 0, importLimits.faultsKeptMax);
    const rows = faults.map(({ line, reason, field, message }) =>
      csvRow([String(line), reason, field ?? '', message]),
    );
    return {
      object: 'import_errors' as const,
      csv: [csvRow(['line', 'reason', 'field', 'message']), ...rows].join(''),
    };
  },
});
