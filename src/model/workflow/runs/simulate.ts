import { dayMs } from '../../instant.ts';
import type { ConnectionType, Definition, ExitReason, StepType } from '../definition.ts';
import { type EventFact, eventsReadMax, type MailFact, type Person, type RunFacts } from '../facts.ts';
import { factsNeeded, type ListenedKind, wakingEvents } from '../facts-needed.ts';
import { type Advance, advance, type Effect } from './advance.ts';
import { filledJson, personAfter } from './apply-effect.ts';
import { decideEntry, type EntryDecision, type EntryKnown, type TriggerEvent } from './entry.ts';
import { isOpen, moved, woken } from './progress.ts';
import { firstState, type RunStart, type RunState, type Wait } from './run.ts';

export type Act = Reaction | TimedAct;
export type Reaction = { type: 'open' | 'click'; step: string; afterMs: number };
export type TimedAct =
  | { type: 'event'; at: number; name: string; properties: Readonly<Record<string, unknown>> }
  | { type: 'leave'; at: number; because: ExitReason }
  | { type: 'add_tag' | 'remove_tag'; at: number; tag: string }
  | { type: 'change'; at: number; fields: Partial<Person> };

export type SimulationScene = {
  /** Run id, which decides A/B splits. */
  run: string;
  version: number;
  timezone: string;
  labels: readonly { id: string; name: string }[];
  known: EntryKnown;
  /** Acceptance times of earlier marketing mails, newest first. */
  mailedAt: readonly number[];
  triggerEvent: TriggerEvent;
  acts: readonly Act[];
  horizonMs: number;
};

export const horizonMsMax = 800 * dayMs;

export type SimulatedVisit = {
  visit: number;
  step: string;
  type: StepType;
  arrivedAt: number;
  /** Waits in order; repeated evaluations of the same wait are omitted. */
  waits: readonly { from: number; wait: Wait }[];
  leftAt: number | null;
  via: ConnectionType | null;
  effect: Effect | null;
  because: Advance['because'];
};

export type Simulation = {
  entry: EntryDecision;
  visits: readonly SimulatedVisit[];
  /** State at the end; null if the run did not start. The run may still be open at the horizon. */
  state: RunState | null;
};

/** Uses the engine's own `advance` in virtual time, so a real run with the same facts takes the same path. */
export function simulate(
  definition: Definition,
  person: Person,
  scene: SimulationScene,
  from: number,
): Simulation {
  const entry = decideEntry(definition, scene.triggerEvent, person, scene.known, from);
  if (!entry.start) return { entry, visits: [], state: null };
  const { triggerEvent } = scene;
  const start: RunStart = {
    id: scene.run,
    entry: entry.entry,
    entryValue: entry.entryValue,
    version: scene.version,
    startedAt: from,
    trigger: {
      type: triggerEvent.type,
      eventId: triggerEvent.type === 'EVENT' ? triggerEvent.id : null,
      name: triggerEvent.type === 'EVENT' ? triggerEvent.name : null,
      at: triggerEvent.at,
      properties: triggerEvent.properties,
    },
    depth: entry.depth,
    assistant: null,
    cause: null,
  };
  const facts: RunFacts = {
    person,
    events: new Map(),
    lastEvents: scene.known.lastEvents,
    mails: new Map(),
    mailedAt: scene.mailedAt,
    timezone: scene.timezone,
  };
  const walk = simulateRun(definition, start, firstState(definition.start, from), facts, {
    acts: scene.acts,
    labels: scene.labels,
    now: from,
    until: from + Math.min(scene.horizonMs, horizonMsMax),
  });
  return { entry, ...walk };
}

export type SimulationRange = {
  acts: readonly Act[];
  labels: SimulationScene['labels'];
  now: number;
  until: number;
};

/** Terminates, because each evaluation moves (at most `visitsMax` times) or waits until a later time. */
export function simulateRun(
  definition: Definition,
  start: RunStart,
  from: RunState,
  facts: RunFacts,
  { acts, labels, now, until }: SimulationRange,
): { visits: SimulatedVisit[]; state: RunState } {
  const world = new VirtualPerson(definition, start, facts, acts, labels);
  const visits: SimulatedVisit[] = [];
  let state = from;
  let at = now;
  while (isOpen(state) && state.dueAt !== null) {
    const act = world.nextAct();
    // An act at the instant at which a wait ends precedes the evaluation.
    const happens = act !== null && act.at <= Math.max(at, state.dueAt);
    at = Math.max(at, happens ? act.at : state.dueAt);
    if (at > until) break;
    if (happens) {
      const kind = world.play(act, at);
      const { event, goal } = wakingEvents(definition, state.step);
      if (goal.has(kind) || (event !== null && kind === `event:${event}`)) state = woken(state, at);
      continue;
    }
    const visit = visitAt(definition, state, visits);
    const decided = advance(definition, start, state, world.factsFor(state.step), at);
    note(visit, decided, at);
    if (decided.kind === 'move' && decided.effect) world.apply(decided.effect, at);
    state = moved(state, decided, at);
  }
  return { visits, state };
}

type OpenVisit = { -readonly [Field in keyof SimulatedVisit]: SimulatedVisit[Field] };

function visitAt(definition: Definition, state: RunState, visits: SimulatedVisit[]): OpenVisit {
  const last = visits.at(-1);
  if (last?.visit === state.visit) return last;
  const visit: OpenVisit = {
    visit: state.visit,
    step: state.step!,
    type: definition.steps.find(({ key }) => key === state.step)!.type,
    arrivedAt: state.arrivedAt,
    waits: [],
    leftAt: null,
    via: null,
    effect: null,
    because: {},
  };
  visits.push(visit);
  return visit;
}

function note(visit: OpenVisit, decided: Advance, at: number): void {
  visit.because = decided.because;
  if (decided.kind === 'wait') {
    const same = visit.waits.at(-1)?.wait;
    if (same?.until === decided.wait.until && same.reason === decided.wait.reason) return;
    visit.waits = [...visit.waits, { from: at, wait: decided.wait }];
    return;
  }
  visit.leftAt = at;
  if (decided.kind !== 'move') return;
  visit.via = decided.via;
  visit.effect = decided.effect;
}

type DueReaction = { type: Reaction['type']; at: number; step: string; emailId: string };
type Due = TimedAct | DueReaction;

function isReaction(act: Act): act is Reaction {
  return act.type === 'open' || act.type === 'click';
}

class VirtualPerson {
  readonly #definition: Definition;
  readonly #start: RunStart;
  readonly #labels: SimulationScene['labels'];
  readonly #reactions: readonly Reaction[];
  readonly #acts: Due[];
  readonly #timezone: string;
  #person: Person;
  #events: Map<string, readonly EventFact[]>;
  #lastEvents: Map<string, number>;
  #mails: Map<string, MailFact>;
  #mailedAt: readonly number[];
  #made = 0;

  constructor(
    definition: Definition,
    start: RunStart,
    facts: RunFacts,
    acts: readonly Act[],
    labels: SimulationScene['labels'],
  ) {
    this.#definition = definition;
    this.#start = start;
    this.#labels = labels;
    this.#reactions = acts.filter(isReaction);
    this.#acts = acts.filter((act) => !isReaction(act)).sort(byTime);
    this.#person = facts.person;
    this.#events = new Map(facts.events);
    this.#lastEvents = new Map(facts.lastEvents);
    this.#mails = new Map(facts.mails);
    this.#mailedAt = facts.mailedAt;
    this.#timezone = facts.timezone;
  }

  factsFor(step: string | null): RunFacts {
    const needed = factsNeeded(this.#definition, step);
    return {
      person: this.#person,
      events: new Map([...needed.events].map((name) => [name, this.#events.get(name) ?? []])),
      lastEvents: only(this.#lastEvents, needed.lastEvents),
      mails: only(this.#mails, needed.mails),
      mailedAt: needed.mailedWithinMs === null ? [] : this.#mailedAt,
      timezone: this.#timezone,
    };
  }

  nextAct(): Due | null {
    return this.#acts[0] ?? null;
  }

  /** Plays the next act, and returns the kind that may wake the run. */
  play(act: Due, at: number): ListenedKind {
    this.#acts.shift();
    const person = this.#person;
    switch (act.type) {
      case 'event':
        this.#person = { ...person, lastActivityAt: at };
        this.#track(act.name, act.properties, at);
        return `event:${act.name}`;
      case 'open':
      case 'click':
        return this.#react(act, at);
      case 'leave': {
        const status = statusesOfLeaving[act.because];
        this.#person = { ...person, status, unsubscribedAt: status === 'UNSUBSCRIBED' ? at : null };
        return 'subscriber.left';
      }
      case 'add_tag':
      case 'remove_tag':
        this.apply({ kind: act.type, tag: act.tag }, at);
        return act.type === 'add_tag' ? 'tag.added' : 'tag.removed';
      case 'change':
        this.#person = { ...person, ...act.fields, updatedAt: at };
        return 'subscriber.updated';
    }
  }

  apply(effect: Effect, at: number): void {
    const { trigger } = this.#start;
    if (effect.kind === 'mail') this.#mail(effect.step.key, effect.step.config.transactional, at);
    else if (effect.kind === 'track_event') {
      const { name, properties } = effect.step.config;
      this.#track(name, filledJson(properties, this.#person, trigger), at);
    } else this.#person = personAfter(effect, this.#person, trigger, this.#labels, at);
  }

  #mail(step: string, transactional: boolean, at: number): void {
    const emailId = this.#id('eml');
    this.#mails.set(step, { emailId, at, openedAt: null, clickedAt: null });
    if (!transactional) this.#mailedAt = [at, ...this.#mailedAt];
    for (const { type, afterMs, step: of } of this.#reactions) {
      if (of === step) this.#acts.push({ type, at: at + Math.max(0, afterMs), step, emailId });
    }
    this.#acts.sort(byTime);
  }

  #react({ type, step, emailId }: DueReaction, at: number): ListenedKind {
    const mail = this.#mails.get(step);
    const field = type === 'open' ? 'openedAt' : 'clickedAt';
    // Rules see only the newest mail of each step.
    if (mail?.emailId === emailId) this.#mails.set(step, { ...mail, [field]: at });
    this.#person = {
      ...this.#person,
      lastActivityAt: at,
      [type === 'open' ? 'lastOpenedAt' : 'lastClickedAt']: at,
    };
    return type === 'open' ? 'email.opened' : 'email.clicked';
  }

  #track(name: string, properties: Readonly<Record<string, unknown>>, at: number): void {
    const before = this.#events.get(name) ?? [];
    this.#events.set(name, [{ id: this.#id('evt'), at, properties }, ...before].slice(0, eventsReadMax));
    this.#lastEvents.set(name, at);
  }

  #id(kind: string): string {
    this.#made += 1;
    return `${kind}_simulated_${this.#made}`;
  }
}

const statusesOfLeaving = {
  unsubscribe: 'UNSUBSCRIBED',
  bounce: 'BOUNCED',
  complaint: 'COMPLAINED',
} as const;

function byTime(a: { at: number }, b: { at: number }): number {
  return a.at - b.at;
}

function only<Value>(all: ReadonlyMap<string, Value>, names: ReadonlySet<string>): Map<string, Value> {
  return new Map([...all].filter(([name]) => names.has(name)));
}
