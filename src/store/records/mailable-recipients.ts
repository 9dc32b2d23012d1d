import type { Value } from '../database.ts';
import { type Lot, type LotsWanted, lotOf } from '../sample-sql.ts';
import type { OrganizationStore } from '../store.ts';

/** Lines of a ledger looked at in one statement, each with a look for a suppression. */
const sliceLines = 5_000;

/** Lines of one campaign: behind the key of one subscriber up to that of another; null for all up to the last. */
export type LineRange = { after: number; upTo: number | null };

/** `next`: the key to go on behind; null after the last slice. */
export type MailableSlice = { amount: number; others: number; next: number | null };

/**
 * How many of the next lines of a campaign wait and are of people that its mail would reach, and how many (`others`) wait
 * and are no longer ACTIVE or are suppressed. Who was erased since is neither.
 * @param campaign its key
 * @param after key of a subscriber
 * @param now epoch ms
 */
export async function mailableSlice(
  { queries, organization }: OrganizationStore,
  campaign: number,
  after: number,
  now: number,
): Promise<MailableSlice> {
  // The plus keeps either planner from walking all people of the organization: the lines are better known.
  const row = await queries
    .away(organization)
    .get<{ seen: number; last: number | null; amount: number; others: number }>(
      `SELECT count(*) AS seen, max(subscriber) AS last,
       count(CASE WHEN reached = 1 THEN 1 END) AS amount, count(CASE WHEN reached = 0 THEN 1 END) AS others
     FROM (SELECT slice.subscriber AS subscriber, CASE WHEN slice.state = 0 AND known.key IS NOT NULL THEN
               CASE WHEN known.status <> 'ACTIVE' OR ${suppressedAt('$4')} THEN 0 ELSE 1 END END AS reached
           FROM (SELECT subscriber, state FROM campaign_recipients WHERE campaign = $2 AND subscriber > $3
                 ORDER BY subscriber LIMIT ${sliceLines}) AS slice
           LEFT JOIN subscribers known ON known.key = slice.subscriber AND known.organization + 0 = $1) AS looked`,
      [organization, campaign, after, now],
    );
  const { seen, last, amount, others } = row ?? { seen: 0, last: null, amount: 0, others: 0 };
  return { amount, others, next: seen < sliceLines ? null : last };
}

/**
 * Passes those others over, for what keeps them from their mail now.
 * @returns how many they were
 */
export async function passUnmailable(
  { queries, organization }: OrganizationStore,
  campaign: number,
  { after, upTo }: LineRange,
  now: number,
): Promise<number> {
  return await queries.run(
    `UPDATE campaign_recipients SET state = 2, changed_at = $4,
       reason = CASE WHEN known.status <> 'ACTIVE' THEN lower(known.status) ELSE 'suppressed' END
     FROM subscribers known
     WHERE campaign = $2 AND subscriber > $3 AND subscriber <= $5 AND state = 0
       AND known.key = subscriber AND known.organization + 0 = $1
       AND (known.status <> 'ACTIVE' OR ${suppressedAt('$4')})`,
    [organization, campaign, after, now, upTo ?? Number.MAX_SAFE_INTEGER],
  );
}

/**
 * Of those who wait and that its mail may reach, now or once a suppression has ended by itself, those who drew one of the
 * lots that are wanted.
 */
export async function mailableLots(
  { queries, organization }: OrganizationStore,
  campaign: number,
  { after, upTo }: LineRange,
  now: number,
  { seed, below, limit }: LotsWanted,
): Promise<Lot[]> {
  const values: Value[] = [organization, campaign, after, now, upTo ?? Number.MAX_SAFE_INTEGER];
  const lot = lotOf('subscriber', seed, values);
  return await queries.away(organization).all<Lot>(
    `SELECT slice.lot, known.email
     FROM (SELECT subscriber, ${lot} AS lot FROM campaign_recipients
           WHERE campaign = $2 AND subscriber > $3 AND subscriber <= $5 AND state = 0) AS slice
     JOIN subscribers known ON known.key = slice.subscriber AND known.organization + 0 = $1
     WHERE slice.lot < $${values.push(below)} AND known.status = 'ACTIVE' AND NOT ${suppressedAt('$4', 'expires_at IS NULL')}
     ORDER BY slice.lot LIMIT $${values.push(limit)}`,
    values,
  );
}

function suppressedAt(now: string, until = `(expires_at IS NULL OR expires_at > ${now})`): string {
  return `((SELECT 1 FROM suppressions
    WHERE suppressions.email = known.email AND suppressions.organization = $1
      AND starts_at <= ${now} AND ${until} LIMIT 1) IS NOT NULL)`;
}
