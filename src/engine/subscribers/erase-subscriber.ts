import { minuteMs } from '../../model/instant.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { addJobs, finishJob, type Job, retryJob, stillHeld } from '../../store/jobs.ts';
import { removeLines, removeWaitingLines } from '../../store/records/closed-recipients.ts';
import {
  addErasure,
  type Erasure,
  erasureOf,
  newErasure,
  removeErasure,
} from '../../store/records/erasures.ts';
import { removeFromOutboxAbout, removeMessagesAbout } from '../../store/records/webhook-messages.ts';
import { removeRunsOf } from '../../store/records/workflow-history.ts';
import { removeInboxOf } from '../../store/records/workflow-inbox.ts';
import { OrganizationStore } from '../../store/store.ts';
import { runJobInTurns } from '../context/job-in-turns.ts';
import type { Engine } from '../context/scope.ts';
import { announceErasure } from '../ledger/announce-changes.ts';
import { countCampaign } from '../ledger/count-campaign.ts';
import { holdSubscriber } from './find-subscriber.ts';

/** Row limits of one transaction, which takes the SQLite writer about ten milliseconds. */
export const erasedRowsMax = {
  mails: 40,
  events: 200,
  lines: 200,
  runs: 50,
  outbox: 200,
  inbox: 200,
  messages: 50,
  entries: 200,
};
const afterFaultMs = minuteMs;

/**
 * Erases a person: the subscriber, their events and tags, their lines in campaigns, the address, subject, body and
 * merge values of their mails, and their address in the audit log. Counts stay, and so does a message that also went to
 * others; `keepMarkOfErased` handles the suppression list, and `passOverErased` imports that have not ended, in the same
 * transaction.
 *
 * Erases a bounded number of rows. If the person has more, they are hidden from every reader at once and a job erases them.
 *
 * @returns the erased subscriber, or undefined when no subscriber has that id, address or external id
 */
export async function eraseSubscriber(
  store: OrganizationStore,
  named: string,
  now: number,
): Promise<SubscriberRecord | undefined> {
  // Imports before people, as in an import.
  await store.imports.holdForErasure(now);
  // Locked first, so that an event that is being tracked now is committed before and erased with the others.
  const subscriber = await holdSubscriber(store, named);
  if (!subscriber) return undefined;
  // Before their mails are scrubbed, so that a campaign that is accepting one now has either committed it or finds no line.
  const waitedFor = await removeWaitingLines(store, subscriber.key);
  if (!(await store.subscribers.remove(subscriber.key))) return undefined;
  await store.workflowRuns.forgetPerson(subscriber.key);
  const erasure = await newErasure(store.queries, subscriber);
  if (!(await eraseRows(store, erasure))) {
    await addErasure(store, erasure);
    const job = { organization: store.organization, kind: 'erase_person', subject: subscriber.id } as const;
    await addJobs(store.queries, [{ ...job, runAt: now }], now);
  }
  await store.tags.unlink(subscriber.key, null);
  await countCampaign(
    store,
    waitedFor.map((campaignId) => ({ campaignId, variant: null, counts: { skipped: 1 } })),
  );
  await announceErasure(store, subscriber.id, now);
  await store.counts.change('subscribers', -1);
  return subscriber;
}

/**
 * Erases some of a person's rows in a transaction. Mails come first: once a mail is locked, all its events are committed and
 * visible.
 * @returns whether no rows are left
 */
async function eraseRows(store: OrganizationStore, erasure: Erasure): Promise<boolean> {
  const { subscriber } = erasure;
  const most = erasedRowsMax;
  const mails = await store.emails.scrubMailsOf(erasure, most.mails);
  const events = await store.events.removeOf(subscriber, most.events);
  const lines = await removeLines(store, subscriber, most.lines);
  const runs = await removeRunsOf(store, subscriber, most.runs);
  const outbox = await removeFromOutboxAbout(store, erasure, most.outbox);
  const inbox = await removeInboxOf(store, subscriber, most.inbox);
  const messages = await removeMessagesAbout(store, erasure, most.messages);
  const entries = await store.audit.forgetRecipient(erasure, most.entries);
  return (
    mails < most.mails &&
    events < most.events &&
    lines < most.lines &&
    runs < most.runs &&
    outbox < most.outbox &&
    inbox < most.inbox &&
    messages < most.messages &&
    entries < most.entries
  );
}

/** Erases a person's remaining rows in bounded transactions. */
export async function continueErasure(engine: Engine, job: Job): Promise<void> {
  const { database } = engine.store;
  const isOver = await runJobInTurns(engine, job, () =>
    database.transaction((queries) => erasePiece(queries, job)),
  );
  if (isOver) await purge(engine);
}

/** @returns true if no rows are left or another worker holds the job */
async function erasePiece(queries: OrganizationStore['queries'], job: Job): Promise<boolean> {
  if (!(await stillHeld(queries, job))) return true;
  const store = new OrganizationStore(queries, job.organization);
  const erasure = await erasureOf(store, job.subject);
  if (erasure) {
    if (!(await eraseRows(store, erasure))) return false;
    await removeErasure(store, erasure);
  }
  await finishJob(queries, job);
  return true;
}

/** An erasure is retried without end. */
export async function afterBrokenErasure(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + afterFaultMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}

/**
 * Removes what was erased from the log of the database as well. A log that is in use is left to the next purge, because
 * every erasure and every sweep runs one.
 */
export async function purge({ store, world }: Pick<Engine, 'store' | 'world'>): Promise<void> {
  try {
    await store.database.purge();
  } catch (error) {
    world.log.warn({ err: error }, 'the log of the database could not be emptied; it is tried again');
  }
}
