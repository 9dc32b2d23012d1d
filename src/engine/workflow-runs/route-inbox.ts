import { hourMs } from '../../model/instant.ts';
import { countedOutside, countedRuns } from '../../model/workflow/counts.ts';
import { type Definition, workflowLimits } from '../../model/workflow/definition.ts';
import type { Person } from '../../model/workflow/facts.ts';
import { entryFactsNeeded, type ListenedKind, wakingEvents } from '../../model/workflow/facts-needed.ts';
import {
  decideEntry,
  type EntryDecision,
  type EntryKnown,
  type TriggerEvent,
} from '../../model/workflow/runs/entry.ts';
import { woken } from '../../model/workflow/runs/progress.ts';
import { firstState } from '../../model/workflow/runs/run.ts';
import { keyProperty, keyValue } from '../../model/workflow/runs/run-key.ts';
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
import { groupInPersonOrder } from '../subscribers/group-in-person-order.ts';
import { type FrozenVersion, frozenVersion } from './frozen-versions.ts';
import { type LockedWorkflows, withWorkflows } from './locked-workflows.ts';
import { announceStarted, CountChanges } from './note-runs.ts';
import { pauseFloodedWorkflow } from './pause-workflow.ts';
import { enteredSegment } from './segment-members.ts';
import { addressedTo, readTagIds, readTriggerEvent, toRunTrigger, workflowKeys } from './trigger-events.ts';

/** Bounds how long a transaction holds the writer. */
const pageRows = 200;

/** Routes the oldest inbox rows: starts runs and wakes waiting runs. @returns whether there were any */
export async function routeInbox(engine: Engine, job: Job): Promise<boolean> {
  const waiting = await workflowInbox(engine.store.database.reader, job.organization, 1);
  if (waiting.length === 0) return false;
  return await withWorkflows(engine, job, async (locked) => {
    const inbound = await workflowInbox(locked.queries, job.organization, pageRows);
    await routeTriggerEvents(engine, locked, inbound);
    await removeFromWorkflowInbox(
      locked.queries,
      job.organization,
      inbound.map(({ key }) => key),
    );
    return inbound.length > 0;
  });
}

/** Routes events in the transaction that removes them from the inbox. */
export async function routeTriggerEvents(
  engine: Engine,
  locked: LockedWorkflows,
  inbound: readonly Inbound[],
): Promise<void> {
  if (inbound.length === 0) return;
  const now = engine.world.clock.now();
  const router = new Router(engine, locked, await readRoutingFacts(locked, inbound), now);
  // Events of one person are routed in order.
  for (const wave of groupInPersonOrder(inbound, ({ subscriber }) => subscriber)) await router.route(wave);
  await router.keepCounts();
}

/** Also locks the people until the commit. */
async function readRoutingFacts({ store, queries }: LockedWorkflows, inbound: readonly Inbound[]) {
  const listeners = await workflowListeners(queries, store.organization);
  const workflows = await store.workflows.byKeys([
    ...new Set([...[...listeners.values()].flat(), ...inbound.flatMap(workflowKeys)]),
  ]);
  const subscribers = [...new Set(inbound.map(({ subscriber }) => subscriber))];
  const people = await readPeople(queries, store.organization, subscribers, 'hold');
  const labels = await store.tags.labels(inbound.flatMap(readTagIds));
  return { listeners, workflows, people, labels };
}

type RoutingFacts = Awaited<ReturnType<typeof readRoutingFacts>>;

type Entered = { segment: string; people: ReadonlySet<number> };

type Entrant = {
  workflow: WorkflowRecord;
  version: FrozenVersion;
  triggerEvent: TriggerEvent;
  person: Person;
  inbound: Inbound;
};

type Start = Entrant & { entry: Extract<EntryDecision, { start: true }> };

class Router {
  readonly #engine: Engine;
  readonly #store: OrganizationStore;
  readonly #read: RoutingFacts;
  readonly #now: number;
  readonly #dueAt: number;
  readonly #counts = new CountChanges();

  constructor(engine: Engine, { store, dueFloor }: LockedWorkflows, read: RoutingFacts, now: number) {
    this.#engine = engine;
    this.#store = store;
    this.#read = read;
    this.#now = now;
    this.#dueAt = Math.max(now, dueFloor);
  }

  async route(wave: readonly Inbound[]): Promise<void> {
    const open = await readOpenRuns(this.#store, wave);
    await this.#wake(wave, open);
    await this.#begin(await this.#decideStarts(wave, open));
  }

  /** Call it last, because counts stay locked until the commit. */
  async keepCounts(): Promise<void> {
    await this.#counts.keep(this.#store);
  }

  /** A run woken needlessly goes on waiting. */
  async #wake(wave: readonly Inbound[], open: ReadonlyMap<number, StateRecord[]>): Promise<void> {
    const changed: StateRecord[] = [];
    for (const { kind, subscriber } of wave) {
      for (const state of open.get(subscriber) ?? []) {
        const workflow = this.#read.workflows.get(state.workflow);
        // Without listening, a workflow has no run waiting for this.
        if (!workflow) continue;
        const version = await this.#readVersion(workflow, resolveRunVersion(workflow, state));
        if (!version) continue;
        const { event, goal } = wakingEvents(version.definition, state.step);
        if (kind !== `event:${event}` && !goal.has(kind as ListenedKind)) continue;
        const next = woken(state, this.#dueAt);
        if (next !== state) changed.push({ ...state, ...next });
      }
    }
    await this.#store.workflowRuns.saveStates(changed);
  }

  async #decideStarts(wave: readonly Inbound[], open: ReadonlyMap<number, StateRecord[]>): Promise<Start[]> {
    const entrants = await this.#findEntrants(wave);
    const known = new Map<Entrant, EntryKnown>();
    for (const [workflow, ofIt] of Map.groupBy(entrants, (one) => one.workflow)) {
      await this.#readEntryFacts(workflow, ofIt, open, known);
    }
    const starts: Start[] = [];
    for (const one of entrants) {
      const start = await this.#decideStart(one, known.get(one)!);
      if (start) starts.push(start);
    }
    return starts;
  }

  /** Finds the people that events may start, in the order of the events. */
  async #findEntrants(wave: readonly Inbound[]): Promise<Entrant[]> {
    const entered = await this.#enteredSegments(wave);
    const entrants: Entrant[] = [];
    for (const inbound of wave) {
      const person = this.#read.people.get(inbound.subscriber);
      if (!person || !inbound.starts) continue;
      for (const key of this.#listenersTo(inbound)) {
        const workflow = this.#read.workflows.get(key);
        if (!workflow || workflow.version === null) continue;
        const segment = addressedTo(inbound) === null ? entered.get(key) : undefined;
        const triggerEvent = this.#triggerEventFor(inbound, segment);
        const version = triggerEvent && (await this.#readVersion(workflow, workflow.version));
        if (version) entrants.push({ workflow, version, triggerEvent, person, inbound });
      }
    }
    return entrants;
  }

  #listenersTo({ kind, data }: Inbound): readonly number[] {
    const addressed = addressedTo({ kind, data });
    return addressed === null ? (this.#read.listeners.get(kind) ?? []) : [addressed];
  }

  /** Returns the people who entered the segment that a workflow follows, by workflow key. */
  async #enteredSegments(wave: readonly Inbound[]): Promise<Map<number, Entered>> {
    const changed = new Map<number, number[]>();
    for (const inbound of wave) {
      if (addressedTo(inbound) !== null) continue;
      for (const key of this.#listenersTo(inbound))
        changed.set(key, [...(changed.get(key) ?? []), inbound.subscriber]);
    }
    const entered = new Map<number, Entered>();
    for (const [key, subscribers] of changed) {
      const trigger = await this.#activeTrigger(this.#read.workflows.get(key));
      if (trigger?.type !== 'SEGMENT_ENTERED') continue;
      const people = await enteredSegment(this.#store, key, trigger, subscribers, this.#now);
      entered.set(key, { segment: trigger.segment, people });
    }
    return entered;
  }

  async #activeTrigger(workflow: WorkflowRecord | undefined): Promise<Definition['trigger'] | null> {
    if (workflow?.status !== 'ACTIVE' || workflow.version === null) return null;
    const version = await this.#readVersion(workflow, workflow.version);
    return version?.definition.trigger ?? null;
  }

  async #readVersion({ key }: WorkflowRecord, version: number): Promise<FrozenVersion | undefined> {
    return await frozenVersion(this.#engine, this.#store, key, version);
  }

  /** For a segment trigger, an event only means that the membership must be checked. */
  #triggerEventFor(inbound: Inbound, entered: Entered | undefined): TriggerEvent | null {
    if (!entered) return readTriggerEvent(this.#engine, inbound, this.#read.labels);
    if (!entered.people.has(inbound.subscriber)) return null;
    const id = this.#engine.world.ids.id('evt');
    return { id, at: inbound.at, properties: {}, type: 'SEGMENT_ENTERED', segment: entered.segment };
  }

  async #decideStart(entrant: Entrant, known: EntryKnown): Promise<Start | null> {
    const { workflow, version, triggerEvent, person } = entrant;
    const entry = decideEntry(version.definition, triggerEvent, person, known, this.#now);
    if (entry.start) {
      if (workflow.status === 'ACTIVE') return { ...entrant, entry };
      this.#counts.add(countedOutside(workflow.id, 'paused'));
      return null;
    }
    if (entry.reason === 'not_a_match') return null;
    this.#counts.add(countedOutside(workflow.id, entry.reason));
    if (entry.reason === 'too_often' && workflow.status === 'ACTIVE') {
      await pauseFloodedWorkflow(this.#store, workflow, this.#now);
      workflow.status = 'PAUSED';
    }
    return null;
  }

  /** Reads the facts about all entrants of a workflow, each a different person, in a few statements. */
  async #readEntryFacts(
    workflow: WorkflowRecord,
    entrants: readonly Entrant[],
    open: ReadonlyMap<number, StateRecord[]>,
    known: Map<Entrant, EntryKnown>,
  ): Promise<void> {
    const { queries, organization, workflowRuns } = this.#store;
    const { reentry, trigger } = entrants[0]!.version.definition;
    const names = [...entryFactsNeeded(trigger)];
    const lastEvents = await readLastEvents(
      queries,
      organization,
      entrants.flatMap(({ person }) => names.map((name) => ({ subscriber: person.key, name }))),
    );
    const property = keyProperty(reentry);
    const readValue = ({ triggerEvent }: Entrant) =>
      property === null ? null : keyValue(triggerEvent.properties, property);
    const keyedEntry = (one: Entrant) => `${one.person.id}:${readValue(one)}`;
    const entries = entrants.flatMap((one) => [one.person.id, keyedEntry(one)]);
    const had =
      reentry === 'EVERY_TIME' ? new Set<string>() : await workflowRuns.entriesAmong(workflow.key, entries);
    const people = entrants.map(({ person }) => person.key);
    const hourAgo = this.#now - hourMs;
    const started =
      reentry === 'ONCE'
        ? new Map<number, number>()
        : await workflowRuns.startedSince(workflow.key, people, hourAgo, workflowLimits.startsPerHourMax);
    for (const one of entrants) {
      const { person, inbound } = one;
      const { cause } = inbound;
      known.set(one, {
        workflow: workflow.id,
        lastEvents: lastEvents.get(person.key) ?? new Map(),
        openRun: (open.get(person.key) ?? []).some((state) => state.workflow === workflow.key),
        hadRun: had.has(person.id),
        hadRunOfKey: readValue(one) !== null && had.has(keyedEntry(one)),
        startsInLastHour: started.get(person.key) ?? 0,
        cause: cause && {
          workflow: this.#read.workflows.get(cause.workflow)?.id ?? 'another',
          depth: cause.depth,
        },
      });
    }
  }

  async #begin(starts: readonly Start[]): Promise<void> {
    if (starts.length === 0) return;
    const begun = await this.#store.workflowRuns.start(
      starts.map(({ workflow, version, triggerEvent, person, inbound, entry }) => ({
        run: {
          id: this.#engine.world.ids.id('run'),
          workflow: workflow.key,
          version: workflow.version!,
          subscriber: person.key,
          subscriberId: person.id,
          entry: entry.entry,
          entryValue: entry.entryValue,
          depth: entry.depth,
          assistant: inbound.assistant,
          cause: inbound.chain,
          startedAt: triggerEvent.at,
          trigger: toRunTrigger(triggerEvent),
        },
        state: {
          ...firstState(version.definition.start, this.#dueAt),
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
      this.#counts.add(countedRuns(workflow.id, 'started'), ofIt.length);
      if (wanted > ofIt.length)
        this.#counts.add(countedOutside(workflow.id, 'once_before'), wanted - ofIt.length);
      await announceStarted(this.#store, workflow, ofIt, this.#now);
    }
  }
}

async function readOpenRuns(
  store: OrganizationStore,
  wave: readonly Inbound[],
): Promise<Map<number, StateRecord[]>> {
  const open = new Map<number, StateRecord[]>();
  const states = await store.workflowRuns.holdOpenOf(wave.map(({ subscriber }) => subscriber));
  for (const state of states) open.set(state.subscriber, [...(open.get(state.subscriber) ?? []), state]);
  return open;
}
