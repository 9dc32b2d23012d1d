import { buildLotSql, type Lot, type LotsWanted } from '../../audience/sample-sql.ts';
import type { Value } from '../../database.ts';
import type { OrganizationStore } from '../../store.ts';

/** Recipient rows per statement, each with a suppression look-up. */
const sliceLines = 5_000;

/** A campaign's recipients with `after` < subscriber key <= `upTo`; null for no upper bound. */
export type LineRange = { after: number; upTo: number | null };

export type MailableSlice = { amount: number; others: number; next: number | null };

/** Counts the next waiting recipients: the reachable, and `others`, who are suppressed or not ACTIVE. */
export async function mailableSlice(
  { queries, organization }: OrganizationStore,
  campaign: number,
  after: number,
  now: number,
): Promise<MailableSlice> {
  // The plus keeps the planner from walking all subscribers of the organization, because the recipient rows are more selective.
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

/** Closes the recipients counted as `others`, with the current reason. Returns their number. */
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

/** Draws waiting recipients with a wanted lot who can receive mail now or after a temporary suppression. */
export async function mailableLots(
  { queries, organization }: OrganizationStore,
  campaign: number,
  { after, upTo }: LineRange,
  now: number,
  { seed, below, limit }: LotsWanted,
): Promise<Lot[]> {
  const values: Value[] = [organization, campaign, after, now, upTo ?? Number.MAX_SAFE_INTEGER];
  const lot = buildLotSql('subscriber', seed, values);
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
