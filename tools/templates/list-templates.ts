import { z } from 'zod';
import { listAnswer, listFields, listSchema, pageRequest, totalFor } from '../../src/contract/list.ts';
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
  async run({ store, caller }, paging) {
    const request = await pageRequest(paging, store.queries, 'templates');
    const page = await store.templates.page(request);
    return {
      ...listAnswer(page, templateSummary),
      // An organization has few templates.
      ...(await totalFor(caller, () => store.templates.count(), { isKept: true })),
    };
  },
});
