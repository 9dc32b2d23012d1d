import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { askToStart, startRun } from '../../src/engine/workflows/start-run.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { EventProperties } from '../../src/model/subscriber/event.ts';
import { EmailInput } from '../../src/model/subscriber/subscriber.ts';
import { workflowExample } from './workflow-example.ts';

export const triggerWorkflow = defineTool({
  name: 'trigger_workflow',
  title: 'Trigger workflow',
  summary: 'Start an active workflow for one subscriber.',
  advice:
    'Pass email or subscriberId. The workflow’s filter and reentry rule still apply. Then call list_workflow_runs.',
  toolset: 'automation',
  input: z.strictObject({
    workflowId: IdInput,
    email: EmailInput.optional(),
    subscriberId: IdInput.optional(),
    properties: EventProperties.optional().describe('Steps read them as trigger.<name>'),
  }),
  exactlyOneOf: { fields: ['email', 'subscriberId'] },
  output: z.object({
    object: z.literal('workflow_trigger'),
    workflowId: z.string(),
    subscriberId: z.string(),
  }),
  failures: ['not_found', 'conflict'],
  effect: 'write',
  adds: true,
  needs: 'workflows.write',
  rest: { route: 'POST /workflows/{workflowId}/trigger' },
  example: {
    input: { workflowId: workflowExample.id, email: 'ada@example.com' },
    output: {
      object: 'workflow_trigger',
      workflowId: workflowExample.id,
      subscriberId: 'sub_01kaa0xq5v8m3c2n7r4t6w9yze',
    },
  },
  async asks(scope, { workflowId, email, subscriberId, properties }) {
    const named = email ?? subscriberId;
    return named === undefined ? null : await askToStart(scope, workflowId, named, properties ?? {});
  },
  async run(scope, { workflowId, email, subscriberId, properties }) {
    const named = email ?? subscriberId;
    if (named === undefined) throw invalidField('email', 'is required, or subscriberId', 'required');
    if (email !== undefined && subscriberId !== undefined) {
      throw invalidField('subscriberId', 'cannot be combined with email: pass only one of them');
    }
    return await startRun(scope, workflowId, named, properties ?? {}, ({ id }) => ({
      object: 'workflow_trigger' as const,
      workflowId,
      subscriberId: id,
    }));
  },
});
