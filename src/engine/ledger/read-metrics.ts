import { invalidField } from '../../model/failure.ts';
import { dayMs, hourMs } from '../../model/instant.ts';
import {
  type MetricCount,
  type MetricGroup,
  metricCounts,
  metricsKeptDays,
  metricsKeptMs,
} from '../../model/metrics/email-metrics.ts';
import { type Interval, type Period, periodsBetween } from '../../model/metrics/periods.ts';
import { type MetricRow, metricsIn } from '../../store/records/email-metric-reads.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** @property group null for all mail together */
type MetricsRequest = {
  from: number;
  to: number;
  interval: Interval;
  timezone: string;
  group: MetricGroup | null;
};

/** The last row that a caller has seen: of all groups when `name` is null. */
export type MetricsPlace = { start: number; name: string | null };

type MetricsPage = { rows: (Omit<MetricRow, 'name'> & { name: string | null })[]; hasMore: boolean };

/** Of hours, a month; the other intervals reach as far back as counters are kept. */
export const hoursRangeDays = 31;
/** Periods read by one statement. */
const slicePeriods = 100;

/**
 * A page of counters, newest period first. Without a group each period has a row, of zeros where nothing happened; with one, the
 * groups that have a count.
 *
 * @throws Failure validation_error for a range that is too long
 */
export async function readMetrics(
  store: OrganizationStore,
  { from, to, interval, timezone, group }: MetricsRequest,
  limit: number,
  after: MetricsPlace | null,
): Promise<MetricsPage> {
  const daysMax = interval === 'hour' ? hoursRangeDays : metricsKeptDays;
  if (to - from > daysMax * dayMs) {
    throw invalidField('from', `must be at most ${daysMax} days before to, by ${interval}`);
  }
  const periodsMax = metricsKeptMs / hourMs;
  const all = periodsBetween({ from, to }, interval, timezone, periodsMax).reverse();
  return group === null
    ? await readTotals(store, all, limit, after)
    : await readGroups(store, group, all, limit, after);
}

async function readTotals(
  store: OrganizationStore,
  all: readonly Period[],
  limit: number,
  after: MetricsPlace | null,
): Promise<MetricsPage> {
  const left = all.filter(({ start }) => after === null || start < after.start);
  const periods = left.slice(0, limit);
  const bySource = await read(store, 'source', periods, limit * sourcesMax, null);
  const totals = new Map(periods.map(({ start }) => [start, { start, name: null, ...noCounts }]));
  for (const row of bySource) {
    const total = totals.get(row.start)!;
    for (const count of metricCounts) total[count] += row[count];
  }
  return { rows: [...totals.values()], hasMore: left.length > limit };
}

/** More than there are sources of mail. */
const sourcesMax = 10;

const noCounts = Object.fromEntries(metricCounts.map((count) => [count, 0])) as Record<MetricCount, number>;

async function readGroups(
  store: OrganizationStore,
  group: MetricGroup,
  all: readonly Period[],
  limit: number,
  after: MetricsPlace | null,
): Promise<MetricsPage> {
  const left = all.filter(({ start }) => after === null || start <= after.start);
  const rows: MetricRow[] = [];
  for (let place = 0; place < left.length && rows.length <= limit; place += slicePeriods) {
    const periods = left.slice(place, place + slicePeriods);
    const isSeen = periods[0]?.start === after?.start;
    rows.push(...(await read(store, group, periods, limit + 1, isSeen ? (after?.name ?? null) : null)));
  }
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

async function read(
  { queries, organization }: OrganizationStore,
  group: MetricGroup,
  periods: readonly Period[],
  limit: number,
  after: string | null,
): Promise<MetricRow[]> {
  return await metricsIn(queries.away(organization), organization, group, periods, limit, after);
}
