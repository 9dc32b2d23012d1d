import type { OrganizationStore } from '../../store.ts';

/** Closes the next waiting recipients without mailing them. Returns the numbers by variant. */
export async function closeWaiting(
  { queries }: OrganizationStore,
  campaign: number,
  reason: string,
  now: number,
  limit: number,
): Promise<{ variant: number | null; amount: number }[]> {
  const waiting = 'campaign = $1 AND state = 0';
  const end = await queries.get<{ subscriber: number }>(
    `SELECT subscriber FROM campaign_recipients WHERE ${waiting} ORDER BY subscriber LIMIT 1 OFFSET ${limit - 1}`,
    [campaign],
  );
  const until = end ? 'AND subscriber <= $4' : '';
  const rows = await queries.all<{ variant: number | null }>(
    `UPDATE campaign_recipients SET state = 2, reason = $2, changed_at = $3
     WHERE ${waiting} ${until} RETURNING variant`,
    end ? [campaign, reason, now, end.subscriber] : [campaign, reason, now],
  );
  const groups = Map.groupBy(rows, ({ variant }) => variant);
  return [...groups].map(([variant, lines]) => ({ variant, amount: lines.length }));
}

/** Closes recipients whose mail was accepted but will not be sent. @param campaign key */
export async function closeAccepted(
  { queries, organization }: OrganizationStore,
  campaign: number,
  emailIds: readonly string[],
  reason: string,
  now: number,
): Promise<void> {
  if (emailIds.length === 0) return;
  await queries.run(
    `WITH wanted AS MATERIALIZED (
       SELECT CAST($1 AS BIGINT) AS campaign, known.key AS subscriber
       FROM emails mail JOIN subscribers known ON known.id = mail.subscriber_id AND known.organization + 0 = $2
       WHERE mail.id IN ${queries.dialect.strings('$3')} AND mail.organization + 0 = $2)
     UPDATE campaign_recipients SET state = 2, reason = $4, changed_at = $5
     FROM wanted
     WHERE campaign_recipients.campaign = wanted.campaign
       AND campaign_recipients.subscriber = wanted.subscriber AND state = 1`,
    [campaign, organization, JSON.stringify(emailIds), reason, now],
  );
}

/** Deletes a person's recipient rows that campaigns have not mailed yet. @returns the ids of those campaigns */
export async function removeWaitingLines(
  { queries, organization }: OrganizationStore,
  subscriber: number,
): Promise<string[]> {
  const removed = await queries.all<{ campaign: number }>(
    'DELETE FROM campaign_recipients WHERE subscriber = $1 AND state = 0 RETURNING campaign',
    [subscriber],
  );
  if (removed.length === 0) return [];
  const rows = await queries.all<{ id: string }>(
    `SELECT id FROM campaigns WHERE organization + 0 = $1 AND key IN ${queries.dialect.integers('$2')}`,
    [organization, JSON.stringify(removed.map(({ campaign }) => campaign))],
  );
  return rows.map(({ id }) => id);
}

/** Deletes the next recipient rows of an erased person. @returns number of deleted rows; `limit` if rows may be left */
export async function removeLines(
  { queries }: Pick<OrganizationStore, 'queries'>,
  subscriber: number,
  limit: number,
): Promise<number> {
  return await queries.run(
    `DELETE FROM campaign_recipients WHERE subscriber = $1 AND campaign IN (
       SELECT campaign FROM campaign_recipients WHERE subscriber = $1 LIMIT $2)`,
    [subscriber, limit],
  );
}
