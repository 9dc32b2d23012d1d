import { Failure } from '../../model/failure.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import { addToWorkflowInbox } from '../../store/records/workflow-inbox.ts';
import { budgetOf, hasRoom, overAllowance, spendAllowance } from '../approval/allowance.ts';
import { realAmong } from '../approval/asked-sentences.ts';
import type { Scope } from '../context/scope.ts';
import { approvalOf } from '../context/send-permit.ts';
import { ambientDelivery } from '../sending/preview-send.ts';
import { findSubscriber } from '../subscribers/find-subscriber.ts';
import { frozenVersion } from '../workflow-runs/frozen-versions.ts';
import { manualKind } from '../workflow-runs/happenings.ts';
import { mailSteps } from './freeze-version.ts';
import { wakeWorkflowJob } from './move-workflow.ts';
import { startedSentences, startedWorkflows } from './started-workflows.ts';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Starts an active workflow for one person, as its trigger would: its filter and re-entry hold for this too. It begins a moment
 * later, by the worker that moves the organization's runs.
 *
 * Where an assistant asks and no person was asked, its allowance pays for the mails of the run.
 * @throws Failure not_found for an unknown workflow or person; conflict for a workflow that is not active;
 *   confirmation_required or restricted_api_key where the allowance is used up
 */
export async function startRun<Answer>(
  scope: Scope,
  workflowId: string,
  named: string,
  properties: Properties,
  answer: (subscriber: SubscriberRecord) => Answer,
): Promise<Answer> {
  const { store, now, engine, caller } = scope;
  const subscriber = (await findSubscriber(store, named)) ?? scope.fail('not_found');
  const started = await scope.commit(async (within) => {
    const workflow = (await within.workflows.hold(workflowId)) ?? scope.fail('not_found');
    if (workflow.status !== 'ACTIVE') {
      throw new Failure('conflict', {
        message: 'Only an ACTIVE workflow can be started; activate it first',
        details: { status: workflow.status },
      });
    }
    const assistant = approvalOf(scope.permit) ? null : within.origin.assistant;
    if (assistant !== null && (await mailsOf({ ...scope, store: within }, workflow, subscriber)).length > 0) {
      const whose = { organization: within.organization, budget: assistant, now };
      const { email } = subscriber;
      if (!(await spendAllowance(within.queries, engine, whose, [email])))
        throw overAllowance(engine, caller, [email]);
    }
    const data = { workflow: workflow.key, properties };
    await addToWorkflowInbox(within.queries, within.organization, [
      {
        kind: manualKind,
        subscriber: subscriber.key,
        at: now,
        data,
        starts: true,
        cause: null,
        assistant,
        chain: scope.cause,
      },
    ]);
    await wakeWorkflowJob(scope, within);
    return answer(subscriber);
  });
  engine.wake();
  return started;
}

/**
 * Returns what a person is asked before an assistant starts a workflow for more people than it may mail without an approval.
 * @returns null if no approval is needed, and if the start itself will be refused
 */
export async function startSentences(
  { store, engine, caller }: Scope,
  workflowId: string,
  named: string,
  properties: Properties,
): Promise<string[] | null> {
  const workflow = await store.workflows.byId(workflowId);
  const subscriber = await findSubscriber(store, named);
  if (!subscriber || workflow?.status !== 'ACTIVE') return null;
  const mails = (await mailsOf({ store, engine, caller }, workflow, subscriber)).map(
    ({ config }) => `“${config.subject}”`,
  );
  if (mails.length === 0) return null;
  const whose = { organization: caller.organization.key, budget: await budgetOf(engine, caller) };
  if (await hasRoom(engine, whose, [subscriber.email])) return null;
  const frozen = await frozenVersion(engine, store, workflow.key, workflow.version!);
  const started = frozen ? await startedWorkflows(engine, store, workflow.key, [frozen.definition]) : [];
  const values = Object.keys(properties).length === 0 ? [] : [`With the values ${shortJson(properties)}`];
  const more = mails.length > mailsNamedMax ? ` and ${mails.length - mailsNamedMax} more` : '';
  return [
    `Starts the workflow “${workflow.name}” for ${subscriber.email}`,
    `Its mails: ${mails.slice(0, mailsNamedMax).join(', ')}${more}`,
    ...startedSentences(started),
    ...values,
  ];
}

const mailsNamedMax = 10;
const valuesCharactersMax = 2_000;

function shortJson(properties: Properties): string {
  const text = JSON.stringify(properties);
  return text.length > valuesCharactersMax ? `${text.slice(0, valuesCharactersMax)}…` : text;
}

/** Returns the mail steps of the version that a run follows, not of the draft; none if no mail would reach a real mailbox. */
async function mailsOf(
  { store, engine, caller }: Pick<Scope, 'store' | 'engine' | 'caller'>,
  { key, version }: WorkflowRecord,
  { email }: SubscriberRecord,
): Promise<ReturnType<typeof mailSteps>> {
  if (ambientDelivery(engine.settings, caller) !== 'live' || realAmong({ engine }, [email]).length === 0)
    return [];
  const frozen = version === null ? undefined : await frozenVersion(engine, store, key, version);
  return frozen ? mailSteps(frozen.definition) : [];
}
