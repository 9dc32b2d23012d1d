import { Failure, invalidField } from '../../model/failure.ts';
import { scopesAllow } from '../../model/organization/token.ts';
import type { Rule } from '../../model/segment/rule.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import { canonicalJson } from '../../model/text/canonical-json.ts';
import { badgesIn } from '../../model/verification/content-refusal.ts';
import { type Definition, nameMail } from '../../model/workflow/definition.ts';
import { describeSteps } from '../../model/workflow/outline/describe-steps.ts';
import { describeTrigger } from '../../model/workflow/outline/describe-trigger.ts';
import { backfillFault, firstWalk } from '../../model/workflow/walk.ts';
import { nextWorkflowStatus, type WorkflowRecord } from '../../model/workflow/workflow.ts';
import { type workflowAnswer, workflowAnswerLimits } from '../../model/workflow/workflow-answer.ts';
import { addJobNow } from '../../store/jobs.ts';
import { beginWorkflows, lockWorkflows } from '../../store/records/workflows/workflow-inbox.ts';
import { countOpenRuns } from '../../store/records/workflows/workflow-run-lists.ts';
import type { OrganizationStore } from '../../store/store.ts';
import {
  approvedInstant,
  assertApproved,
  assertReviewed,
  changedSince,
  isContained,
  workflowApproval,
} from '../approval/permit-checks.ts';
import type { Scope } from '../context/scope.ts';
import { ambientDelivery, asContentRefusal, buildPreview } from '../sending/preview-send.ts';
import { saveListens } from '../workflow-runs/save-listens.ts';
import { segmentNow } from '../workflow-runs/segment-members.ts';
import { ensureEndpoints, webhookUrls } from '../workflow-runs/step-webhook.ts';
import { answerWorkflow } from './answer-workflow.ts';
import { type Backtest, backtest, type HistoryLimits, pastSentence } from './backtest-workflow.ts';
import { isUnchanged, unapprovedVersions } from './draft-changes.ts';
import { longMailWarnings, workflowFieldWarnings } from './field-warnings.ts';
import { freezeVersion, type ReadyMail, readyMails } from './freeze-version.ts';
import { previewActivationMails } from './preview-workflow-mails.ts';
import { startedSentences, startedWorkflows } from './started-workflows.ts';
import { listWorkflowWarnings } from './workflow-warnings.ts';

export const runningChoices = ['finish', 'move', 'exit'] as const;

type ActivateRequest = {
  workflowId: string;
  /** `finish`: open runs keep their version; `move`: they continue in the new one; `exit`: they end. */
  running: (typeof runningChoices)[number];
  /** Whether subscribers who already match the trigger's filter enter; a rule selects some of them. */
  backfill: Rule | true | null;
};

type Ready = { workflow: WorkflowRecord; mails: readonly ReadyMail[] };

/**
 * Counts as a send, because mail goes to people who are not known yet. If no mail can reach a real mailbox,
 * needs no approval, and the workflow pauses before the first mail that can.
 */
export async function activateWorkflow(
  scope: Scope,
  request: ActivateRequest,
): Promise<ReturnType<typeof workflowAnswer>> {
  const { engine, caller, now } = scope;
  const { workflow, mails } = await ready(scope, request);
  const fields = await workflowFieldWarnings(scope.store, workflow.definition, now);
  const activated = await scope.commit(async (store) => {
    const { queries, organization } = store;
    await beginWorkflows(queries, organization);
    await lockWorkflows(queries, organization);
    const held = (await store.workflows.hold(request.workflowId)) ?? scope.fail('not_found');
    if (held.revision !== workflow.revision) throw new Failure('conflict');
    const about = async () =>
      aboutActivation(scope, held, request, { ...(await shownBeside(scope, store, held, request)), mails });
    await assertApproved(scope, about);
    await assertReviewed(scope, about);
    if (isContained(scope) && (await postsToNewHost(store, held)))
      throw changedSince('it would post to a host that no person approved');
    const isResumed = await isResumption(store, held);
    const version = isResumed ? held.version! : await freezeVersion(scope, store, held, mails);
    const next: WorkflowRecord = {
      ...held,
      ...(await withRunning(scope, store, held, request.running, version)),
      ...resumedAt(held, now),
      status: 'ACTIVE',
      version,
      versions: Math.max(held.versions, version),
      problem: null,
      token: caller.token?.key ?? null,
      approvedDelivery: workflowApproval(
        scope,
        held.approvedDelivery,
        ambientDelivery(engine.settings, caller),
      ),
      cause: scope.cause,
      revision: held.revision + 1,
      activatedAt: now,
      approvedAt: await approvedInstant(scope, store),
      updatedAt: now,
      backfill: isResumed && request.backfill === null ? held.backfill : await backfillOf(store, request),
    };
    const notes = await runsSentences(store, held, request.running, version);
    await ensureEndpoints(scope, store, held.definition, held.name);
    await store.workflows.update(next);
    await saveListens(store, next);
    await beginWalk(store, held, next, now);
    const job = { organization, kind: 'run_workflows', subject: caller.organization.id } as const;
    await addJobNow(queries, job, now);
    return await answerWorkflow(scope, store, next, [...notes, ...longMailWarnings(mails), ...fields]);
  });
  engine.wake();
  return activated;
}

/** @throws Failure if the workflow is incomplete or a mail is refused */
async function ready(scope: Scope, { workflowId, running, backfill }: ActivateRequest): Promise<Ready> {
  const workflow = (await scope.store.workflows.byId(workflowId)) ?? scope.fail('not_found');
  if (nextWorkflowStatus(workflow.status, 'activate') === null) {
    throw new Failure('conflict', {
      message: 'An archived workflow cannot be activated; restore it first',
      details: { status: workflow.status },
    });
  }
  if (workflow.definition.steps.length === 0) {
    throw invalidField('steps', 'is empty: a workflow needs at least one step');
  }
  const fault = backfill === null ? null : backfillFault(workflow.definition);
  if (fault !== null) throw invalidField('backfill', fault);
  const posts = workflow.definition.steps.some(({ type }) => type === 'webhook');
  if (posts && !scopesAllow(scope.caller.scopes, 'webhooks.write')) {
    throw new Failure('restricted_api_key', {
      message:
        'A workflow with a webhook step sends data to another server, which requires the scope webhooks.write',
    });
  }
  if (running === 'move') await assertStepsKept(scope, scope.store, workflow);
  const resumed = (await isResumption(scope.store, workflow))
    ? ((await scope.store.workflows.version(workflow.key, workflow.version!)) ?? null)
    : null;
  return { workflow, mails: await readyMails(scope, workflow.definition, resumed) };
}

/** A new host needs an approval, whether mail leaves or not. */
async function postsToNewHost(
  { webhooks }: OrganizationStore,
  { definition }: WorkflowRecord,
): Promise<boolean> {
  return (await webhooks.firstOfNewHost(webhookUrls(definition))) !== undefined;
}

/** The pause extends the waits of open runs. */
function resumedAt(
  { status, pausedAt, pausedMs }: WorkflowRecord,
  now: number,
): Pick<WorkflowRecord, 'pausedAt' | 'pausedMs'> {
  const wasPaused = status === 'PAUSED' && pausedAt !== null;
  return { pausedAt: null, pausedMs: pausedMs + (wasPaused ? Math.max(0, now - pausedAt) : 0) };
}

async function withRunning(
  scope: Scope,
  store: OrganizationStore,
  workflow: WorkflowRecord,
  running: ActivateRequest['running'],
  version: number,
): Promise<Partial<WorkflowRecord>> {
  if (running === 'finish' || workflow.version === null) return {};
  if (running === 'exit') {
    return { ending: { through: await store.workflowRuns.newest(workflow.key), because: 'version_ended' } };
  }
  await assertStepsKept(scope, store, workflow);
  return { movesTo: version };
}

/** @throws Failure conflict if open runs are at steps that the new version lacks */
async function assertStepsKept(
  scope: Scope,
  store: OrganizationStore,
  { key: workflow, version, definition }: WorkflowRecord,
): Promise<void> {
  if (version === null) return;
  const keys = new Set(definition.steps.map(({ key }) => key));
  const gone = (await store.workflowRuns.stepsInUse(workflow)).filter((key) => !keys.has(key));
  if (gone.length === 0) return;
  scope.fail('conflict', {
    message: `Open runs are at steps that the new version does not have: ${gone.join(', ')}. Keep these steps, or let the runs finish (running: finish) or end (running: exit)`,
    details: { steps: gone },
  });
}

const { runsCountedMax } = workflowAnswerLimits;

async function runsSentences(
  store: OrganizationStore,
  { key, version: before, movesTo }: WorkflowRecord,
  running: ActivateRequest['running'],
  version: number,
): Promise<string[]> {
  if (before === null) return [];
  // An earlier activation may have moved the runs to this version.
  if (running !== 'exit' && movesTo >= version) return [];
  const upTo = running === 'exit' ? null : version;
  const counted = await countOpenRuns(store, key, upTo, runsCountedMax);
  if (counted === 0) return [];
  const runs = `${counted === runsCountedMax ? `${counted} or more` : counted} open run${counted === 1 ? '' : 's'}`;
  if (running === 'exit') return [`${runs} will exit`];
  return running === 'move'
    ? [`${runs} will continue in version ${version}`]
    : [`${runs} will finish their current version`];
}

async function openRunsSentence(store: OrganizationStore, { key }: WorkflowRecord): Promise<string> {
  const open = await countOpenRuns(store, key, null, runsCountedMax);
  return `In it now: ${open === runsCountedMax ? `${open} or more` : open} ${open === 1 ? 'person' : 'people'}`;
}

async function backfillOf(
  { recipients }: OrganizationStore,
  { backfill }: ActivateRequest,
): Promise<WorkflowRecord['backfill']> {
  if (backfill === null) return null;
  const rule = backfill === true ? null : backfill;
  return { rule, through: 0, until: await recipients.newestSubscriber(), begun: 0, most: null };
}

function aboutActivation(
  { engine, caller }: Pick<Scope, 'engine' | 'caller'>,
  { id, revision, definition }: WorkflowRecord,
  { running, backfill }: ActivateRequest,
  { others, started, rule, mails }: Awaited<ReturnType<typeof shownBeside>> & Pick<Ready, 'mails'>,
): unknown {
  // A version of a template never changes, so its number identifies its content.
  const templates = mails.flatMap(({ step, template }) =>
    template ? [{ step: step.key, ...template }] : [],
  );
  return {
    id,
    revision,
    definition,
    ...(others.length > 0 && { others }),
    ...(started.length > 0 && { started }),
    ...(rule && { rule }),
    ...(templates.length > 0 && { templates }),
    running,
    backfill,
    defaultFrom: caller.organization.defaultFrom,
    postalAddress: caller.organization.postalAddress,
    delivery: ambientDelivery(engine.settings, caller),
  };
}

/** Returns other versions and workflows whose mails the approval covers too, and the rule of the segment that starts runs. */
async function shownBeside(
  { engine }: Pick<Scope, 'engine'>,
  store: OrganizationStore,
  workflow: WorkflowRecord,
  { running }: ActivateRequest,
) {
  const others = await unapprovedVersions(store, workflow, running);
  const followed = [workflow, ...others].map(({ definition }) => definition);
  const { trigger } = workflow.definition;
  const segment = trigger.type === 'SEGMENT_ENTERED' ? await store.segments.byId(trigger.segment) : undefined;
  const started = await startedWorkflows(engine, store, workflow.key, followed);
  return { others, started, rule: segment?.rule };
}

/** @param limits a longer history is left out, and the result is `partial` */
export async function previewActivation(
  scope: Scope,
  request: ActivateRequest,
  limits?: HistoryLimits,
): Promise<PreviewedSend> {
  const { engine, caller } = scope;
  const workflow = (await scope.store.workflows.byId(request.workflowId)) ?? scope.fail('not_found');
  let mails: readonly ReadyMail[] = [];
  let refusal: Failure | null = null;
  try {
    ({ mails } = await ready(scope, request));
  } catch (error) {
    refusal = asContentRefusal(error);
  }
  const past = await backtest(scope, workflow.definition, refusal ? null : request.backfill, limits);
  const isPartial = limits !== undefined && !past.complete;
  const beside = await shownBeside(scope, scope.store, workflow, request);
  const { others, started } = beside;
  const version = (await isResumption(scope.store, workflow)) ? workflow.version! : workflow.versions + 1;
  const preview = buildPreview({
    tool: 'activate_workflow',
    from: mails[0]?.from ?? null,
    // Subjects of other versions come first, because get_workflow shows only the draft.
    subjects: [
      ...others.flatMap(({ definition }) => subjectsOf(definition)),
      ...(refusal ? subjectsOf(workflow.definition) : mails.map(({ step }) => step.config.subject)),
    ],
    text: null,
    fates: { mailed: { length: past.backfilled }, skipped: new Map() },
    atLeast: !past.complete && !isPartial,
    to: [],
    delivery: ambientDelivery(engine.settings, caller),
    scheduledAt: null,
    badges: refusal ? badgesIn(refusal) : mails.flatMap(({ badges }) => badges),
    refusal,
    warnings: [
      ...(refusal ? findingsOf(refusal) : []),
      ...(workflow.problem === null ? [] : [workflow.problem]),
      ...others.map(
        ({ version }) =>
          `Current runs finish version ${version}, which no person approved; its mail is included here`,
      ),
      ...startSentences(workflow, past, started, isPartial ? [] : [pastSentence(past)]),
      await openRunsSentence(scope.store, workflow),
      ...(await runsSentences(scope.store, workflow, request.running, version)),
      ...longMailWarnings(mails),
      ...(await workflowFieldWarnings(scope.store, workflow.definition, scope.now)),
      ...(await listWorkflowWarnings(scope, scope.store, workflow.definition)),
    ],
  });
  return {
    preview,
    // Everyone who meets the trigger from now on may get mail.
    bulk: true,
    about: aboutActivation(scope, workflow, request, { ...beside, mails }),
    reachable: Number.POSITIVE_INFINITY,
    mails: await previewActivationMails(scope, workflow, { ready: mails, ...beside }, past.last),
    ...((await postsToNewHost(scope.store, workflow)) && { later: true as const }),
    ...(refusal && { refusal }),
    ...(isPartial && { partial: true as const }),
  };
}

/** A paused workflow with an unchanged draft continues its version. */
async function isResumption(store: OrganizationStore, workflow: WorkflowRecord): Promise<boolean> {
  return workflow.status === 'PAUSED' && (await isUnchanged(store, workflow));
}

/** Includes the places (`steps.welcome.subject: …`) and the guidance. */
function findingsOf(refusal: Failure): string[] {
  const blocking = badgesIn(refusal).filter(({ severity }) => severity === 'block');
  const found = blocking.map(({ path, label }) => (path === undefined ? label : `${path}: ${label}`));
  const { guidance } = (refusal.fields ?? {}) as { guidance?: string };
  return [...new Set(found)].slice(0, findingsMax).concat(guidance ? [guidance] : []);
}

const findingsMax = 5;

function subjectsOf({ steps }: Definition): string[] {
  return steps.flatMap((step) => (step.type === 'send_email' ? [nameMail(step.config)] : []));
}

function startSentences(
  { name, definition }: WorkflowRecord,
  past: Pick<Backtest, 'backfilled'>,
  started: Awaited<ReturnType<typeof startedWorkflows>>,
  history: readonly string[],
): string[] {
  return [
    `From now on, “${name}” mails everyone who matches its trigger. ${describeTrigger(definition.trigger, definition.reentry)}`,
    describeSteps(definition),
    ...startedSentences(started),
    ...history,
    ...(past.backfilled > 0
      ? [`${past.backfilled} people enter immediately, because they already match it`]
      : []),
  ];
}

/** Past times are not made up for, and present segment members do not count as new. An unchanged trigger continues its walk. */
async function beginWalk(
  store: OrganizationStore,
  before: WorkflowRecord,
  { key, definition: { trigger } }: WorkflowRecord,
  now: number,
): Promise<void> {
  if (before.status === 'ACTIVE' && before.version !== null) {
    const version = await store.workflows.version(key, before.version);
    if (canonicalJson(version?.definition.trigger ?? null) === canonicalJson(trigger)) return;
  }
  const walk = firstWalk(trigger, key, now);
  if (walk === null) return await store.workflowWalks.remove(key);
  if (trigger.type !== 'SEGMENT_ENTERED') return await store.workflowWalks.save(walk);
  const { seen } = await segmentNow(store, trigger);
  // Starts at once, so that people created from now on do not count as previous members.
  const until = await store.recipients.newestSubscriber();
  await store.workflowWalks.save({ ...walk, at: now, until, seen });
}
