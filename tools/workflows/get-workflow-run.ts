import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { explainKnownRun } from '../../src/engine/workflows/explain-run.ts';
import { IdInput } from '../../src/model/id.ts';
import { ExplainedRun } from '../../src/model/workflow/workflow-answer.ts';
import { explainedExample, workflowExample } from './workflow-example.ts';

export const getWorkflowRun = defineTool({
  name: 'get_workflow_run',
  title: 'Get workflow run',
  summary: 'Explain one run: its past steps with reasons, the current wait and the next step.',
  toolset: 'automation',
  rare: true,
  input: z.strictObject({ workflowId: IdInput, runId: IdInput }),
  output: ExplainedRun,
  failures: ['not_found'],
  effect: 'read',
  needs: 'workflows.read',
  rest: { route: 'GET /workflows/{workflowId}/runs/{runId}' },
  example: {
    input: { workflowId: workflowExample.id, runId: explainedExample.id },
    output: explainedExample,
  },
  run: (scope, { workflowId, runId }) => explainKnownRun(scope, workflowId, runId),
});
