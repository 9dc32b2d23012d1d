import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { moveWorkflow } from '../../src/engine/workflows/move-workflow.ts';
import { IdInput } from '../../src/model/id.ts';
import { Workflow } from '../../src/model/workflow/workflow-answer.ts';
import { workflowExample } from './workflow-example.ts';

export const archiveWorkflow = defineTool({
  name: 'archive_workflow',
  title: 'Archive workflow',
  summary: 'Archive a workflow and cancel its runs.',
  advice: 'With restore: true, an archived workflow becomes a draft again.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ workflowId: IdInput, restore: z.boolean().default(false) }),
  output: Workflow,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  needs: 'workflows.write',
  rest: { route: 'POST /workflows/{workflowId}/archive' },
  example: {
    input: { workflowId: workflowExample.id },
    output: { ...workflowExample, status: 'ARCHIVED', revision: 2 },
  },
  async run(scope, { workflowId, restore }) {
    return await moveWorkflow(scope, workflowId, restore ? 'restore' : 'archive');
  },
});
