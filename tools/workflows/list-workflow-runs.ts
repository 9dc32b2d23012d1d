import { z } from 'zod';
import { listFields, listSchema, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { findSubscriber } from '../../src/engine/subscribers/find-subscriber.ts';
import { answerRuns } from '../../src/engine/workflows/answer-workflow.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { runStatuses } from '../../src/model/workflow/runs/run.ts';
import { WorkflowRun } from '../../src/model/workflow/workflow-answer.ts';
import { type RunFilter, runsPage } from '../../src/store/records/workflows/workflow-run-lists.ts';
import { runExample, workflowExample } from './workflow-example.ts';

export const listWorkflowRuns = defineTool({
  name: 'list_workflow_runs',
  title: 'List workflow runs',
  summary: 'List the runs of a workflow, or of a subscriber in all workflows.',
  advice: 'For the reasons of one run, use get_workflow_run.',
  toolset: 'automation',
  input: z.strictObject({
    workflowId: IdInput.optional(),
    subscriber: SubscriberRefInput.optional(),
    status: z.enum(runStatuses).optional(),
    step: z.string().max(100).optional(),
    ...listFields,
  }),
  output: listSchema(WorkflowRun),
  failures: ['not_found'],
  effect: 'read',
  needs: 'workflows.read',
  rest: { route: 'GET /workflows/{workflowId}/runs', aliases: ['GET /subscribers/{subscriber}/runs'] },
  example: {
    input: { workflowId: workflowExample.id },
    output: { object: 'list', data: [runExample], has_more: false },
  },
  async run({ store, fail }, { workflowId, subscriber, status, step, ...input }) {
    if (workflowId === undefined && subscriber === undefined) {
      throw invalidField('workflowId', 'is required, or subscriber, or both', 'required');
    }
    const workflow =
      workflowId === undefined ? null : ((await store.workflows.keyOf(workflowId)) ?? fail('not_found'));
    const person =
      subscriber === undefined ? null : ((await findSubscriber(store, subscriber)) ?? fail('not_found'));
    const request = await pageRequest(input, store.queries, 'workflow_runs');
    const of = { workflow, subscriber: person?.key ?? null } as RunFilter;
    const page = await runsPage(store, { ...of, status: status ?? null, step: step ?? null }, request);
    return {
      object: 'list' as const,
      data: await answerRuns(store, page.rows),
      has_more: page.hasMore,
    };
  },
});
