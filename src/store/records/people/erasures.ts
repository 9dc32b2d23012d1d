import type { Queries } from '../../database.ts';
import { leaveIndexForGood } from '../../search-index.ts';

/** A person being erased over several transactions. Rows above the newest key belong to a later person. */
export type Erasure = {
  subscriber: number;
  subscriberId: string;
  toKey: string;
  newestMail: number;
  newestMessage: number;
  newestEntry: number;
};

type Place = { queries: Queries; organization: number };

/**
 * Returns a condition that a row is about an erased person. Looks up each index separately, because `OR` in
 * one subquery makes SQLite read all erasures for every row. `isEarlier` excludes someone added later.
 */
function isOfErased(
  row: string,
  columns: { subscriber: string; address: string },
  isEarlier: string,
): string {
  const gone = `SELECT 1 FROM erasures gone WHERE gone.organization = ${row}.organization`;
  return `(EXISTS (${gone} AND gone.subscriber_id = ${row}.${columns.subscriber})
    OR EXISTS (${gone} AND gone.to_key = ${row}.${columns.address} AND ${isEarlier}))`;
}

const recipient = { subscriber: 'subscriber_id', address: 'to_key' };

/** Returns a condition on rows in `emails`: the recipient is being erased. @param mail the table's name in the statement */
export function isMailOfErased(mail: string): string {
  return isOfErased(mail, recipient, `${mail}.key <= gone.newest_mail`);
}

export function isMessageOfErased(message: string): string {
  return isOfErased(message, recipient, `${message}.key <= gone.newest_message`);
}

export function isOutboxRowOfErased(row: string): string {
  return isOfErased(row, recipient, `NOT ${isHeldByAnother(row)}`);
}

/** Returns a condition on rows in `webhook_outbox`: the row's subscriber has the address now. */
export function isHeldByAnother(row: string): string {
  return `EXISTS (SELECT 1 FROM subscribers holder WHERE holder.id = ${row}.subscriber_id
    AND holder.organization + 0 = ${row}.organization AND holder.email = ${row}.to_key)`;
}

export function isEntryOfErased(entry: string): string {
  const columns = { subscriber: 'refused_subscriber', address: 'refused_recipient' };
  return isOfErased(entry, columns, `${entry}.key <= gone.newest_entry`);
}

/** Counts runs of an erased person, because PostgreSQL would turn `EXISTS` into an anti join with a sort. */
export function isRunOfErased(run: string): string {
  return `((SELECT count(*) FROM erasures gone WHERE gone.organization = ${run}.organization AND gone.subscriber = ${run}.subscriber) > 0)`;
}

/** Reads the newest keys, so that the erasure excludes rows added later. */
export async function newErasure(
  queries: Queries,
  { key, id, email }: { key: number; id: string; email: string },
): Promise<Erasure> {
  const newest = await queries.get<{ mail: number | null; message: number | null; entry: number | null }>(
    `SELECT (SELECT max(key) FROM emails) AS mail, (SELECT max(key) FROM webhook_messages) AS message,
       (SELECT max(key) FROM audit_entries) AS entry`,
    [],
  );
  return {
    subscriber: key,
    subscriberId: id,
    toKey: email,
    newestMail: newest?.mail ?? 0,
    newestMessage: newest?.message ?? 0,
    newestEntry: newest?.entry ?? 0,
  };
}

/** Hides a person's remaining rows and reserves their subscriber key until `removeErasure`. */
export async function addErasure(
  { queries, organization }: Place,
  { subscriber, subscriberId, toKey, newestMail, newestMessage, newestEntry }: Erasure,
): Promise<void> {
  await queries.insert(
    `INSERT INTO subscribers (key, id, organization, email, attributes, tags, status, source, search, created_at, updated_at, event_count)`,
    [[subscriber, subscriberId, noOrganization, subscriberId, '{}', '', 'ERASED', '', '', 0, 0, 0]],
  );
  await queries.insert(
    `INSERT INTO erasures (organization, subscriber, subscriber_id, to_key, newest_mail, newest_message, newest_entry)`,
    [[organization, subscriber, subscriberId, toKey, newestMail, newestMessage, newestEntry]],
  );
}

/** Organization keys start at 1. */
const noOrganization = 0;

export async function findErasure(
  { queries, organization }: Place,
  subscriberId: string,
): Promise<Erasure | undefined> {
  return await queries.get<Erasure>(
    `SELECT subscriber, subscriber_id AS "subscriberId", to_key AS "toKey", newest_mail AS "newestMail",
       newest_message AS "newestMessage", newest_entry AS "newestEntry"
     FROM erasures WHERE subscriber_id = $1 AND organization = $2`,
    [subscriberId, organization],
  );
}

/** Ends an erasure that has reached every row. */
export async function removeErasure(
  { queries, organization }: Place,
  { subscriber }: Erasure,
): Promise<void> {
  await queries.run('DELETE FROM erasures WHERE organization = $1 AND subscriber = $2', [
    organization,
    subscriber,
  ]);
  const row = { key: subscriber, organization: noOrganization, text: '' };
  await leaveIndexForGood(queries, 'subscribers', [row]);
  await queries.run('DELETE FROM subscribers WHERE key = $1 AND organization = $2', [
    subscriber,
    noOrganization,
  ]);
}
