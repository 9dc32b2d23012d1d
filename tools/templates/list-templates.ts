import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { TemplateSummary, templateSummary } from '../../src/model/template/template.ts';
import { templateSummaryExample } from './template-example.ts';

export const listTemplates = defineTool({
  name: 'list_templates',
  title: 'List templates',
  summary: 'List templates, newest first.',
  toolset: 'campaigns',
  input: z.strictObject(listFields),
  output: listSchema(TemplateSummary),
  failures: [],
  effect: 'read',
  needs: 'campaigns.read',
  rest: { route: 'GET /templates' },
  example: {
    input: {},
    output: { object: 'list', data: [templateSummaryExample], has_more: false },
  },
  async run({ store }, paging) {
    const request = await pageRequest(paging, store.queries, 'templates');
    return listAnswer(await store.templates.page(request), templateSummary);
  },
});
