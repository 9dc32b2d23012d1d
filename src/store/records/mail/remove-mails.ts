import type { DeliveryMode } from '../../../model/email/email.ts';
import { rowOctets } from '../../../model/organization/storage.ts';
import type { Queries } from '../../database.ts';
import { rememberPositions } from '../../list-position.ts';
import { forUpdate } from '../../row-lock.ts';
import { leaveIndex, leaveIndexForGood, type SearchedRow, searchedTables } from '../../search-index.ts';
import type { Erasure } from '../people/erasures.ts';
import { removeUnusedBodies } from './kept-content.ts';
import { noticeMail } from './mail-notice.ts';
import { holdMessages, removeUnusedMessages } from './raw-messages.ts';
import { changeStorage, mailOctets } from './storage.ts';

type Place = { queries: Queries; organization: number };

type RemovedRow = SearchedRow & {
  id: string;
  octets: number;
  /** Id of a submitted message. */
  message: string | null;
  /** Campaign of a mail with a shared body. */
  shared: string | null;
};

const removedSelect = `SELECT key, id, organization, ${searchedTables.emails.text} AS text, ${mailOctets()} AS octets,
  CASE WHEN body_kind = 'mime' THEN body END AS message,
  CASE WHEN body_kind = 'shared' THEN campaign_id END AS shared FROM emails`;

const withoutContent = `to_text = '', to_key = '', subject = '', preview = NULL, merge_values = NULL, merge_missing = NULL,
  body_kind = 'html', body = '', reply_to_text = NULL, subscriber_id = NULL, badges = NULL, tracked = ''`;

/**
 * Removes personal data from the next mails to a person. Keeps the fact that they were sent and their
 * result. A submitted message is deleted with its last mail. @returns number of changed mails; `limit` if
 * mails may be left
 */
export async function scrubMails(
  { queries, organization }: Place,
  { toKey, subscriberId, newestMail }: Erasure,
  limit: number,
): Promise<number> {
  const mails = await queries.all<RemovedRow>(
    `${removedSelect} WHERE key IN (
       SELECT key FROM (SELECT key FROM emails WHERE organization = $1 AND to_key = $2 AND key <= $4 LIMIT $5) AS addressed
       UNION SELECT key FROM (SELECT key FROM emails WHERE organization = $1 AND subscriber_id = $3 LIMIT $5) AS theirs)
     ORDER BY key ${forUpdate(queries)}`,
    [organization, toKey, subscriberId, newestMail, limit],
  );
  if (mails.length === 0) return 0;
  await withMessages({ queries, organization }, mails, async () => {
    await leaveIndex(queries, 'emails', mails);
    await queries.run(
      `UPDATE email_events SET details = '{}' WHERE organization + 0 = $1 AND email_id IN ${queries.dialect.strings('$2')}`,
      [organization, idsOf(mails)],
    );
    changeStorage(queries, organization, -octetsOf(mails));
    await queries.run(
      `UPDATE emails SET ${withoutContent} WHERE organization + 0 = $1 AND key IN ${queries.dialect.integers('$2')}`,
      [organization, keysOf(mails)],
    );
  });
  return mails.length;
}

/** Captured or test mail. */
export type UnsentMail = { id: string; to: string; deliveryMode: DeliveryMode };

/** Returns the captured and test mails among the ids. @param token key of the API token that sent them; null for any */
export async function findUnsent(
  { queries, organization }: Place,
  ids: readonly string[],
  token: number | null,
): Promise<UnsentMail[]> {
  return await queries.all<UnsentMail>(
    `SELECT id, to_key AS "to", delivery_mode AS "deliveryMode" FROM emails WHERE ${unsent(queries, token)} ORDER BY key`,
    [organization, JSON.stringify(ids), ...(token === null ? [] : [token])],
  );
}

/** Deletes the captured and test mails among the ids with their events. A mail released meanwhile stays. @returns number deleted */
export async function deleteUnsent(
  { queries, organization }: Place,
  ids: readonly string[],
  token: number | null,
): Promise<number> {
  const mails = await queries.all<RemovedRow>(
    `${removedSelect} WHERE ${unsent(queries, token)} ORDER BY key ${forUpdate(queries)}`,
    [organization, JSON.stringify(ids), ...(token === null ? [] : [token])],
  );
  if (mails.length === 0) return 0;
  const keys = keysOf(mails);
  const { integers, strings } = queries.dialect;
  await withMessages({ queries, organization }, mails, async () => {
    await leaveIndexForGood(queries, 'emails', mails);
    await rememberPositions(queries, 'emails', `key IN ${integers('$1')}`, [keys]);
    await queries.run(
      `DELETE FROM email_events WHERE organization + 0 = $1 AND email_id IN ${strings('$2')}`,
      [organization, idsOf(mails)],
    );
    await queries.run(`DELETE FROM content_revisits WHERE email IN ${integers('$1')}`, [keys]);
    changeStorage(queries, organization, -octetsOf(mails) - mails.length * rowOctets.mail);
    await deleteRows(queries, keys);
  });
  for (const campaignId of new Set(mails.flatMap(({ shared }) => shared ?? []))) {
    await removeUnusedBodies(queries, { organization, campaignId, after: 0 });
  }
  noticeMail(queries, organization);
  return mails.length;
}

function unsent({ dialect }: Queries, token: number | null): string {
  const own = token === null ? '' : 'AND token = $3';
  return `id IN ${dialect.strings('$2')} AND organization + 0 = $1 AND delivery_mode <> 'live' ${own}`;
}

/** Organization keys start at 1. */
const noOrganization = 0;

/**
 * SQLite would reuse the highest key for the next mail, and readers that remember the last key they read
 * would skip that mail. An empty row without an organization reserves the key until a mail has a higher one.
 */
async function deleteRows(queries: Queries, keys: string): Promise<void> {
  const among = `key IN ${queries.dialect.integers('$1')}`;
  if (queries.dialect.name === 'postgres') {
    await queries.run(`DELETE FROM emails WHERE ${among}`, [keys]);
    return;
  }
  await queries.run(
    `UPDATE emails SET ${withoutContent}, organization = ${noOrganization}, from_text = '', token = NULL,
       campaign_id = NULL, workflow_run_id = NULL, cause = NULL, template = NULL
     WHERE ${among} AND key = (SELECT max(key) FROM emails)`,
    [keys],
  );
  for (const condition of [`${among} AND organization <> $2`, 'organization = $2']) {
    await queries.run(`DELETE FROM emails WHERE ${condition} AND key < (SELECT max(key) FROM emails)`, [
      keys,
      noOrganization,
    ]);
  }
}

/** Runs `remove`, then deletes the submitted messages that no other mail uses. */
async function withMessages(
  { queries, organization }: Place,
  mails: readonly RemovedRow[],
  remove: () => Promise<void>,
): Promise<void> {
  const messages = mails.flatMap(({ message }) => message ?? []);
  // Locks first, so that the second of two concurrent removals sees that the first deleted the messages.
  await holdMessages(queries, organization, messages);
  await remove();
  await removeUnusedMessages(queries, organization, messages);
}

function octetsOf(mails: readonly RemovedRow[]): number {
  return mails.reduce((sum, { octets }) => sum + Number(octets), 0);
}

function idsOf(mails: readonly RemovedRow[]): string {
  return JSON.stringify(mails.map(({ id }) => id));
}

function keysOf(mails: readonly RemovedRow[]): string {
  return JSON.stringify(mails.map(({ key }) => key));
}
