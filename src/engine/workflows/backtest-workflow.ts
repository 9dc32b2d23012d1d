import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs, secondMs } from '../../model/instant.ts';
import type { Rule } from '../../model/segment/rule.ts';
import type { EventRecord } from '../../model/subscriber/event.ts';
import type { Definition } from '../../model/workflow/definition.ts';
import type { EntryKnown, Happening } from '../../model/workflow/entry.ts';
import type { Person } from '../../model/workflow/facts.ts';
import { horizonMsMax, simulate } from '../../model/workflow/simulate.ts';
import { readPeople } from '../../store/records/workflow-facts.ts';
import { countAudience } from '../audience/count-audience.ts';
import type { Scope } from '../context/scope.ts';
import { backfillTerms } from '../workflow-runs/walk-people.ts';

const backtestDays = 30;
/** A backtest is answered after this at the latest, with what was seen until then. */
const lookingMaxMs = 5 * secondMs;
const pageEvents = 500;
/** People whose starts are counted apart. */
const peopleMax = 100_000;

/** What a workflow would have come to over the last days, had it been active. */
export type Backtest = {
  days: number;
  /** False for triggers that leave no history to look back on. */
  possible: boolean;
  entered: number;
  mails: number;
  /** The most mails to one person. */
  mostMails: number;
  /** The person who entered last, with the properties of their event. */
  last: { email: string; properties: EventRecord['properties'] } | null;
  /** People who would be let in at once. */
  backfilled: number;
  /** False where there was no time for all of it. */
  complete: boolean;
};

/**
 * Plays a workflow over the events of the last days, each person as they are today. No mail would have been opened or
 * clicked, so it is a forecast of its entries and mails, and no promise.
 */
export async function backtest(
  scope: Scope,
  definition: Definition,
  backfill: Rule | true | null,
): Promise<Backtest> {
  const { trigger } = definition;
  const seen: Seen = { entered: 0, mails: 0, complete: true, mailsOf: new Map(), last: null };
  const possible = trigger.type === 'EVENT';
  if (trigger.type === 'EVENT') await playEvents(scope, definition, trigger.name, seen);
  return {
    days: backtestDays,
    possible,
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

async function playEvents(scope: Scope, definition: Definition, name: string, seen: Seen): Promise<void> {
  const { store, now, engine, caller, signal } = scope;
  const { clock } = engine.world;
  const until = clock.monotonic() + lookingMaxMs;
  const filter = { name, receivedAfter: now - backtestDays * dayMs };
  const ofPerson = new PersonPlays(definition, caller.organization.timezone, seen);
  let position: Parameters<typeof store.events.walk>[1] = null;
  do {
    signal.throwIfAborted();
    if (clock.monotonic() >= until || seen.mailsOf.size >= peopleMax) {
      seen.complete = false;
      return;
    }
    const page: Awaited<ReturnType<typeof store.events.walk>> = await store.events.walk(
      filter,
      position,
      pageEvents,
    );
    const keys = await store.subscribers.keysOf([...new Set(page.rows.map((row) => row.subscriberId))]);
    const people = await readPeople(store.queries, store.organization, [...keys.values()], 'look');
    // The oldest first: what a person did before decides whether they enter again.
    for (const event of page.rows.toReversed()) {
      const person = people.get(keys.get(event.subscriberId) ?? 0);
      if (person) ofPerson.play(person, event);
    }
    position = page.next;
    await nextTurn();
  } while (position !== null);
}

/** The plays of many people, and who has entered before. */
class PersonPlays {
  readonly #definition: Definition;
  readonly #timezone: string;
  readonly #seen: Seen;
  /** When the last run of a person is over, epoch ms. */
  readonly #busyUntil = new Map<number, number>();
  readonly #entries = new Set<string>();

  constructor(definition: Definition, timezone: string, seen: Seen) {
    this.#definition = definition;
    this.#timezone = timezone;
    this.#seen = seen;
  }

  play(person: Person, { id, name, properties, receivedAt: at }: EventRecord): void {
    const happening: Happening = { type: 'EVENT', id, name, at, properties };
    const { reentry } = this.#definition;
    const value = reentry.startsWith('event.') ? String(properties[reentry.slice('event.'.length)]) : '';
    const known: EntryKnown = {
      workflow: '',
      lastEvents: new Map([[name, at]]),
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
      happening,
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

/** How many people meet the filter already. */
async function countBackfill(
  { store, now }: Scope,
  definition: Definition,
  backfill: Rule | true,
): Promise<number> {
  const terms = await backfillTerms(store, definition, backfill === true ? null : backfill);
  return (await countAudience(store, terms, now)) ?? 0;
}
