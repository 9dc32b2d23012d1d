import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerWorkflow } from '../../src/engine/workflows/answer-workflow.ts';
import { workflowFieldWarnings } from '../../src/engine/workflows/field-warnings.ts';
import { IdInput } from '../../src/model/id.ts';
import { Workflow } from '../../src/model/workflow/workflow-answer.ts';
import { workflowExample } from './workflow-example.ts';

export const getWorkflow = defineTool({
  name: 'get_workflow',
  title: 'Get workflow',
  summary: 'Show one workflow: its steps, an outline of them, and counts per step.',
  toolset: 'automation',
  input: z.strictObject({
    workflowId: IdInput,
    version: z.int().min(1).optional().describe('Shows the steps of this version instead of the draft'),
  }),
  output: Workflow,
  failures: ['not_found'],
  effect: 'read',
  needs: 'workflows.read',
  rest: { route: 'GET /workflows/{workflowId}' },
  example: { input: { workflowId: workflowExample.id }, output: workflowExample },
  async run(scope, { workflowId, version }) {
    const { store, now } = scope;
    const draft = (await store.workflows.byId(workflowId)) ?? scope.fail('not_found');
    const frozen = version === undefined ? null : await store.workflows.version(draft.key, version);
    if (frozen === undefined) return scope.fail('not_found');
    const workflow = frozen === null ? draft : { ...draft, definition: frozen.definition };
    const notes = frozen === null ? await workflowFieldWarnings(store, workflow.definition, now) : [];
    return await answerWorkflow(scope, store, workflow, notes);
  },
});
