import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { cancelImport as cancel } from '../../src/engine/imports/take-import.ts';
import { IdInput } from '../../src/model/id.ts';
import { Import, importAnswer } from '../../src/model/import/import.ts';
import { importCompletedExample } from './import-example.ts';

export const cancelImport = defineTool({
  name: 'cancel_import',
  title: 'Cancel import',
  summary: 'Cancel a running import. Rows that are already imported stay.',
  toolset: 'audience',
  rare: true,
  input: z.strictObject({ importId: IdInput }),
  output: Import,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'subscribers.write',
  rest: { route: 'POST /imports/{importId}/cancel', status: 200 },
  example: {
    input: { importId: importCompletedExample.id },
    output: { ...importCompletedExample, status: 'cancelled', rows_done: 1, rows_total: 2 },
  },
  async run(scope, { importId }) {
    return await scope.commit(async (store) => importAnswer(await cancel(store, importId, scope.now)));
  },
});
