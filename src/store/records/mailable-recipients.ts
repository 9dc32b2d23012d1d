import type { OrganizationStore } from '../store.ts';

/** Lines of a ledger looked at in one statement, each with a look for a suppression. */
const sliceLines = 5_000;

/**
 * How many of the next lines of a campaign are of people whom its mail would reach: those who are suppressed, or erased
 * since, are not among them.
 * @param campaign its key
 * @param after key of a subscriber
 * @param now epoch ms
 * @returns `next`: the key to go on behind; null after the last slice
 */
export async function mailableSlice(
  { queries, organization }: OrganizationStore,
  campaign: number,
  after: number,
  now: number,
): Promise<{ amount: number; next: number | null }> {
  // The plus keeps either planner from walking all people of the organization: the lines are better known.
  const row = await queries.get<{ seen: number; last: number | null; amount: number }>(
    `SELECT count(*) AS seen, max(slice.subscriber) AS last, count(CASE WHEN known.key IS NOT NULL
         AND (SELECT 1 FROM suppressions
              WHERE suppressions.email = known.email AND suppressions.organization = $1
                AND starts_at <= $4 AND (expires_at IS NULL OR expires_at > $4) LIMIT 1) IS NULL
       THEN 1 END) AS amount
     FROM (SELECT subscriber FROM campaign_recipients WHERE campaign = $2 AND subscriber > $3
           ORDER BY subscriber LIMIT ${sliceLines}) AS slice
     LEFT JOIN subscribers known ON known.key = slice.subscriber AND known.organization + 0 = $1`,
    [organization, campaign, after, now],
  );
  const { seen, last, amount } = row ?? { seen: 0, last: null, amount: 0 };
  return { amount, next: seen < sliceLines ? null : last };
}
