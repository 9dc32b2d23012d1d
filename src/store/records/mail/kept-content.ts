import type { KeptBody } from '../../../model/content/body.ts';
import { rowOctets } from '../../../model/organization/storage.ts';
import type { Queries, Value } from '../../database.ts';
import { forUpdate } from '../../row-lock.ts';
import { changeStorage, mailOctets } from './storage.ts';

/** A mail whose content may be past its retention time. @property settledAt epoch ms of its last event other than opens and clicks */
export type ContentCandidate = {
  key: number;
  id: string;
  organization: number;
  campaignId: string | null;
  createdAt: number;
  settledAt: number;
  /** True while the mail is still to be delivered, however old it is. */
  pending: boolean;
  body: KeptBody;
  octets: number;
};

type Row = {
  key: number;
  id: string;
  organization: number;
  campaign_id: string | null;
  created_at: number;
  settled_at: number | null;
  pending: number;
  body_kind: KeptBody['kind'];
  body: string;
  octets: number;
};

const candidateSelect = (where: string): string => `
SELECT mail.key, mail.id, mail.organization, mail.campaign_id, mail.created_at, mail.body_kind,
  ${mailOctets('mail')} AS octets,
  CASE WHEN mail.body_kind IN ('mime', 'shared') THEN mail.body ELSE '' END AS body,
  (SELECT MAX(happened.at) FROM email_events happened
    WHERE happened.email_id = mail.id AND happened.type NOT IN ('opened', 'clicked')) AS settled_at,
  CASE WHEN EXISTS (SELECT 1 FROM jobs WHERE jobs.kind IN ('deliver_email', 'deliver_notice') AND jobs.subject = mail.id)
    THEN 1 ELSE 0 END AS pending
FROM emails mail WHERE ${where}`;

/** Returns the next mails of all organizations after a key, oldest first. Locks them first, so that a concurrent retry shows as pending. */
export async function nextContents(
  queries: Queries,
  after: number,
  limit: number,
): Promise<ContentCandidate[]> {
  const keys = await queries.all<{ key: number }>(
    `SELECT key FROM emails WHERE key > $1 ORDER BY key LIMIT ${limit} ${forUpdate(queries)}`,
    [after],
  );
  const last = keys.at(-1)?.key;
  if (last === undefined) return [];
  return await candidates(queries, 'mail.key > $1 AND mail.key <= $2', [after, last]);
}

export async function dueRevisits(queries: Queries, now: number, limit: number): Promise<ContentCandidate[]> {
  const due = await queries.all<{ email: number }>(
    `SELECT email FROM content_revisits WHERE at <= $1 ORDER BY at LIMIT ${limit}`,
    [now],
  );
  if (due.length === 0) return [];
  const keys = JSON.stringify(due.map(({ email }) => email));
  const wanted = queries.dialect.integers('$1');
  await queries.run(`DELETE FROM content_revisits WHERE email IN ${wanted}`, [keys]);
  await queries.all(
    `SELECT key FROM emails WHERE key IN ${wanted} ORDER BY key LIMIT ${limit} ${forUpdate(queries)}`,
    [keys],
  );
  return await candidates(queries, `mail.key IN ${wanted}`, [keys]);
}

async function candidates(queries: Queries, where: string, values: Value[]): Promise<ContentCandidate[]> {
  const rows = await queries.all<Row>(candidateSelect(where), values);
  return rows
    .map((row) => ({
      key: row.key,
      id: row.id,
      organization: row.organization,
      campaignId: row.campaign_id,
      createdAt: row.created_at,
      settledAt: row.settled_at ?? row.created_at,
      pending: row.pending === 1,
      body: { kind: row.body_kind, source: row.body },
      octets: Number(row.octets),
    }))
    .sort((a, b) => a.key - b.key);
}

export async function revisitContents(
  queries: Queries,
  visits: readonly { key: number; at: number }[],
): Promise<void> {
  await queries.insert(
    'INSERT INTO content_revisits (email, at)',
    visits.map(({ key, at }) => [key, at]),
    'ON CONFLICT (email) DO UPDATE SET at = excluded.at',
  );
}

/** Deletes the content of mails, and messages and shared bodies that no mail uses. Keeps the recipient, the subject and all events. */
export async function removeContents(
  queries: Queries,
  mails: readonly ContentCandidate[],
  now: number,
): Promise<void> {
  if (mails.length === 0) return;
  for (const { organization, octets } of mails) {
    changeStorage(queries, organization, String(now).length - octets);
  }
  await queries.run(
    `UPDATE emails SET body_kind = 'removed', body = $1, preview = NULL, merge_values = NULL, merge_missing = NULL
     WHERE key IN ${queries.dialect.integers('$2')}`,
    [String(now), JSON.stringify(mails.map(({ key }) => key))],
  );
  for (const { organization, body } of lastOfEach(mails, 'mime', ({ body }) => body.source)) {
    const id = body.source;
    const removed = await queries.get<{ octets: number }>(
      `DELETE FROM raw_messages WHERE id = $1 AND organization = $2 AND NOT EXISTS (
         SELECT 1 FROM emails WHERE organization = $2 AND body_kind = 'mime' AND body = $1) RETURNING octets`,
      [id, organization],
    );
    if (removed) changeStorage(queries, organization, -Number(removed.octets) - rowOctets.message);
  }
  for (const { organization, campaignId, key } of lastOfEach(mails, 'shared', (mail) => mail.campaignId)) {
    // The campaign's last mail has the highest key or is due for another check.
    await removeUnusedBodies(queries, { organization, campaignId, after: key });
  }
}

/** Deletes the shared bodies of a campaign if no mail with a key above `after` uses one. */
export async function removeUnusedBodies(
  queries: Queries,
  { organization, campaignId, after }: { organization: number; campaignId: string | null; after: number },
): Promise<void> {
  const removed = await queries.all<{ octets: number }>(
    `DELETE FROM mass_bodies WHERE organization = $1 AND campaign_id = $2
       AND NOT EXISTS (SELECT 1 FROM emails WHERE organization = $1 AND campaign_id = $2 AND key > $3
         AND body_kind = 'shared')
       AND NOT EXISTS (SELECT 1 FROM content_revisits later JOIN emails mail ON mail.key = later.email
         WHERE mail.organization = $1 AND mail.campaign_id = $2 AND mail.body_kind = 'shared')
       AND NOT EXISTS (SELECT 1 FROM campaigns WHERE organization = $1 AND id = $2 AND status = 'SENDING')
       RETURNING octet_length(body) AS octets`,
    [organization, campaignId, after],
  );
  for (const { octets } of removed) changeStorage(queries, organization, -Number(octets) - rowOctets.body);
}

function lastOfEach(
  mails: readonly ContentCandidate[],
  kind: KeptBody['kind'],
  groupOf: (mail: ContentCandidate) => string | null,
): Iterable<ContentCandidate> {
  return new Map(
    mails.filter(({ body }) => body.kind === kind).map((mail) => [groupOf(mail), mail]),
  ).values();
}
