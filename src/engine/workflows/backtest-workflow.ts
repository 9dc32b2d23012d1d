import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs, secondMs } from '../../model/instant.ts';
import type { Rule } from '../../model/segment/rule.ts';
import type { Definition, TriggerType } from '../../model/workflow/definition.ts';
import type { Person } from '../../model/workflow/facts.ts';
import { entryFactsNeeded } from '../../model/workflow/facts-needed.ts';
import type { EntryKnown, TriggerEvent } from '../../model/workflow/runs/entry.ts';
import { horizonMsMax, simulate } from '../../model/workflow/runs/simulate.ts';
import { readLastEvents, readPeople } from '../../store/records/workflows/workflow-facts.ts';
import { countAudience } from '../audience/count-audience.ts';
import type { Scope } from '../context/scope.ts';
import { backfillTerms } from '../workflow-runs/walk-people.ts';
import { findPastTriggerEvents, type PastTriggerEvent } from './past-trigger-events.ts';
import type { SamplePerson } from './preview-workflow-mails.ts';

const backtestDays = 30;
/** Simulated entries in one turn of the event loop: a few milliseconds. */
const playsATurn = 50;
const peopleMax = 100_000;

/** After `ms` or this many pieces the backtest returns a partial result. `playedMax`: entries of a piece, whose people are read together. */
export type HistoryLimits = { ms: number; pieces: number; playedMax: number };
const wholeHistory: HistoryLimits = { ms: 5 * secondMs, pieces: Number.POSITIVE_INFINITY, playedMax: 500 };
/** For a page that must not wait. */
export const newestHistory: HistoryLimits = { ms: 15, pieces: 2, playedMax: 250 };

export type Backtest = {
  days: number;
  possible: boolean;
  /** The reason why no count is possible, or the source of the count; null for a complete count. */
  note: string | null;
  entered: number;
  mails: number;
  mostMails: number;
  /** The last person to enter, with the event's properties. */
  last: SamplePerson | null;
  backfilled: number;
  complete: boolean;
};

/** Replays past triggers with each person's present data and no opens or clicks, so the result is only a forecast. */
export async function backtest(
  scope: Scope,
  definition: Definition,
  backfill: Rule | true | null,
  limits = wholeHistory,
): Promise<Backtest> {
  const history = triggerHistories[definition.trigger.type];
  const seen: Seen = { entered: 0, mails: 0, complete: true, mailsOf: new Map(), last: null };
  if (history.isKept) await playPast(scope, definition, seen, limits);
  return {
    days: backtestDays,
    possible: history.isKept,
    note: history.isKept ? history.from : history.because,
    entered: seen.entered,
    mails: seen.mails,
    mostMails: Math.max(0, ...seen.mailsOf.values()),
    last: seen.last,
    backfilled: backfill === null ? 0 : await countBackfill(scope, definition, backfill),
    complete: seen.complete,
  };
}

type Seen = Pick<Backtest, 'entered' | 'mails' | 'complete'> & {
  mailsOf: Map<number, number>;
  last: (NonNullable<Backtest['last']> & { at: number }) | null;
};

async function playPast(
  scope: Scope,
  definition: Definition,
  seen: Seen,
  limits: HistoryLimits,
): Promise<void> {
  const { store, now, engine, caller, signal } = scope;
  const { clock } = engine.world;
  const until = clock.monotonic() + limits.ms;
  const plays = new PersonPlays(definition, caller.organization.timezone, seen);
  const asked = [...entryFactsNeeded(definition.trigger)];
  const most = Math.max(1, Math.floor(limits.playedMax / Math.max(1, asked.length)));
  const past = findPastTriggerEvents(scope, definition, { since: now - backtestDays * dayMs });
  let pieces = 0;
  for await (const some of inPieces(past, most)) {
    signal.throwIfAborted();
    pieces += 1;
    if (clock.monotonic() >= until || seen.mailsOf.size >= peopleMax || pieces > limits.pieces) {
      seen.complete = false;
      return;
    }
    const keys = [...new Set(some.map(({ subscriber }) => subscriber))];
    const people = await readPeople(store.queries, store.organization, keys, 'look');
    const wanted = keys.flatMap((subscriber) => asked.map((name) => ({ subscriber, name })));
    const lastEvents = await readLastEvents(store.queries, store.organization, wanted);
    await nextTurn();
    for (const [index, { subscriber, triggerEvent }] of some.entries()) {
      if (index % playsATurn === playsATurn - 1) await nextTurn();
      const person = people.get(subscriber);
      const happened = person && triggerEvent(person);
      if (happened) plays.play(person, happened, lastEvents.get(subscriber));
    }
  }
}

/** An empty page stays, so that the caller can stop a walk that finds nothing. */
async function* inPieces(
  pages: AsyncIterable<readonly PastTriggerEvent[]>,
  most: number,
): AsyncGenerator<readonly PastTriggerEvent[]> {
  for await (const page of pages)
    for (let from = 0; from === 0 || from < page.length; from += most) yield page.slice(from, from + most);
}

class PersonPlays {
  readonly #definition: Definition;
  readonly #timezone: string;
  readonly #seen: Seen;
  readonly #busyUntil = new Map<number, number>();
  readonly #entries = new Set<string>();

  constructor(definition: Definition, timezone: string, seen: Seen) {
    this.#definition = definition;
    this.#timezone = timezone;
    this.#seen = seen;
  }

  /** @param lastEvents that the filter asks for: when each last occurred, epoch ms */
  play(
    person: Person,
    triggerEvent: TriggerEvent,
    lastEvents: ReadonlyMap<string, number> = new Map(),
  ): void {
    const { id, at, properties } = triggerEvent;
    const { reentry } = this.#definition;
    if (reentry === 'ONCE' && this.#busyUntil.has(person.key)) return;
    const value = reentry.startsWith('event.') ? String(properties[reentry.slice('event.'.length)]) : '';
    const known: EntryKnown = {
      workflow: '',
      lastEvents:
        triggerEvent.type === 'EVENT' ? new Map([...lastEvents, [triggerEvent.name, at]]) : lastEvents,
      openRun: (this.#busyUntil.get(person.key) ?? 0) > at,
      hadRun: this.#busyUntil.has(person.key),
      hadRunOfKey: this.#entries.has(`${person.key} ${value}`),
      startsInLastHour: 0,
      cause: null,
    };
    const scene = {
      run: id,
      version: 0,
      timezone: this.#timezone,
      labels: [],
      known,
      mailedAt: [],
      triggerEvent,
      acts: [],
      horizonMs: horizonMsMax,
    };
    const { entry, visits, state } = simulate(this.#definition, person, scene, at);
    if (!entry.start) return;
    this.#entries.add(`${person.key} ${value}`);
    this.#busyUntil.set(person.key, state?.endedAt ?? Number.MAX_SAFE_INTEGER);
    const mails = visits.filter(({ effect, leftAt }) => effect?.kind === 'mail' && leftAt !== null).length;
    const { mailsOf, last } = this.#seen;
    if (last === null || last.at < at) this.#seen.last = { email: person.email, properties, at };
    this.#seen.entered += 1;
    this.#seen.mails += mails;
    mailsOf.set(person.key, (mailsOf.get(person.key) ?? 0) + mails);
  }
}

async function countBackfill(
  { store, now }: Scope,
  definition: Definition,
  backfill: Rule | true,
): Promise<number> {
  const terms = await backfillTerms(store, definition, backfill === true ? null : backfill);
  return (await countAudience(store, terms, now)) ?? 0;
}

/** States how many people would have entered lately, or why they cannot be counted. */
export function pastSentence({
  days,
  possible,
  note,
  entered,
  mails,
  mostMails,
  complete,
}: Omit<Backtest, 'last' | 'backfilled'>): string {
  if (!possible)
    return `How many people would have entered in the last ${days} days cannot be counted: ${note}`;
  const counted = note === null ? '' : ` (counted from ${note})`;
  const people = `${entered}${complete ? '' : ' or more'} ${entered === 1 && complete ? 'person' : 'people'}`;
  const emails = `${mails} ${mails === 1 ? 'email' : 'emails'}, at most ${mostMails} to one person`;
  return `In the last ${days} days, ${people} would have entered${counted}: ${emails}`;
}

/** Whether stored data shows who met a trigger before its workflow was active. */
type TriggerHistory =
  /** `from`: the data that the count is made from, where it may miss people; null otherwise. */
  { isKept: true; from: string | null } | { isKept: false; because: string };

const triggerHistories: Readonly<Record<TriggerType, TriggerHistory>> = {
  EVENT: { isKept: true, from: null },
  SUBSCRIBER_CREATED: { isKept: true, from: 'the subscribers that still exist' },
  SUBSCRIBER_UPDATED: {
    isKept: false,
    because: 'Posthouse stores when a subscriber last changed, and not which fields changed',
  },
  TAG_ADDED: { isKept: true, from: 'the people who still have the tag' },
  TAG_REMOVED: { isKept: false, because: 'Posthouse does not store when a tag was removed' },
  SEGMENT_ENTERED: { isKept: false, because: 'Posthouse does not store when a person entered a segment' },
  EMAIL_OPENED: { isKept: true, from: 'at most one open per person' },
  EMAIL_CLICKED: { isKept: true, from: 'at most one click per person' },
  DATE: { isKept: true, from: 'the dates that people have now' },
  SCHEDULE: { isKept: true, from: 'the people who match now' },
  MANUAL: { isKept: false, because: 'it starts only when trigger_workflow names a person' },
};
