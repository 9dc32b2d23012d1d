import { Failure } from '../../model/failure.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { addToWorkflowInbox } from '../../store/records/workflow-inbox.ts';
import type { Scope } from '../context/scope.ts';
import { findSubscriber } from '../subscribers/find-subscriber.ts';
import { manualKind } from '../workflow-runs/happenings.ts';
import { wakeWorkflowJob } from './move-workflow.ts';

/**
 * Starts an active workflow for one person, as its trigger would: its filter and re-entry hold for this too. It begins a moment
 * later, by the worker that moves the organization's runs.
 * @throws Failure not_found for an unknown workflow or person; conflict for a workflow that is not active
 */
export async function startRun<Answer>(
  scope: Scope,
  workflowId: string,
  named: string,
  properties: Readonly<Record<string, unknown>>,
  answer: (subscriber: SubscriberRecord) => Answer,
): Promise<Answer> {
  const { store, now, engine } = scope;
  const subscriber = (await findSubscriber(store, named)) ?? scope.fail('not_found');
  const started = await scope.commit(async (within) => {
    const workflow = (await within.workflows.hold(workflowId)) ?? scope.fail('not_found');
    if (workflow.status !== 'ACTIVE') {
      throw new Failure('conflict', {
        message: 'Only an ACTIVE workflow can be started; activate it first',
        details: { status: workflow.status },
      });
    }
    const data = { workflow: workflow.key, properties };
    await addToWorkflowInbox(within.queries, within.organization, [
      { kind: manualKind, subscriber: subscriber.key, at: now, data, starts: true, cause: null },
    ]);
    await wakeWorkflowJob(scope, within);
    return answer(subscriber);
  });
  engine.wake();
  return started;
}
