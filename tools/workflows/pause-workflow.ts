import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { moveWorkflow } from '../../src/engine/workflows/move-workflow.ts';
import { IdInput } from '../../src/model/id.ts';
import { Workflow } from '../../src/model/workflow/workflow-answer.ts';
import { activeExample } from './workflow-example.ts';

export const pauseWorkflow = defineTool({
  name: 'pause_workflow',
  title: 'Pause workflow',
  summary: 'Pause a workflow: its runs stop at their current step.',
  advice: 'Delays keep their remaining time. To continue, use activate_workflow.',
  toolset: 'automation',
  input: z.strictObject({ workflowId: IdInput }),
  output: Workflow,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  idempotent: true,
  needs: 'workflows.write',
  roles: ['author'],
  rest: { route: 'POST /workflows/{workflowId}/pause' },
  example: {
    input: { workflowId: activeExample.id },
    output: { ...activeExample, status: 'PAUSED', revision: 3 },
  },
  async run(scope, { workflowId }) {
    return await moveWorkflow(scope, workflowId, 'pause');
  },
});
