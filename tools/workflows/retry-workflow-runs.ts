import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerRuns } from '../../src/engine/workflows/answer-workflow.ts';
import { retryRuns } from '../../src/engine/workflows/run-states.ts';
import { IdInput } from '../../src/model/id.ts';
import { WorkflowRun } from '../../src/model/workflow/workflow-answer.ts';
import { runExample, workflowExample } from './workflow-example.ts';

const retriedMax = 100;

export const retryWorkflowRuns = defineTool({
  name: 'retry_workflow_runs',
  title: 'Retry workflow runs',
  summary: `Retry failed runs at the step that failed: the run with runId, or the oldest ${retriedMax}.`,
  toolset: 'automation',
  rare: true,
  input: z.strictObject({
    workflowId: IdInput,
    runId: IdInput.optional(),
    limit: z.int().min(1).max(retriedMax).default(retriedMax),
  }),
  output: z.object({ object: z.literal('list'), data: z.array(WorkflowRun), has_more: z.boolean() }),
  failures: ['not_found', 'conflict'],
  effect: 'write',
  needs: 'workflows.write',
  rest: { route: 'POST /workflows/{workflowId}/runs/retry' },
  example: {
    input: { workflowId: workflowExample.id, runId: runExample.id },
    output: { object: 'list', data: [runExample], has_more: false },
  },
  async run(scope, { workflowId, runId, limit }) {
    return await retryRuns(scope, workflowId, runId ?? null, limit, async (store, runs) => ({
      object: 'list' as const,
      data: await answerRuns(store, runs),
      has_more: runs.length === limit,
    }));
  },
});
