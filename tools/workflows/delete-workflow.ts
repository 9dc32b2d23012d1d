import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { removeWorkflow } from '../../src/engine/workflows/move-workflow.ts';
import { IdInput } from '../../src/model/id.ts';
import { workflowExample } from './workflow-example.ts';

export const deleteWorkflow = defineTool({
  name: 'delete_workflow',
  title: 'Delete workflow',
  summary: 'Delete a workflow that is not active and end its runs.',
  advice: 'The history of subscribers still shows the runs. To keep the workflow, use archive_workflow.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ workflowId: IdInput }),
  output: z.object({ object: z.literal('workflow'), id: z.string(), deleted: z.literal(true) }),
  failures: ['not_found', 'workflow_active'],
  effect: 'destroy',
  needs: 'workflows.write',
  rest: { route: 'DELETE /workflows/{workflowId}' },
  example: {
    input: { workflowId: workflowExample.id },
    output: { object: 'workflow', id: workflowExample.id, deleted: true },
  },
  async run(scope, { workflowId }) {
    await removeWorkflow(scope, workflowId);
    return { object: 'workflow' as const, id: workflowId, deleted: true as const };
  },
});
