import type { Queries } from './database.ts';

/** Makes up to `limit` deliveries due now that were never attempted and are due in (`after`, `upTo`]. */
export async function releaseDeliveries(
  queries: Queries,
  organization: number,
  campaignId: string,
  { after, upTo }: { after: number; upTo: number },
  limit: number,
): Promise<number> {
  // Repeated in the UPDATE, because a worker may claim a job in between, and `run_at` then holds the end of its lease.
  const waits = `kind = 'deliver_email' AND run_at > $2 AND attempts = 0 AND attempt_open = 0`;
  return await queries.run(
    `UPDATE jobs SET run_at = $2
     WHERE ${waits} AND key IN (
       SELECT due.key FROM (SELECT * FROM jobs WHERE organization = $1 AND ${waits} AND run_at <= $3) AS due
       JOIN emails mail ON mail.id = due.subject AND mail.organization = $1
       WHERE mail.campaign_id = $4 LIMIT $5)`,
    [organization, after, upTo, campaignId, limit],
  );
}

/** Deletes deliveries, including retries, that no worker runs. Returns up to `limit` ids of their mails. */
export async function takeDeliveries(
  queries: Queries,
  organization: number,
  campaignId: string,
  limit: number,
): Promise<string[]> {
  const rows = await queries.all<{ subject: string }>(
    `WITH waiting AS MATERIALIZED (
       SELECT due.key FROM jobs due JOIN emails mail ON mail.id = due.subject AND mail.organization = $1
       WHERE due.kind = 'deliver_email' AND due.organization = $1 AND due.attempt_open = 0
         AND mail.campaign_id = $2
       LIMIT $3 ${queries.dialect.skipLocked})
     DELETE FROM jobs WHERE key IN (SELECT key FROM waiting) AND attempt_open = 0 RETURNING subject`,
    [organization, campaignId, limit],
  );
  return rows.map(({ subject }) => subject);
}

/** Counts the mails of a campaign that are still to be sent, including retries. Stops at `limit`. */
export async function deliveriesLeft(
  queries: Queries,
  organization: number,
  campaignId: string,
  limit: number,
): Promise<number> {
  const row = await queries.get<{ amount: number }>(
    `SELECT count(*) AS amount FROM (
       SELECT due.key FROM jobs due JOIN emails mail ON mail.id = due.subject AND mail.organization = $1
       WHERE due.kind = 'deliver_email' AND due.organization = $1 AND mail.campaign_id = $2
       LIMIT $3) AS open`,
    [organization, campaignId, limit],
  );
  return row?.amount ?? 0;
}
