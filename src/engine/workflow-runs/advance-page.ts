import { Failure } from '../../model/failure.ts';
import { countedRuns, countedStep } from '../../model/workflow/counts.ts';
import { type Advance, advance, type Effect } from '../../model/workflow/runs/advance.ts';
import { moved, paused, resumed } from '../../model/workflow/runs/progress.ts';
import { resolveRunVersion, type WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { Job } from '../../store/jobs.ts';
import { saveDueFloor } from '../../store/records/workflows/workflow-inbox.ts';
import type { StateRecord, VisitRecord } from '../../store/records/workflows/workflow-runs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { HeldTags, holdTags } from '../audience/hold-tags.ts';
import type { Engine } from '../context/scope.ts';
import { applyEffects, type StepTags } from './apply-effects.ts';
import type { DueMail, DueRun } from './due-run.ts';
import { isToEnd } from './end-runs.ts';
import { frozenVersion } from './frozen-versions.ts';
import { type LockedWorkflows, withWorkflows } from './locked-workflows.ts';
import { mailRuns } from './mail-runs.ts';
import { announceEnded, CountChanges } from './note-runs.ts';
import type { RunEffect } from './run-effect.ts';
import { readRunFacts } from './run-facts.ts';
import { createVisit, keptState } from './run-records.ts';

/** Bounds how long a transaction holds the writer. */
const pageRuns = 200;
const stepsAtOnceMax = 20;

export async function advancePage(engine: Engine, job: Job): Promise<boolean> {
  const now = engine.world.clock.now();
  const page = await withWorkflows(engine, job, (locked) => moveRuns(engine, locked, now));
  if (page.toMail.length > 0) await mailRuns(engine, job, page.toMail, now);
  return page.found > 0;
}

/** Advances all runs of a page except those at a mail step. */
async function moveRuns(
  engine: Engine,
  locked: LockedWorkflows,
  now: number,
): Promise<{ found: number; toMail: DueMail[] }> {
  const { store, dueFloor } = locked;
  const due = await store.workflowRuns.due(dueFloor, now, pageRuns);
  if (due.length === 0) return { found: 0, toMail: [] };
  const { ready, states, tags } = await readDue(engine, locked, due, now);
  const writing = new PageWriting(Math.max(dueFloor, now), now);
  for (const state of states) writing.states.push(state);
  const toMail: DueMail[] = [];
  const toDo: Doing[] = [];
  for (const one of ready) {
    const halt = takeChoices(one, writing);
    if (halt === null) continue;
    if (halt.effect.kind === 'mail') toMail.push(toBeMailed(one, halt, writing));
    else toDo.push({ ...halt, ...one, state: halt.state, person: one.facts.person, effect: halt.effect });
  }
  const problems = await applyEffects({ engine, store, tags, now }, toDo);
  for (const { run, workflow, state, decided } of toDo) {
    const problem = problems.get(run.key);
    const said = problem === undefined ? decided : { ...decided, because: { ...decided.because, problem } };
    writing.states.push(writing.leave(workflow, state, said));
  }
  await writing.keep(store);
  // The next look starts at the earliest run still due.
  const floor = Math.min(due.at(-1)!.dueAt ?? now, ...toMail.map(({ state }) => state.dueAt ?? now), now);
  await saveDueFloor(locked.queries, store.organization, floor);
  return { found: due.length, toMail };
}

type Halt = { state: StateRecord; decided: Extract<Advance, { kind: 'move' }>; effect: Effect };

type Doing = RunEffect & Pick<Halt, 'state' | 'decided'>;

/** Takes steps without effects. @returns the position at an effect; null when the run waits or is over */
function takeChoices(
  { run, version, workflow, facts, state: first }: DueRun,
  writing: PageWriting,
): Halt | null {
  let state = first;
  for (let steps = 0; steps < stepsAtOnceMax; steps += 1) {
    const decided = advance(version.definition, run, state, facts, writing.now);
    if (decided.kind === 'move' && decided.effect !== null) return { state, decided, effect: decided.effect };
    state = writing.leave(workflow, state, decided);
    if (decided.kind === 'wait' || state.endedAt !== null) break;
  }
  writing.states.push(state);
  return null;
}

function toBeMailed(due: DueRun, { state, decided }: Halt, writing: PageWriting): DueMail {
  if (state !== due.state) writing.states.push(state);
  return { ...due, state, mail: decided };
}

/** Collects the writes of a page into a few statements. */
class PageWriting {
  readonly states: StateRecord[] = [];
  readonly now: number;
  readonly #floor: number;
  readonly #visits: VisitRecord[] = [];
  readonly #counts = new CountChanges();
  readonly #ended = new Map<WorkflowRecord, StateRecord[]>();

  /** @param floor no run of the organization is due before it */
  constructor(floor: number, now: number) {
    this.#floor = floor;
    this.now = now;
  }

  leave(workflow: WorkflowRecord, state: StateRecord, decided: Advance): StateRecord {
    const next = keptState(state, moved(state, decided, this.now), this.#floor);
    if (decided.kind !== 'wait') this.#visits.push(createVisit(state, decided, this.now, null));
    if (decided.kind === 'move') this.#counts.add(countedStep(workflow.id, state.step!, 'passed'));
    if (next.endedAt !== null) this.#end(workflow, next);
    return next;
  }

  #end(workflow: WorkflowRecord, state: StateRecord): void {
    this.#ended.set(workflow, [...(this.#ended.get(workflow) ?? []), state]);
    this.#counts.add(countedRuns(workflow.id, state.status));
    if (state.ended?.reason === 'goal') this.#counts.add(countedRuns(workflow.id, 'goal'));
  }

  async keep(store: OrganizationStore): Promise<void> {
    await store.workflowRuns.saveStates(this.states);
    await store.workflowRuns.addVisits(this.#visits);
    for (const [workflow, states] of this.#ended) await announceEnded(store, workflow, states, this.now);
    await this.#counts.keep(store);
  }
}

/** `states`: updates for runs that cannot move, because their workflow is or was paused. Lock order: tags, people, states. */
async function readDue(
  engine: Engine,
  { store, dueFloor }: Pick<LockedWorkflows, 'store' | 'dueFloor'>,
  due: readonly StateRecord[],
  now: number,
): Promise<{ ready: DueRun[]; states: StateRecord[]; tags: StepTags }> {
  const workflows = await store.workflows.byKeys([...new Set(due.map(({ workflow }) => workflow))]);
  const organization = await engine.store.organizations.byKey(store.organization);
  const runs = await store.workflowRuns.byKeys(due.map(({ run }) => run));
  const found: Omit<DueRun, 'facts'>[] = [];
  const states: StateRecord[] = [];
  for (const state of due) {
    const workflow = workflows.get(state.workflow);
    const run = runs.get(state.run);
    if (!workflow || !run || isToEnd(workflow, run)) continue;
    const lateMs = workflow.pausedMs - state.pausedMs;
    if (workflow.status === 'PAUSED') {
      states.push(frozenState(state, workflow.pausedAt ?? now, lateMs));
      continue;
    }
    const kept = lateMs > 0 ? postponed(state, lateMs, Math.max(now, dueFloor)) : state;
    if ((kept.dueAt ?? 0) > now) {
      states.push({ ...kept, pausedMs: workflow.pausedMs });
      continue;
    }
    const number = resolveRunVersion(workflow, state);
    const version = await frozenVersion(engine, store, workflow.key, number);
    if (!version) throw new Error('a run follows a version that is gone');
    found.push({ run, state: { ...kept, version: number, pausedMs: workflow.pausedMs }, version, workflow });
  }
  const tags = await holdTagsOf(engine, store, found, now);
  const facts = await readRunFacts(store, found, organization?.timezone ?? 'UTC', now, 'hold');
  const held = new Map(
    (await store.workflowRuns.holdStates(found.map(({ run }) => run.key))).map((state) => [state.run, state]),
  );
  const ready = found.flatMap((one): DueRun[] => {
    const known = facts.get(one.run.key);
    const state = held.get(one.run.key);
    // Cancelled or erased meanwhile.
    const isThere = state?.visit === one.state.visit && state.endedAt === null;
    return known && isThere ? [{ ...one, facts: known }] : [];
  });
  return { ready, states, tags };
}

/** The run came due during a pause. Keeps the rest of its wait at the start of the pause, extended by earlier pauses. */
function frozenState(state: StateRecord, pausedAt: number, lateMs: number): StateRecord {
  const { left } = paused(state, pausedAt);
  return { ...state, dueAt: null, leftMs: (left ?? 0) + (isOfDate(state) ? 0 : lateMs) };
}

/** A pause extends a wait by its length, but a date stays fixed. */
function postponed(state: StateRecord, lateMs: number, now: number): StateRecord {
  if (isOfDate(state)) return state;
  const end = (state.wait?.until ?? state.dueAt ?? now) + lateMs;
  return { ...state, ...resumed({ ...state, dueAt: null }, Math.max(0, end - now), now) };
}

function isOfDate({ wait }: StateRecord): boolean {
  return wait?.kept === 'date';
}

async function holdTagsOf(
  engine: Engine,
  store: OrganizationStore,
  runs: readonly Omit<DueRun, 'facts'>[],
  now: number,
): Promise<StepTags> {
  const named = [...new Set(runs.flatMap(({ version }) => version.tags))];
  if (named.length === 0) return { held: new HeldTags([], 0), problem: null };
  try {
    const held = await holdTags(store, engine.world.ids, named, now);
    await store.counts.change('tags', held.made);
    return { held, problem: null };
  } catch (error) {
    // Too many tags: only steps that name a missing tag fail.
    if (!(error instanceof Failure)) throw error;
    return { held: new HeldTags(await store.tags.hold(named), 0), problem: error.message };
  }
}
