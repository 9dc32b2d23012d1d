import { type EventFact, eventsReadMax, type MailFact, type RunFacts } from '../../model/workflow/facts.ts';
import type { FactsNeeded } from '../../model/workflow/facts-needed.ts';
import {
  readEventsSince,
  readLastEvents,
  readMailedAt,
  readPeople,
  readReactions,
  type WantedEvents,
} from '../../store/records/workflows/workflow-facts.ts';
import type { RunRecord } from '../../store/records/workflows/workflow-runs.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { FrozenVersion } from './frozen-versions.ts';

export type RunToMove = { run: RunRecord; version: FrozenVersion };

/** Reads facts by run key at one instant. `hold` locks the people. `ownMails` count for no cap. */
export async function readRunFacts(
  store: OrganizationStore,
  runs: readonly RunToMove[],
  timezone: string,
  now: number,
  reading: 'hold' | 'look',
  ownMails: readonly string[] = [],
): Promise<Map<number, RunFacts>> {
  const { queries, organization } = store;
  const needs = runs.map(({ run, version }) => ({ run, need: version.needs }));
  const people = await readPeople(
    queries,
    organization,
    [...new Set(runs.map(({ run }) => run.subscriber))],
    reading,
  );
  const since = Math.min(...runs.map(({ run }) => run.startedAt));
  const events = await readEventsSince(
    queries,
    organization,
    wantedEvents(needs, ({ events: names }) => names),
    since,
    eventsReadMax,
  );
  const lastEvents = await readLastEvents(
    queries,
    organization,
    wantedEvents(needs, ({ lastEvents: names }) => names),
  );
  const mails = await mailsByRun(
    store,
    needs.filter(({ need }) => need.mails.size > 0).map(({ run }) => run.key),
  );
  const capped = needs.filter(({ need }) => need.mailedWithinMs !== null);
  const mailedAt = await readMailedAt(
    queries,
    organization,
    [...new Set(capped.map(({ run }) => run.subscriberId))],
    now - Math.max(0, ...capped.map(({ need }) => need.mailedWithinMs ?? 0)),
    ownMails,
  );
  const facts = new Map<number, RunFacts>();
  for (const { run, need } of needs) {
    const person = people.get(run.subscriber);
    if (!person) continue;
    facts.set(run.key, {
      person,
      events: sinceStart(run, need.events, events.get(run.subscriber)),
      lastEvents: lastEvents.get(run.subscriber) ?? new Map(),
      mails: mails.get(run.key) ?? new Map(),
      mailedAt: mailedAt.get(run.subscriberId) ?? [],
      timezone,
    });
  }
  return facts;
}

function wantedEvents(
  needs: readonly { run: RunRecord; need: FactsNeeded }[],
  namesOf: (need: FactsNeeded) => ReadonlySet<string>,
): WantedEvents[] {
  const wanted = new Map<string, WantedEvents>();
  for (const { run, need } of needs) {
    for (const name of namesOf(need)) {
      wanted.set(`${run.subscriber} ${name}`, { subscriber: run.subscriber, name });
    }
  }
  return [...wanted.values()];
}

/** Excludes the trigger event. A name without events gets an empty list. */
function sinceStart(
  { startedAt, trigger }: RunRecord,
  names: ReadonlySet<string>,
  events: ReadonlyMap<string, readonly EventFact[]> = new Map(),
): RunFacts['events'] {
  const isSince = ({ id, at }: EventFact) => at >= startedAt && id !== trigger.eventId;
  return new Map([...names].map((name) => [name, (events.get(name) ?? []).filter(isSince)]));
}

async function mailsByRun(
  store: OrganizationStore,
  runs: readonly number[],
): Promise<Map<number, RunFacts['mails']>> {
  const mails = await store.workflowRuns.mailsOf(runs);
  const reactions = await readReactions(
    store.queries,
    store.organization,
    mails.map(({ emailId }) => emailId),
  );
  const found = new Map<number, Map<string, MailFact>>();
  for (const { run, step, emailId, at } of mails) {
    const ofRun = found.get(run) ?? new Map();
    found.set(run, ofRun);
    const { openedAt = null, clickedAt = null } = reactions.get(emailId) ?? {};
    ofRun.set(step, { emailId, at, openedAt, clickedAt });
  }
  return found;
}
