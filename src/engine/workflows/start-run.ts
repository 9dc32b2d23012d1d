import { Failure } from '../../model/failure.ts';
import type { AskedChange } from '../../model/sending/send-preview.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import { addToWorkflowInbox } from '../../store/records/workflows/workflow-inbox.ts';
import { findBudgetKey, hasRoom, refuseOverAllowance, spendAllowance } from '../approval/allowance.ts';
import { selectRealRecipients } from '../approval/asked-sentences.ts';
import { approvalShownAt } from '../approval/permit-checks.ts';
import type { Scope } from '../context/scope.ts';
import { ambientDelivery } from '../sending/preview-send.ts';
import { findSubscriber } from '../subscribers/find-subscriber.ts';
import { type FrozenVersion, frozenVersion } from '../workflow-runs/frozen-versions.ts';
import { manualKind } from '../workflow-runs/trigger-events.ts';
import { wakeWorkflowJob } from './move-workflow.ts';
import { previewRunMails } from './preview-workflow-mails.ts';
import { startedSentences, startedWorkflows } from './started-workflows.ts';

type Properties = Readonly<Record<string, unknown>>;

/**
 * Filter and re-entry rule apply. Without an approval, the assistant's allowance pays for the mails.
 * @throws Failure not_found; conflict for an inactive workflow; confirmation_required or restricted_api_key
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
    const assistant = approvalShownAt(scope) !== undefined ? null : within.origin.assistant;
    if (
      assistant !== null &&
      (await versionThatMails({ ...scope, store: within }, workflow, subscriber)) !== null
    ) {
      const whose = { organization: within.organization, budget: assistant, now };
      const { email } = subscriber;
      if (!(await spendAllowance(within.queries, engine, whose, [email])))
        throw refuseOverAllowance(engine, caller, [email]);
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

/** Returns the summary for an approval; null if none is needed or the start will fail. */
export async function askToStart(
  scope: Scope,
  workflowId: string,
  named: string,
  properties: Properties,
): Promise<AskedChange | null> {
  const { store, engine, caller } = scope;
  const workflow = await store.workflows.byId(workflowId);
  const subscriber = await findSubscriber(store, named);
  if (!subscriber || workflow?.status !== 'ACTIVE') return null;
  const version = await versionThatMails(scope, workflow, subscriber);
  if (version === null) return null;
  const whose = { organization: caller.organization.key, budget: await findBudgetKey(engine, caller) };
  if (await hasRoom(engine, whose, [subscriber.email])) return null;
  const subjects = [...version.drafts.values()].map(({ subject }) => `“${subject}”`);
  const started = await startedWorkflows(engine, store, workflow.key, [version.definition]);
  const more = subjects.length > mailsNamedMax ? ` and ${subjects.length - mailsNamedMax} more` : '';
  return {
    sentences: [
      `Starts the workflow “${workflow.name}” for ${subscriber.email}, in version ${workflow.version}`,
      `Its mails: ${subjects.slice(0, mailsNamedMax).join(', ')}${more}`,
      ...startedSentences(started),
      ...(Object.keys(properties).length === 0 ? [] : [`With the values ${JSON.stringify(properties)}`]),
    ],
    mails: await previewRunMails(scope, version, started, { email: subscriber.email, properties }),
  };
}

const mailsNamedMax = 10;

/** Null if the active version has no mail, or none would reach a real mailbox. */
async function versionThatMails(
  { store, engine, caller }: Pick<Scope, 'store' | 'engine' | 'caller'>,
  { key, version }: WorkflowRecord,
  { email }: SubscriberRecord,
): Promise<FrozenVersion | null> {
  if (
    ambientDelivery(engine.settings, caller) !== 'live' ||
    selectRealRecipients({ engine }, [email]).length === 0
  )
    return null;
  const frozen = version === null ? undefined : await frozenVersion(engine, store, key, version);
  return frozen && frozen.drafts.size > 0 ? frozen : null;
}
