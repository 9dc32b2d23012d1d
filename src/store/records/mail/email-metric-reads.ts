import type { DeliveryMode, EmailEventType, EmailSource } from '../../../model/email/email.ts';
import {
  countsOnce,
  groupsToRead,
  type MetricCount,
  type MetricGroup,
  metricCounts,
  type StoredGroup,
  testProvider,
} from '../../../model/metrics/email-metrics.ts';
import type { Queries } from '../../database.ts';
import { forget, instanceValue, rememberInPlace } from '../instance/instance.ts';

/** Reads mail counters, deletes old ones, and finds the mail that an earlier version did not count. */

/** The counters of one group in one period. A null `name` means all mail together. */
export type MetricRow = { start: number; name: string | null } & Record<MetricCount, number>;

/** The mail to count: its group, null for all mail together, and whether it includes test mail. `only` names one group. */
export type MetricsAsked = { group: MetricGroup | null; includeTest: boolean; only?: string | undefined };

/** Returns the counters of periods, newest first. `after` is a group name in the first period. */
export async function metricsIn(
  queries: Pick<Queries, 'all' | 'dialect'>,
  organization: number,
  { group, includeTest, only }: MetricsAsked,
  periods: readonly { start: number; end: number }[],
  limit: number,
  after: string | null = null,
): Promise<MetricRow[]> {
  if (periods.length === 0) return [];
  // SQLite does not reorder a CROSS JOIN. Otherwise it may compare every hour of the group with each period.
  const name = queries.dialect.name === 'postgres' ? 'counted.name COLLATE "C"' : 'counted.name';
  const isNamed = group !== null;
  const stored = groupsToRead(group ?? 'provider', includeTest);
  const rows = await queries.all<Record<MetricCount | 'start', number | string> & { name: string | null }>(
    `SELECT period.a AS start, ${isNamed ? 'counted.name' : 'NULL AS name'}, ${metricCounts.map((count) => `SUM(counted.${count}) AS ${count}`).join(', ')}
     FROM ${queries.dialect.pairs('$1')} AS period
     CROSS JOIN email_metrics counted
     WHERE counted.organization = $2 AND counted.grouped_by IN (${stored.map((one) => `'${one}'`).join(', ')})
       AND counted.hour >= period.a AND counted.hour < CAST(period.b AS BIGINT)
       AND (period.a <> $3 OR ${name} > $4) ${includeTest ? '' : withoutTest(group)}
       ${only === undefined ? '' : 'AND counted.name = $5'}
     GROUP BY period.a ${isNamed ? ', counted.name' : ''}
     ${isNamed ? `HAVING SUM(${metricCounts.map((count) => `counted.${count}`).join(' + ')}) > 0` : ''}
     ORDER BY period.a DESC ${isNamed ? `, ${name}` : ''} LIMIT ${limit}`,
    [
      JSON.stringify(periods.map(({ start, end }) => [start, String(end)])),
      organization,
      after === null ? -1 : periods[0]!.start,
      after ?? '',
      ...(only === undefined ? [] : [only]),
    ],
  );
  return rows.map((row) => ({
    ...(Object.fromEntries(metricCounts.map((count) => [count, Number(row[count])])) as Record<
      MetricCount,
      number
    >),
    start: Number(row.start),
    name: row.name,
  }));
}

function withoutTest(group: MetricGroup | null): string {
  if (group === null || group === 'provider') return `AND counted.name <> '${testProvider}'`;
  return group === 'provider_reason' ? `AND counted.name NOT LIKE '${testProvider}/%'` : '';
}

/** Deletes up to `limit` counters of an organization from hours before `before`. @returns the number deleted */
export async function forgetMetrics(
  queries: Queries,
  organization: number,
  group: StoredGroup,
  before: number,
  limit: number,
): Promise<number> {
  return await queries.run(
    `DELETE FROM email_metrics WHERE (organization, grouped_by, hour, name, part) IN (
       SELECT organization, grouped_by, hour, name, part FROM email_metrics
       WHERE organization = $1 AND grouped_by = $2 AND hour < $3 ORDER BY hour LIMIT $4)`,
    [organization, group, before, limit],
  );
}

const fillName = 'email metrics to fill';

/** `mails` and `events`: the last keys that an earlier version wrote. `mail` and `event`: the last keys counted so far. */
type Fill = { mails: number; events: number; mail: number; event: number };

const groupColumns =
  'mail.organization, mail.source, mail.from_text, mail.to_key, mail.delivery_mode, mail.campaign_id';

export type CountedMailRow = {
  organization: number;
  source: EmailSource;
  from_text: string;
  to_key: string;
  delivery_mode: DeliveryMode;
  campaign_id: string | null;
};

/** An event from an earlier version. `repeated` is 1 if the mail already had an event of this type. */
type EarlierEventRow = CountedMailRow & {
  type: EmailEventType;
  at: number;
  machine: number;
  details: string;
  repeated: number;
};

export type Uncounted = {
  mails: (CountedMailRow & { created_at: number })[];
  events: EarlierEventRow[];
};

export async function hasUncounted(queries: Queries): Promise<boolean> {
  return (await instanceValue(queries, fillName)) !== undefined;
}

/** Returns the next uncounted mails and events of an earlier version to one process; null at the end. */
export async function nextUncounted(queries: Queries, limit: number): Promise<Uncounted | null> {
  const before = await instanceValue(queries, fillName);
  if (before === undefined) return null;
  const fill = JSON.parse(before) as Fill;
  const mails = await queries.all<Uncounted['mails'][number] & { key: number }>(
    `SELECT mail.key, mail.created_at, ${groupColumns} FROM emails mail
     WHERE mail.key > $1 AND mail.key <= $2 ORDER BY mail.key LIMIT ${limit}`,
    [fill.mail, fill.mails],
  );
  const events = await queries.all<EarlierEventRow & { key: number }>(
    `SELECT event.key, event.type, event.at, event.machine, event.details, ${groupColumns},
       CASE WHEN event.type IN (${[...countsOnce].map((type) => `'${type}'`).join(', ')}) AND EXISTS (
         SELECT 1 FROM email_events earlier WHERE earlier.email_id = event.email_id AND earlier.key < event.key
           AND earlier.type = event.type AND earlier.machine = event.machine) THEN 1 ELSE 0 END AS repeated
     FROM email_events event
     JOIN emails mail ON mail.id = event.email_id AND mail.organization + 0 = event.organization
     WHERE event.key > $1 AND event.key <= $2 ORDER BY event.key LIMIT ${limit}`,
    [fill.event, fill.events],
  );
  const next: Fill = {
    ...fill,
    mail: mails.length < limit ? fill.mails : mails.at(-1)!.key,
    event: events.length < limit ? fill.events : events.at(-1)!.key,
  };
  const isDone = next.mail === next.mails && next.event === next.events;
  const isOurs = await rememberInPlace(queries, fillName, before, JSON.stringify(next));
  if (isOurs && isDone) await forget(queries, fillName);
  return isOurs ? { mails, events } : { mails: [], events: [] };
}

const splitName = 'email metrics to split';

/** `mails` and `events`: the last keys that an earlier version counted. `mail`: the last key read so far. */
type Split = { mails: number; events: number; mail: number };

type TestMailRow = CountedMailRow & {
  created_at: number;
  events: { type: EmailEventType; at: number; machine: number; details: string }[];
};

/** Returns whether counters of an earlier version still mix test mail with other mail. */
export async function hasMixedHours(queries: Queries): Promise<boolean> {
  return (await instanceValue(queries, splitName)) !== undefined;
}

/** Returns the starts of the hours with mixed counters, of some organizations: `organization hour`. */
export async function mixedHours(
  queries: Queries,
  organizations: readonly number[],
): Promise<ReadonlySet<string>> {
  const rows = await queries.all<{ organization: number; hour: number }>(
    `SELECT organization, hour FROM mixed_metric_hours WHERE organization IN ${queries.dialect.integers('$1')}`,
    [JSON.stringify(organizations)],
  );
  return new Set(rows.map(({ organization, hour }) => `${organization} ${hour}`));
}

/** Returns the test mails among the next `range` mails and marks the range as read. Of concurrent processes, only the first gets them. */
export async function nextMixedMails(queries: Queries, range: number): Promise<TestMailRow[]> {
  const before = await instanceValue(queries, splitName);
  if (before === undefined) return [];
  const split = JSON.parse(before) as Split;
  const through = Math.min(split.mails, split.mail + range);
  const isOurs = await rememberInPlace(
    queries,
    splitName,
    before,
    JSON.stringify({ ...split, mail: through }),
  );
  if (!isOurs) return [];
  const mails = await queries.all<CountedMailRow & { id: string; created_at: number }>(
    `SELECT mail.id, mail.created_at, ${groupColumns} FROM emails mail
     WHERE mail.key > $1 AND mail.key <= $2 AND mail.delivery_mode = 'test' ORDER BY mail.key`,
    [split.mail, through],
  );
  const events = await queries.all<TestMailRow['events'][number] & { email_id: string }>(
    `SELECT email_id, type, at, machine, details FROM email_events
     WHERE email_id IN ${queries.dialect.strings('$1')} AND key <= $2 ORDER BY key`,
    [JSON.stringify(mails.map(({ id }) => id)), split.events],
  );
  const eventsOf = Map.groupBy(events, (event) => event.email_id);
  if (through === split.mails) await forget(queries, splitName);
  return mails.map((mail) => ({ ...mail, events: eventsOf.get(mail.id) ?? [] }));
}
