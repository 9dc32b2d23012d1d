import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { cancelAllRuns } from '../../src/engine/workflows/move-workflow.ts';
import { cancelRun } from '../../src/engine/workflows/run-states.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { workflowExample } from './workflow-example.ts';

export const cancelWorkflowRuns = defineTool({
  name: 'cancel_workflow_runs',
  title: 'Cancel workflow runs',
  summary: 'Cancel one run for good or, with all: true, every open run of a workflow.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ workflowId: IdInput, runId: IdInput.optional(), all: z.boolean().default(false) }),
  output: z.object({
    object: z.literal('workflow_cancellation'),
    workflowId: z.string(),
    runId: z.string().nullable(),
    status: z.enum(['cancelled', 'cancelling']),
  }),
  failures: ['not_found'],
  effect: 'destroy',
  needs: 'workflows.write',
  rest: { route: 'POST /workflows/{workflowId}/runs/cancel' },
  example: {
    input: { workflowId: workflowExample.id, all: true },
    output: {
      object: 'workflow_cancellation',
      workflowId: workflowExample.id,
      runId: null,
      status: 'cancelling',
    },
  },
  async run(scope, { workflowId, runId, all }) {
    if ((runId === undefined) !== all) throw invalidField('runId', 'is required, or all: true', 'required');
    const of = { object: 'workflow_cancellation' as const, workflowId };
    return runId === undefined
      ? await cancelAllRuns(scope, workflowId, { ...of, runId: null, status: 'cancelling' as const })
      : await cancelRun(scope, workflowId, runId, { ...of, runId, status: 'cancelled' as const });
  },
});
