import { hourMs } from '../../model/instant.ts';
import { countedOutside, countedRuns } from '../../model/workflow/counts.ts';
import { type Definition, workflowLimits } from '../../model/workflow/definition.ts';
import {
  decideEntry,
  type EntryDecision,
  type EntryKnown,
  type Happening,
} from '../../model/workflow/entry.ts';
import type { Person } from '../../model/workflow/facts.ts';
import { entryFactsNeeded, type ListenedKind, wakesOn } from '../../model/workflow/facts-needed.ts';
import { woken } from '../../model/workflow/progress.ts';
import { firstState } from '../../model/workflow/run.ts';
import { keyProperty, keyValue } from '../../model/workflow/run-key.ts';
import { resolveRunVersion, type WorkflowRecord } from '../../model/workflow/workflow.ts';
import type { Job } from '../../store/jobs.ts';
import { readLastEvents, readPeople } from '../../store/records/workflows/workflow-facts.ts';
import {
  type Inbound,
  removeFromWorkflowInbox,
  workflowInbox,
  workflowListeners,
} from '../../store/records/workflows/workflow-inbox.ts';
import type { StateRecord } from '../../store/records/workflows/workflow-runs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { type FrozenVersion, frozenVersion } from './frozen-versions.ts';
import { addressedTo, happeningOf, tagIdOf, triggerOf, workflowKeys } from './happenings.ts';
import { type LockedWorkflows, withWorkflows } from './locked-workflows.ts';
import { announceStarted, CountChanges } from './note-runs.ts';
import { enteredSegment } from './segment-members.ts';
import { tripWorkflow } from './trip-workflow.ts';
import { wavesByPerson } from './waves-by-person.ts';

/** Bounds how long a transaction holds the writer. */
const pageRows = 200;

/** Routes the oldest inbox rows: starts runs and wakes waiting runs. @returns whether there were any */
export async function routeInbox(engine: Engine, job: Job): Promise<boolean> {
  const waiting = await workflowInbox(engine.store.database.reader, job.organization, 1);
  if (waiting.length === 0) return false;
  return await withWorkflows(engine, job, async (locked) => {
    const happenings = await workflowInbox(locked.queries, job.organization, pageRows);
    await routeHappenings(engine, locked, happenings);
    await removeFromWorkflowInbox(
      locked.queries,
      job.organization,
      happenings.map(({ key }) => key),
    );
    return happenings.length > 0;
  });
}

/** Routes events in the transaction that removes them from the inbox. */
export async function routeHappenings(
  engine: Engine,
  locked: LockedWorkflows,
  happenings: readonly Inbound[],
): Promise<void> {
  if (happenings.length === 0) return;
  const router = await openRouter(engine, locked, happenings);
  // Events of one person are routed in order.
  for (const wave of wavesByPerson(happenings, ({ subscriber }) => subscriber)) await router.route(wave);
  await router.keep();
}

type Router = {
  route(wave: readonly Inbound[]): Promise<void>;
  /** Call it last, because counts stay locked until the commit. */
  keep(): Promise<void>;
};

type Entered = { segment: string; people: ReadonlySet<number> };

type Start = {
  workflow: WorkflowRecord;
  version: FrozenVersion;
  happening: Happening;
  person: Person;
  inbound: Inbound;
  entry: Extract<EntryDecision, { start: true }>;
};

async function openRouter(
  engine: Engine,
  { store, queries, dueFloor }: LockedWorkflows,
  happenings: readonly Inbound[],
): Promise<Router> {
  const { organization } = store;
  const now = engine.world.clock.now();
  const listeners = await workflowListeners(queries, organization);
  const workflows = await store.workflows.byKeys([
    ...new Set([...[...listeners.values()].flat(), ...happenings.flatMap(workflowKeys)]),
  ]);
  const subscribers = [...new Set(happenings.map(({ subscriber }) => subscriber))];
  const people = await readPeople(queries, organization, subscribers, 'hold');
  const labels = await store.tags.labels(happenings.flatMap(tagIdOf));
  const counts = new CountChanges();

  function listenersTo({ kind, data }: Inbound): readonly number[] {
    const addressed = addressedTo({ kind, data });
    return addressed === null ? (listeners.get(kind) ?? []) : [addressed];
  }

  async function route(wave: readonly Inbound[]): Promise<void> {
    const open = await openByPerson(store, wave);
    await wake(wave, open);
    const entered = await enteredSegments(wave);
    const starts: Start[] = [];
    for (const inbound of wave) {
      for (const key of listenersTo(inbound)) {
        const workflow = workflows.get(key);
        if (!workflow) continue;
        const happening = happeningFor(inbound, addressedTo(inbound) === null ? entered.get(key) : undefined);
        if (!happening) continue;
        const start = await startOf(workflow, inbound, happening, open.get(inbound.subscriber) ?? []);
        if (start) starts.push(start);
      }
    }
    await begin(starts);
  }

  /** A run woken needlessly goes on waiting. */
  async function wake(wave: readonly Inbound[], open: ReadonlyMap<number, StateRecord[]>): Promise<void> {
    const at = Math.max(now, dueFloor);
    const changed: StateRecord[] = [];
    for (const { kind, subscriber } of wave) {
      for (const state of open.get(subscriber) ?? []) {
        const workflow = workflows.get(state.workflow);
        // Without listening, a workflow has no run waiting for this.
        if (!workflow) continue;
        const version = await frozenVersion(engine, store, workflow.key, resolveRunVersion(workflow, state));
        if (!version) continue;
        const { event, goal } = wakesOn(version.definition, state.step);
        if (kind !== `event:${event}` && !goal.has(kind as ListenedKind)) continue;
        const next = woken(state, at);
        if (next !== state) changed.push({ ...state, ...next });
      }
    }
    await store.workflowRuns.saveStates(changed);
  }

  /** Returns the people who entered the segment that a workflow follows, by workflow key. */
  async function enteredSegments(wave: readonly Inbound[]): Promise<Map<number, Entered>> {
    const changed = new Map<number, number[]>();
    for (const inbound of wave) {
      if (addressedTo(inbound) !== null) continue;
      for (const key of listenersTo(inbound))
        changed.set(key, [...(changed.get(key) ?? []), inbound.subscriber]);
    }
    const entered = new Map<number, Entered>();
    for (const [key, subscribers] of changed) {
      const trigger = await activeTrigger(workflows.get(key));
      if (trigger?.type !== 'SEGMENT_ENTERED') continue;
      const people = await enteredSegment(store, key, trigger, subscribers, now);
      entered.set(key, { segment: trigger.segment, people });
    }
    return entered;
  }

  async function activeTrigger(workflow: WorkflowRecord | undefined): Promise<Definition['trigger'] | null> {
    if (workflow?.status !== 'ACTIVE' || workflow.version === null) return null;
    const version = await frozenVersion(engine, store, workflow.key, workflow.version);
    return version?.definition.trigger ?? null;
  }

  /** For a segment trigger, an event only means that the membership must be checked. */
  function happeningFor(inbound: Inbound, entered: Entered | undefined): Happening | null {
    if (!entered) return happeningOf(engine, inbound, labels);
    if (!entered.people.has(inbound.subscriber)) return null;
    const id = engine.world.ids.id('evt');
    return { id, at: inbound.at, properties: {}, type: 'SEGMENT_ENTERED', segment: entered.segment };
  }

  async function startOf(
    workflow: WorkflowRecord,
    inbound: Inbound,
    happening: Happening,
    open: readonly StateRecord[],
  ): Promise<Start | null> {
    const person = people.get(inbound.subscriber);
    if (!person || !inbound.starts || workflow.version === null) return null;
    const version = await frozenVersion(engine, store, workflow.key, workflow.version);
    if (!version) return null;
    const { definition } = version;
    const entry = decideEntry(
      definition,
      happening,
      person,
      await knownOf(workflow, definition, inbound, happening, person, open),
      now,
    );
    if (entry.start) {
      if (workflow.status === 'ACTIVE') return { workflow, version, happening, person, inbound, entry };
      counts.add(countedOutside(workflow.id, 'paused'));
      return null;
    }
    if (entry.reason === 'not_a_match') return null;
    counts.add(countedOutside(workflow.id, entry.reason));
    if (entry.reason === 'too_often' && workflow.status === 'ACTIVE') {
      await tripWorkflow(store, workflow, now);
      workflow.status = 'PAUSED';
    }
    return null;
  }

  async function knownOf(
    workflow: WorkflowRecord,
    definition: Definition,
    { cause }: Inbound,
    { properties }: Happening,
    person: Person,
    open: readonly StateRecord[],
  ): Promise<EntryKnown> {
    const names = [...entryFactsNeeded(definition.trigger)];
    const lastEvents = await readLastEvents(
      queries,
      organization,
      names.map((name) => ({ subscriber: person.key, name })),
    );
    const property = keyProperty(definition.reentry);
    const value = property === null ? null : keyValue(properties, property);
    const ofKey = `${person.id}:${value}`;
    const had =
      definition.reentry === 'EVERY_TIME'
        ? new Set<string>()
        : await store.workflowRuns.entriesAmong(workflow.key, [person.id, ofKey]);
    return {
      workflow: workflow.id,
      lastEvents: lastEvents.get(person.key) ?? new Map(),
      openRun: open.some((state) => state.workflow === workflow.key),
      hadRun: had.has(person.id),
      hadRunOfKey: value !== null && had.has(ofKey),
      startsInLastHour:
        definition.reentry === 'ONCE'
          ? 0
          : await store.workflowRuns.startedSince(
              workflow.key,
              person.key,
              now - hourMs,
              workflowLimits.startsPerHourMax,
            ),
      cause: cause && { workflow: workflows.get(cause.workflow)?.id ?? 'another', depth: cause.depth },
    };
  }

  async function begin(starts: readonly Start[]): Promise<void> {
    if (starts.length === 0) return;
    const at = Math.max(now, dueFloor);
    const begun = await store.workflowRuns.start(
      starts.map(({ workflow, version, happening, person, inbound, entry }) => ({
        run: {
          id: engine.world.ids.id('run'),
          workflow: workflow.key,
          version: workflow.version!,
          subscriber: person.key,
          subscriberId: person.id,
          entry: entry.entry,
          entryValue: entry.entryValue,
          depth: entry.depth,
          assistant: inbound.assistant,
          cause: inbound.chain,
          startedAt: happening.at,
          trigger: triggerOf(happening),
        },
        state: {
          ...firstState(version.definition.start, at),
          workflow: workflow.key,
          subscriber: person.key,
          version: workflow.version!,
          leftMs: null,
          pausedMs: workflow.pausedMs,
        },
      })),
    );
    for (const workflow of new Set(starts.map((one) => one.workflow))) {
      const ofIt = begun.filter(({ run }) => run.workflow === workflow.key);
      const wanted = starts.filter((one) => one.workflow === workflow).length;
      counts.add(countedRuns(workflow.id, 'started'), ofIt.length);
      if (wanted > ofIt.length) counts.add(countedOutside(workflow.id, 'once_before'), wanted - ofIt.length);
      await announceStarted(store, workflow, ofIt, now);
    }
  }

  return { route, keep: () => counts.keep(store) };
}

async function openByPerson(
  store: OrganizationStore,
  wave: readonly Inbound[],
): Promise<Map<number, StateRecord[]>> {
  const open = new Map<number, StateRecord[]>();
  const states = await store.workflowRuns.holdOpenOf(wave.map(({ subscriber }) => subscriber));
  for (const state of states) open.set(state.subscriber, [...(open.get(state.subscriber) ?? []), state]);
  return open;
}
