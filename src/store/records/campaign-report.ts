import type { SeriesSpan } from '../../model/campaign/campaign-report.ts';
import type { OrganizationStore } from '../store.ts';
import { isMailOfErased } from './erasures.ts';

/**
 * What a report reads of the lines of a campaign, a stretch at a time. A line carries no organization: the key of its
 * campaign comes from a row that was read through the organization's own records, and the mails and events that are joined
 * to it are asked for by the organization as well.
 */

/** Lines looked at in one statement. */
const sliceLines = 5_000;
/** Different links or reasons that one stretch is asked for. */
const kindsMax = 100;

/** How often something happened in a bucket of the span, counted from 0. */
type BucketCount = { what: 'sent' | 'opened' | 'clicked'; bucket: number; amount: number };

/** How many mails of a stretch stayed here: captured, or played out to test recipients. */
export type StayedHere = { captured: number; test: number };

type ReportSlice = {
  lines: number;
  /** The key of the last subscriber in it. */
  through: number;
  counts: BucketCount[];
  stayed: StayedHere;
};

/** The keys of the first and the last subscriber of a campaign; undefined for one that has no lines. */
export async function ledgerEnds(
  { queries }: OrganizationStore,
  campaign: number,
): Promise<{ first: number; last: number } | undefined> {
  const row = await queries.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(subscriber) FROM campaign_recipients WHERE campaign = $1) AS first,
       (SELECT max(subscriber) FROM campaign_recipients WHERE campaign = $1) AS last`,
    [campaign],
  );
  return row?.first == null || row.last == null ? undefined : { first: row.first, last: row.last };
}

/**
 * When the mails behind a key were sent, opened and clicked, those of one stretch of lines.
 * @param campaign its key
 * @param after the key of a subscriber
 */
export async function reportSlice(
  { queries, organization }: OrganizationStore,
  campaign: number,
  after: number,
  { from, until, bucketMs }: SeriesSpan,
): Promise<ReportSlice> {
  // SQLite is handed numbers that could be fractions; a bucket is a whole one.
  const [first, length] = ['CAST($4 AS BIGINT)', 'CAST($5 AS BIGINT)'];
  const counted = (what: string, column: string): string =>
    `SELECT '${what}' AS what, (${column} - ${first}) / ${length} AS place, count(*) AS amount FROM slice
     WHERE ${column} >= ${first} AND ${column} < $6 GROUP BY (${column} - ${first}) / ${length}`;
  const rows = await queries
    .away(organization)
    .all<{ what: BucketCount['what'] | keyof StayedHere | 'lines'; place: number; amount: number }>(
      `WITH slice AS MATERIALIZED (
       SELECT line.subscriber, line.opened_at, line.clicked_at, mail.sent_at, mail.delivery_mode
       FROM (SELECT subscriber, email_id, opened_at, clicked_at FROM campaign_recipients
             WHERE campaign = $1 AND subscriber > $3 ORDER BY subscriber LIMIT ${sliceLines}) AS line
       LEFT JOIN emails mail ON mail.id = line.email_id AND mail.organization + 0 = $2)
     SELECT 'lines' AS what, coalesce(max(subscriber), 0) AS place, count(*) AS amount FROM slice
     UNION ALL SELECT delivery_mode AS what, 0 AS place, count(*) AS amount FROM slice
       WHERE delivery_mode IN ('captured', 'test') GROUP BY delivery_mode
     UNION ALL ${counted('sent', 'sent_at')}
     UNION ALL ${counted('opened', 'opened_at')}
     UNION ALL ${counted('clicked', 'clicked_at')}`,
      [campaign, organization, after, from, bucketMs, until],
    );
  const stayed: StayedHere = { captured: 0, test: 0 };
  const counts: BucketCount[] = [];
  for (const { what, place, amount } of rows) {
    if (what === 'captured' || what === 'test') stayed[what] = amount;
    else if (what !== 'lines') counts.push({ what, bucket: place, amount });
  }
  const { amount: lines, place: through } = rows.find(({ what }) => what === 'lines')!;
  return { lines, through, counts, stayed };
}

/** Which links people followed in the mails of one stretch, and how many people each. */
export async function clickedLinks(
  { queries, organization }: OrganizationStore,
  campaign: number,
  after: number,
  through: number,
): Promise<{ link: string | null; people: number }[]> {
  return await queries.away(organization).all(
    `SELECT ${queries.dialect.jsonField('event.details', '$5', 'text')} AS link,
       count(DISTINCT event.email_id) AS people
     FROM campaign_recipients line
     JOIN email_events event ON event.email_id = line.email_id AND event.organization + 0 = $2
     WHERE line.campaign = $1 AND line.subscriber > $3 AND line.subscriber <= $4
       AND line.clicked_at IS NOT NULL AND event.type = 'clicked' AND event.machine = 0
     GROUP BY 1 ORDER BY 2 DESC LIMIT ${kindsMax}`,
    [campaign, organization, after, through, 'link'],
  );
}

/** Why the mails of one stretch came back; `sample` is what one server said about it. */
export async function bounceKinds(
  { queries, organization }: OrganizationStore,
  campaign: number,
  after: number,
  through: number,
): Promise<{ type: string | null; kind: string | null; count: number; sample: string | null }[]> {
  const { dialect } = queries;
  const bounce = dialect.jsonField('event.details', '$5', 'json');
  return await queries.away(organization).all(
    `SELECT ${dialect.jsonField(bounce, '$6', 'text')} AS type, ${dialect.jsonField(bounce, '$7', 'text')} AS kind,
       count(DISTINCT event.email_id) AS count, min(${dialect.jsonField(bounce, '$8', 'text')}) AS sample
     FROM campaign_recipients line
     JOIN emails mail ON mail.id = line.email_id AND mail.organization + 0 = $2 AND mail.last_event = 'bounced'
     JOIN email_events event ON event.email_id = mail.id AND event.type = 'bounced'
     WHERE line.campaign = $1 AND line.subscriber > $3 AND line.subscriber <= $4 AND NOT ${isMailOfErased('mail')}
     GROUP BY 1, 2 ORDER BY 3 DESC LIMIT ${kindsMax}`,
    [campaign, organization, after, through, 'bounce', 'type', 'subType', 'message'],
  );
}
