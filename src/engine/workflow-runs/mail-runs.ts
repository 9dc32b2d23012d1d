import { type Mailbox, parseMailbox } from '../../model/address.ts';
import { Failure } from '../../model/failure.ts';
import { minuteMs, secondMs } from '../../model/instant.ts';
import { joinChains } from '../../model/sending/mail-cause.ts';
import { countedRuns, countedStep } from '../../model/workflow/counts.ts';
import { advance } from '../../model/workflow/runs/advance.ts';
import { afterMail, type MailOutcome } from '../../model/workflow/runs/after-mail.ts';
import { triggerValues } from '../../model/workflow/runs/apply-effect.ts';
import { moved } from '../../model/workflow/runs/progress.ts';
import { holdsLease, type Job } from '../../store/jobs.ts';
import type { StateRecord } from '../../store/records/workflows/workflow-runs.ts';
import { OrganizationStore } from '../../store/store.ts';
import { assertApprovedDelivery, BecameLive } from '../approval/approved-delivery.ts';
import { countChanged, TooManyChanged } from '../approval/changed-people.ts';
import { type Caller, callerByToken } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import type { Draft, Fate } from '../context/submission.ts';
import { resolveTracking } from '../domains/domain-signers.ts';
import type { DueMail } from './due-run.ts';
import { isToEnd } from './end-runs.ts';
import { JobLost, withWorkflows } from './locked-workflows.ts';
import { announceEnded, CountChanges } from './note-runs.ts';
import { pauseBecauseChanged, pauseBecauseLive } from './pause-workflow.ts';
import { readRunFacts } from './run-facts.ts';
import { createVisit, keptState } from './run-records.ts';

/** Maximum wait for a cap, because the cap may be raised meanwhile. */
const capWaitLongestMs = 5 * minuteMs;

/** Some runs must no longer be mailed. The submission rolls back, and the other runs are submitted again. */
class Overtaken extends Error {
  readonly runs: ReadonlySet<number>;

  constructor(runs: ReadonlySet<number>) {
    super('runs were overtaken while their mails were accepted');
    this.runs = runs;
  }
}

/** Mail, history and new run state are one transaction, so that a crash never sends a mail twice. */
export async function mailRuns(
  engine: Engine,
  job: Job,
  due: readonly DueMail[],
  now: number,
): Promise<void> {
  // One workflow at a time, because its token decides about its mail.
  for (const workflow of new Set(due.map((one) => one.workflow))) {
    let left = due.filter((one) => one.workflow === workflow);
    while (left.length > 0) {
      try {
        // One mail per person at a time, so that the next decision includes this mail.
        const ofPeople = [...new Map(left.toReversed().map((one) => [one.run.subscriber, one])).values()];
        await submit(engine, job, ofPeople, now);
        left = left.filter((one) => !ofPeople.includes(one));
      } catch (error) {
        if (error instanceof BecameLive) {
          await pauseBecauseLive(engine, job, workflow);
          break;
        }
        if (error instanceof TooManyChanged) {
          await pauseBecauseChanged(engine, job, workflow);
          break;
        }
        if (!(error instanceof Overtaken)) throw error;
        const { runs } = error;
        left = left.filter(({ run }) => !runs.has(run.key));
      }
    }
  }
}

async function submit(engine: Engine, job: Job, wanted: readonly DueMail[], now: number): Promise<void> {
  const addressed = wanted.map((one) => ({ one, to: parseMailbox(one.facts.person.email) }));
  const unreadable = addressed.flatMap(({ one, to }) => (to.ok ? [] : [one]));
  if (unreadable.length > 0) {
    const problem = 'The address of the person can no longer be parsed';
    const said: MailOutcome = { kind: 'content_refused', problem };
    await withWorkflows(engine, job, ({ store }) => settleAlike(store, unreadable, said, now));
  }
  const due = wanted.filter((one) => !unreadable.includes(one));
  if (due.length === 0) return;
  const recipients = addressed.flatMap(({ to }) => (to.ok ? [to.mailbox] : []));
  const { workflow } = due[0]!;
  const store = engine.store.forOrganization(job.organization);
  const organization = await engine.store.organizations.byKey(job.organization);
  if (!organization) return;
  // A token revoked later does not stop an active workflow, and its limits still apply.
  const token = workflow.token === null ? undefined : await store.tokens.byKey(workflow.token);
  const caller = callerByToken(organization, token, workflow.id);
  const drafts: Draft[] = [];
  for (const [index, one] of due.entries()) {
    drafts.push(await draftOf(engine, job.organization, one, recipients[index]!));
  }
  try {
    await engine.accept.submit({
      caller,
      source: 'workflow',
      now,
      memory: null,
      cause: null,
      drafts,
      mode: 'permissive',
      alongside: async (queries, fates) => {
        if (!(await holdsLease(queries, job))) throw new JobLost();
        const within = new OrganizationStore(queries, job.organization);
        await assertStillDue(engine, within, caller, due, fates, now);
        await settle(
          within,
          due,
          fates.map((fate) => outcomeOf(fate, now)),
          now,
        );
      },
      answer: () => null,
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // A token cap or an organization limit rejects the whole page.
    const waitMs = Math.min((error.retryAfterSeconds ?? 60) * secondMs, capWaitLongestMs);
    const outcome: MailOutcome = { kind: 'sender_refused', problem: error.message, retryAt: now + waitMs };
    await withWorkflows(engine, job, ({ store: within }) => settleAlike(within, due, outcome, now));
  }
}

/** Records one outcome for all runs still at the same step. Cancelled runs stay cancelled. */
async function settleAlike(
  store: OrganizationStore,
  due: readonly DueMail[],
  said: MailOutcome,
  now: number,
): Promise<void> {
  const held = await heldStates(store, due);
  const there = due.filter(({ run, state }) => {
    const kept = held.get(run.key);
    return kept?.visit === state.visit && kept.endedAt === null;
  });
  if (there.length === 0) return;
  await settle(
    store,
    there,
    there.map(() => ({ said, emailId: null })),
    now,
  );
}

async function heldStates(
  { workflowRuns }: OrganizationStore,
  due: readonly DueMail[],
): Promise<Map<number, StateRecord>> {
  const held = await workflowRuns.holdStates(due.map(({ run }) => run.key));
  return new Map(held.map((state) => [state.run, state]));
}

async function draftOf(
  engine: Engine,
  organization: number,
  { run, state, version, workflow }: DueMail,
  to: Mailbox,
): Promise<Draft> {
  const draft = version.drafts.get(state.step ?? '');
  if (!draft) throw new Error('a run is at a mail that was not frozen');
  return {
    ...draft,
    to,
    workflowRunId: run.id,
    cause: joinChains(run.cause, workflow.cause),
    tracked: await resolveTracking(engine, organization, draft.from.domain),
    values: triggerValues(draft.placeholders?.names ?? [], run.trigger),
  };
}

/**
 * Decides again on locked facts, because a person may have unsubscribed or met the goal. Mails of `fates` are
 * already written.
 * @throws Overtaken; BecameLive for a mail without approval; TooManyChanged beyond an assistant's allowance
 */
async function assertStillDue(
  engine: Engine,
  store: OrganizationStore,
  { organization }: Caller,
  due: readonly DueMail[],
  fates: readonly Fate[],
  now: number,
): Promise<void> {
  const facts = await readRunFacts(store, due, organization.timezone, now, 'look', acceptedIds(fates));
  const held = await heldStates(store, due);
  const workflow = (await store.workflows.byKeys([due[0]!.workflow.key])).get(due[0]!.workflow.key);
  // The table already contains this submission's mails, so each counts only for later mails.
  const mailedHere = new Map<string, number[]>();
  const overtaken = due.filter(({ run, state, version, mail }, index) => {
    const read = facts.get(run.key);
    const before = mailedHere.get(run.subscriberId) ?? [];
    const known = read && { ...read, mailedAt: [...before, ...read.mailedAt] };
    const kept = held.get(run.key);
    if (!known || !kept || kept.endedAt !== null || workflow?.status !== 'ACTIVE') return true;
    if (isToEnd(workflow, run)) return true;
    // Runs that arrived within this page are stored one step behind.
    if (kept.visit !== state.visit || kept.dueAt === null) return true;
    const decided = advance(version.definition, run, state, known, now);
    if (decided.kind !== 'move' || decided.effect?.kind !== 'mail') return true;
    if (countsForCaps(mail, fates[index]!)) mailedHere.set(run.subscriberId, [now, ...before]);
    return false;
  });
  if (overtaken.length > 0) throw new Overtaken(new Set(overtaken.map(({ run }) => run.key)));
  // Current row, because the workflow may have been activated again since the runs were read.
  if (!workflow) return;
  assertApprovedDelivery(workflow.approvedDelivery, fates);
  const leaving = due.flatMap(({ run, facts: { person } }, index) => {
    const fate = fates[index]!;
    return fate.kind === 'accepted' && fate.leaves
      ? [{ subscriber: run.subscriber, email: person.email, run }]
      : [];
  });
  await countChanged(engine, store, workflow, leaving, now);
}

function acceptedIds(fates: readonly Fate[]): string[] {
  return fates.flatMap((fate) => (fate.kind === 'accepted' ? [fate.id] : []));
}

function countsForCaps({ effect }: DueMail['mail'], fate: Fate): boolean {
  if (effect?.kind !== 'mail' || effect.step.config.transactional || fate.kind !== 'accepted') return false;
  return !fate.events.some(({ type }) => type === 'suppressed');
}

type Outcome = { said: MailOutcome; emailId: string | null };

function outcomeOf(fate: Fate, now: number): Outcome {
  if (fate.kind === 'accepted') {
    const isSuppressed = fate.events.some(({ type }) => type === 'suppressed');
    return { said: { kind: isSuppressed ? 'suppressed' : 'accepted' }, emailId: fate.id };
  }
  const { failure, message, explanation, retryAfterSeconds } = fate.failure;
  const problem = explanation ?? message;
  const said: MailOutcome =
    failure === 'RECIPIENT_RATE_LIMITED'
      ? { kind: 'recipient_refused', retryAt: now + (retryAfterSeconds ?? 1) * secondMs, problem }
      : { kind: 'sender_refused', retryAt: null, problem };
  return { said, emailId: null };
}

/** Moves each run after its mail was judged, in the transaction of the mails. */
async function settle(
  store: OrganizationStore,
  due: readonly DueMail[],
  outcomes: readonly Outcome[],
  now: number,
): Promise<void> {
  const counts = new CountChanges();
  const settled = due.map(({ state, mail }, index) => {
    const { said, emailId } = outcomes[index]!;
    const decided = afterMail(said, mail, state, now);
    return { state, said, emailId, decided, next: keptState(state, moved(state, decided, now), 0) };
  });
  await store.workflowRuns.saveStates(settled.map(({ next }) => next));
  await store.workflowRuns.addVisits(
    settled.flatMap(({ state, emailId, decided }) =>
      decided.kind === 'wait' ? [] : [createVisit(state, decided, now, emailId)],
    ),
  );
  const { workflow } = due[0]!;
  const over = settled.filter(({ next }) => next.endedAt !== null).map(({ next }) => next);
  for (const { state, said } of settled) {
    if (said.kind !== 'accepted' && said.kind !== 'suppressed') continue;
    counts.add(countedStep(workflow.id, state.step!, 'passed'));
    counts.add(countedStep(workflow.id, state.step!, said.kind === 'accepted' ? 'mailed' : 'suppressed'));
  }
  for (const { status } of over) counts.add(countedRuns(workflow.id, status));
  await announceEnded(store, workflow, over, now);
  await counts.keep(store);
}
