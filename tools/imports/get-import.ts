import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { waitForImport } from '../../src/engine/imports/wait-for-import.ts';
import { IdInput } from '../../src/model/id.ts';
import { Import, importAnswer } from '../../src/model/import/import.ts';
import { secondMs } from '../../src/model/instant.ts';
import { importCompletedExample } from './import-example.ts';

const waitSecondsMax = 30;

export const getImport = defineTool({
  name: 'get_import',
  title: 'Get import',
  summary: 'Show the progress or the result of an import.',
  advice: 'For rejected rows, use get_import_errors.',
  toolset: 'audience',
  input: z.strictObject({
    importId: IdInput,
    wait_seconds: z.int().min(0).max(waitSecondsMax).default(0).describe('Wait for the end of the import'),
  }),
  output: Import,
  failures: ['not_found'],
  effect: 'read',
  needs: 'subscribers.read',
  rest: { route: 'GET /imports/{importId}' },
  example: { input: { importId: importCompletedExample.id }, output: importCompletedExample },
  async run(scope, { importId, wait_seconds }) {
    const known = await waitForImport(scope, importId, wait_seconds * secondMs);
    return importAnswer(known ?? scope.fail('not_found'));
  },
});
