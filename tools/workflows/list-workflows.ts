import { z } from 'zod';
import { listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { answerWorkflows } from '../../src/engine/workflows/answer-workflow.ts';
import { workflowStatuses } from '../../src/model/workflow/workflow.ts';
import { WorkflowSummary } from '../../src/model/workflow/workflow-answer.ts';
import { summaryExample } from './workflow-example.ts';

export const listWorkflows = defineTool({
  name: 'list_workflows',
  title: 'List workflows',
  summary:
    'List workflows with an outline of their steps and the counts of people who entered, finished and left.',
  toolset: 'automation',
  input: z.strictObject({ status: z.enum(workflowStatuses).optional(), ...listFields }),
  output: listSchema(WorkflowSummary),
  failures: [],
  effect: 'read',
  needs: 'workflows.read',
  rest: { route: 'GET /workflows' },
  example: { input: {}, output: { object: 'list', data: [summaryExample], has_more: false } },
  async run({ store }, { status, ...input }) {
    const request = await pageRequest(input, store.queries, 'workflows');
    const page = await store.workflows.page(status, request);
    return {
      object: 'list' as const,
      data: await answerWorkflows(store, page.rows),
      has_more: page.hasMore,
    };
  },
});
