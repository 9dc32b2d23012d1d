import type { SeriesSpan } from '../../../model/campaign/campaign-report.ts';
import type { OrganizationStore } from '../../store.ts';
import { isMailOfErased } from '../people/erasures.ts';

/**
 * Report queries over recipient rows. These have no organization, because the campaign key comes from a row
 * read within it. Joined mails and events are filtered by organization too.
 */

const kindsMax = 100;

type BucketCount = {
  what: 'sent' | 'opened' | 'clicked' | 'machineOpened';
  bucket: number;
  amount: number;
};

/** Mails of a slice that were captured, or simulated for test recipients. */
export type UnsentCounts = { captured: number; test: number };

type ReportSlice = {
  lines: number;
  through: number;
  counts: BucketCount[];
  stayed: UnsentCounts;
};

/** Returns the first and last subscriber keys of a campaign; undefined if it has no recipients. */
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

/** Counts when the mails of one slice of recipients were sent, opened and clicked. */
export async function reportSlice(
  { queries, organization }: OrganizationStore,
  campaign: number,
  { after, lines: linesMax }: { after: number; lines: number },
  { from, until, bucketMs }: SeriesSpan,
): Promise<ReportSlice> {
  // node:sqlite binds numbers as REAL, so without a cast the bucket would be fractional.
  const [first, length] = ['CAST($4 AS BIGINT)', 'CAST($5 AS BIGINT)'];
  const counted = (what: string, column: string): string =>
    `SELECT '${what}' AS what, (${column} - ${first}) / ${length} AS place, count(*) AS amount FROM slice
     WHERE ${column} >= ${first} AND ${column} < $6 GROUP BY (${column} - ${first}) / ${length}`;
  const rows = await queries
    .away(organization)
    .all<{ what: BucketCount['what'] | keyof UnsentCounts | 'lines'; place: number; amount: number }>(
      `WITH slice AS MATERIALIZED (
       SELECT line.subscriber, line.opened_at, line.clicked_at, mail.sent_at, mail.delivery_mode
       FROM (SELECT subscriber, email_id, opened_at, clicked_at FROM campaign_recipients
             WHERE campaign = $1 AND subscriber > $3 ORDER BY subscriber LIMIT $7) AS line
       LEFT JOIN emails mail ON mail.id = line.email_id AND mail.organization + 0 = $2)
     SELECT 'lines' AS what, coalesce(max(subscriber), 0) AS place, count(*) AS amount FROM slice
     UNION ALL SELECT delivery_mode AS what, 0 AS place, count(*) AS amount FROM slice
       WHERE delivery_mode IN ('captured', 'test') GROUP BY delivery_mode
     UNION ALL ${counted('sent', 'sent_at')}
     UNION ALL ${counted('opened', 'opened_at')}
     UNION ALL ${counted('clicked', 'clicked_at')}`,
      [campaign, organization, after, from, bucketMs, until, linesMax],
    );
  const stayed: UnsentCounts = { captured: 0, test: 0 };
  const counts: BucketCount[] = [];
  for (const { what, place, amount } of rows) {
    if (what === 'captured' || what === 'test') stayed[what] = amount;
    else if (what !== 'lines') counts.push({ what, bucket: place, amount });
  }
  const { amount: lines, place: through } = rows.find(({ what }) => what === 'lines')!;
  return { lines, through, counts, stayed };
}

/** Counts when machines first opened the mails of a slice that no person opened. */
export async function machineOpens(
  { queries, organization }: OrganizationStore,
  campaign: number,
  after: number,
  through: number,
  { from, until, bucketMs }: SeriesSpan,
): Promise<{ bucket: number; amount: number }[]> {
  const [first, length] = ['CAST($5 AS BIGINT)', 'CAST($6 AS BIGINT)'];
  return await queries.away(organization).all(
    `SELECT (at - ${first}) / ${length} AS bucket, count(*) AS amount
     FROM (SELECT min(event.at) AS at
       FROM campaign_recipients line
       JOIN email_events event ON event.email_id = line.email_id AND event.organization + 0 = $2
       WHERE line.campaign = $1 AND line.subscriber > $3 AND line.subscriber <= $4
         AND line.opened_at IS NULL AND event.type = 'opened' AND event.machine = 1
       GROUP BY event.email_id) AS firsts
     WHERE at >= ${first} AND at < $7 GROUP BY (at - ${first}) / ${length}`,
    [campaign, organization, after, through, from, bucketMs, until],
  );
}

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

/** Counts a slice's bounces by reason. `sample` is one server's reply. */
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
