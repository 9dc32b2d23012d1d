import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import type { Definition } from '../../model/workflow/definition.ts';
import { triggerValues } from '../../model/workflow/runs/apply-effect.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import { runsPage } from '../../store/records/workflows/workflow-run-lists.ts';
import { mailsAmong, type UnaddressedMail } from '../content/shown-mail.ts';
import type { Scope } from '../context/scope.ts';
import { draftOfStep, type FrozenVersion, frozenVersion } from '../workflow-runs/frozen-versions.ts';
import { backfillTerms } from '../workflow-runs/walk-people.ts';
import type { ReadyMail } from './freeze-version.ts';
import type { StartedWorkflow } from './started-workflows.ts';

export type SamplePerson = { email: string; properties: Readonly<Record<string, unknown>> };

type Here = Pick<Scope, 'engine' | 'store' | 'caller'>;

/** Shows the frozen drafts that the run sends. Includes workflows that it can start. */
export async function previewRunMails(
  scope: Here,
  { drafts }: FrozenVersion,
  started: readonly StartedWorkflow[],
  { email, properties }: SamplePerson,
): Promise<NonNullable<PreviewedSend['mails']>> {
  const mails = [...frozenMails(drafts, properties, ''), ...(await mailsOfStarted(scope, started))];
  return mailsAmong(scope, mails, [email], `As ${email} would receive them, up to the last reachable step.`);
}

/**
 * Shows the mails of `readyMails`, which the activation freezes. Includes versions with open runs and workflows that it can start.
 * @param entered a recent entrant; null without a history
 */
export async function previewActivationMails(
  scope: Here & Pick<Scope, 'now'>,
  workflow: WorkflowRecord,
  {
    ready,
    others,
    started,
  }: {
    ready: readonly ReadyMail[];
    others: readonly { version: number }[];
    started: readonly StartedWorkflow[];
  },
  entered: SamplePerson | null,
): Promise<NonNullable<PreviewedSend['mails']>> {
  const { engine, store } = scope;
  const sample =
    entered ?? (await newestOfRuns(scope, workflow)) ?? (await firstThatMatches(scope, workflow));
  const properties = sample?.properties ?? {};
  const drafts = new Map(ready.map(({ step, ...mail }) => [step.key, draftOfStep(step, mail)]));
  const mails = frozenMails(drafts, properties, '');
  for (const { version } of others) {
    const frozen = await frozenVersion(engine, store, workflow.key, version);
    if (frozen) mails.push(...frozenMails(frozen.drafts, properties, ` of version ${version}`));
  }
  mails.push(...(await mailsOfStarted(scope, started)));
  const note =
    sample === null
      ? 'Rendered with the default values of the merge fields, because no person has entered the workflow or matches its trigger.'
      : `Rendered for ${sample.email}, who ${entered ? 'recently entered through the trigger' : 'has entered the workflow or matches its trigger'}.`;
  return mailsAmong(scope, mails, sample ? [sample.email] : [], note);
}

function frozenMails(
  drafts: FrozenVersion['drafts'],
  properties: SamplePerson['properties'],
  ofVersion: string,
): UnaddressedMail[] {
  return [...drafts].map(([key, draft]) => ({
    ...draft,
    name: `Step ${key}${ofVersion}`,
    values: triggerValues(draft.placeholders?.names ?? [], { properties }),
  }));
}

async function mailsOfStarted(
  { engine, store }: Here,
  started: readonly StartedWorkflow[],
): Promise<UnaddressedMail[]> {
  const mails: UnaddressedMail[] = [];
  for (const { key, name, version } of started) {
    const frozen = await frozenVersion(engine, store, key, version);
    // The trigger's properties are unknown before the step runs.
    if (frozen) mails.push(...frozenMails(frozen.drafts, {}, ` of “${name}”`));
  }
  return mails;
}

async function newestOfRuns({ store }: Here, { key }: WorkflowRecord): Promise<SamplePerson | null> {
  const { rows } = await runsPage(store, { workflow: key, status: null, subscriber: null }, { limit: 1 });
  const run = rows[0]?.run;
  const person = run && (await store.subscribers.find({ id: run.subscriberId }));
  return person ? { email: person.email, properties: run.trigger.properties } : null;
}

/** Reads only the organization's first people, because an approver is waiting. */
async function firstThatMatches(
  { store, now }: Here & Pick<Scope, 'now'>,
  { definition }: { definition: Definition },
): Promise<SamplePerson | null> {
  const terms = await backfillTerms(store, definition, null);
  const [first] = await store.audiences.deliverable(terms, now, 0, 1);
  return first ? { email: first.email, properties: {} } : null;
}
