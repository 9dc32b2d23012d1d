import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  activateWorkflow as activate,
  previewActivation,
  runningChoices,
} from '../../src/engine/workflows/activate-workflow.ts';
import { IdInput } from '../../src/model/id.ts';
import { Workflow } from '../../src/model/workflow/workflow-answer.ts';
import { activeExample } from './workflow-example.ts';

const Input = z.strictObject({
  workflowId: IdInput,
  running: z
    .enum(runningChoices)
    .default('finish')
    .describe('Current runs: finish the old version, move to the new one, or exit'),
  backfill: z.boolean().default(false).describe('Also start runs for people who already match'),
});

export const activateWorkflow = defineTool({
  name: 'activate_workflow',
  title: 'Activate workflow',
  summary: 'Start a workflow with its saved changes, or resume a paused one. From then on it mails people.',
  toolset: 'automation',
  input: Input,
  output: Workflow,
  failures: [
    'not_found',
    'conflict',
    'restricted_api_key',
    'domain_not_verified',
    'missing_unsubscribe_url',
    'content_verification_failed',
    'content_verification_unavailable',
  ],
  effect: 'send',
  needs: 'workflows.write',
  rest: { route: 'POST /workflows/{workflowId}/activate' },
  example: { input: { workflowId: activeExample.id }, output: activeExample },
  preview: (scope, input) => previewActivation(scope, requestOf(input)),
  async run(scope, input) {
    return await activate(scope, requestOf(input));
  },
});

function requestOf({ workflowId, running, backfill }: z.output<typeof Input>) {
  return { workflowId, running, backfill: backfill ? (true as const) : null };
}
