import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { Import, importAnswer } from '../../src/model/import/import.ts';
import { importCompletedExample } from './import-example.ts';

export const listImports = defineTool({
  name: 'list_imports',
  title: 'List imports',
  summary: 'List subscriber imports, newest first.',
  toolset: 'audience',
  rare: true,
  input: z.strictObject(listFields),
  output: listSchema(Import),
  failures: [],
  effect: 'read',
  needs: 'subscribers.read',
  rest: { route: 'GET /imports' },
  example: { input: {}, output: { object: 'list', data: [importCompletedExample], has_more: false } },
  async run({ store }, paging) {
    const request = await pageRequest(paging, store.queries, 'imports');
    return listAnswer(await store.imports.page(request), importAnswer);
  },
});
