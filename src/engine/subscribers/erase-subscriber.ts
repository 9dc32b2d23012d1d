import { minuteMs } from '../../model/instant.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { addJobs, finishJob, holdsLease, type Job, retryJob } from '../../store/jobs.ts';
import { removeLines, removeWaitingLines } from '../../store/records/campaigns/closed-recipients.ts';
import { scrubMails } from '../../store/records/mail/remove-mails.ts';
import {
  addErasure,
  type Erasure,
  findErasure,
  newErasure,
  removeErasure,
} from '../../store/records/people/erasures.ts';
import { removeFromOutboxAbout, removeMessagesAbout } from '../../store/records/webhooks/webhook-messages.ts';
import { removeSubscriberRuns } from '../../store/records/workflows/workflow-history.ts';
import { removeSubscriberInbox } from '../../store/records/workflows/workflow-inbox.ts';
import { OrganizationStore } from '../../store/store.ts';
import { runJobInTurns } from '../context/job-in-turns.ts';
import type { Engine } from '../context/scope.ts';
import { announceErasure } from '../ledger/announce-changes.ts';
import { countCampaign } from '../ledger/count-campaign.ts';
import { holdSubscriber } from './find-subscriber.ts';

/** Per transaction, about ten milliseconds of the SQLite writer. */
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
 * Erases a person except in counts and in messages that also went to others. Hides the person at once; a job
 * erases rows beyond the limits. `keepMarkOfErased` handles suppressions, `scheduleErasedSearch` imports.
 */
export async function eraseSubscriber(
  store: OrganizationStore,
  named: string,
  now: number,
): Promise<SubscriberRecord | undefined> {
  // Lock order as in an import: imports before people.
  await store.imports.holdForErasure(now);
  // The lock makes a concurrently tracked event commit first, so that it is erased too.
  const subscriber = await holdSubscriber(store, named);
  if (!subscriber) return undefined;
  // Before the mails are scrubbed: a campaign accepting a mail now has either committed it or finds no line.
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
  await store.counts.changeAll(
    new Map([
      ['subscribers', -1],
      ['erased subscribers', 1],
    ]),
  );
  return subscriber;
}

/** Mails come first, because locking a mail makes all its events visible. @returns whether no rows are left */
async function eraseRows(store: OrganizationStore, erasure: Erasure): Promise<boolean> {
  const { subscriber } = erasure;
  const most = erasedRowsMax;
  const mails = await scrubMails(store, erasure, most.mails);
  const events = await store.events.removeOf(subscriber, most.events);
  const lines = await removeLines(store, subscriber, most.lines);
  const runs = await removeSubscriberRuns(store, subscriber, most.runs);
  const outbox = await removeFromOutboxAbout(store, erasure, most.outbox);
  const inbox = await removeSubscriberInbox(store, subscriber, most.inbox);
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

export async function continueErasure(engine: Engine, job: Job): Promise<void> {
  const { database } = engine.store;
  const isOver = await runJobInTurns(engine, job, () =>
    database.transaction((queries) => erasePiece(queries, job)),
  );
  if (isOver) await purge(engine);
}

async function erasePiece(queries: OrganizationStore['queries'], job: Job): Promise<boolean> {
  if (!(await holdsLease(queries, job))) return true;
  const store = new OrganizationStore(queries, job.organization);
  const erasure = await findErasure(store, job.subject);
  if (erasure) {
    if (!(await eraseRows(store, erasure))) return false;
    await removeErasure(store, erasure);
  }
  await finishJob(queries, job);
  return true;
}

export async function afterBrokenErasure(engine: Engine, job: Job): Promise<void> {
  const next = engine.world.clock.now() + afterFaultMs;
  await engine.store.database.transaction((queries) => retryJob(queries, job, next));
}

/** Also removes erased data from the database's log. If the log is in use, the next erasure or sweep retries. */
export async function purge({ store, world }: Pick<Engine, 'store' | 'world'>): Promise<void> {
  try {
    await store.database.purge();
  } catch (error) {
    world.log.warn({ err: error }, 'the write-ahead log could not be truncated; this will be retried');
  }
}
