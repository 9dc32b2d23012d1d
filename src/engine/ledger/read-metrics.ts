import { invalidField } from '../../model/failure.ts';
import { dayMs, hourMs } from '../../model/instant.ts';
import {
  type MetricCount,
  metricCounts,
  metricsKeptDays,
  metricsKeptMs,
} from '../../model/metrics/email-metrics.ts';
import { type Interval, type Period, periodsBetween } from '../../model/metrics/periods.ts';
import { type MetricRow, type MetricsAsked, metricsIn } from '../../store/records/mail/email-metric-reads.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** @property skipEmpty omits periods without a count; groups always omit them */
type MetricsRequest = MetricsAsked & {
  from: number;
  to: number;
  interval: Interval;
  timezone: string;
  skipEmpty: boolean;
};

/** Cursor. `name` is null without a group. */
export type MetricsPlace = { start: number; name: string | null };

type MetricsPage = { rows: MetricRow[]; hasMore: boolean };

export const hoursRangeDays = 31;
const slicePeriods = 100;

/** Newest period first. @throws Failure validation_error for a range that is too long */
export async function readMetrics(
  store: OrganizationStore,
  { from, to, interval, timezone, skipEmpty, ...asked }: MetricsRequest,
  limit: number,
  after: MetricsPlace | null,
): Promise<MetricsPage> {
  const daysMax = interval === 'hour' ? hoursRangeDays : metricsKeptDays;
  if (to - from > daysMax * dayMs) {
    throw invalidField('from', `must be at most ${daysMax} days before to, by ${interval}`);
  }
  const periodsMax = metricsKeptMs / hourMs;
  const all = periodsBetween({ from, to }, interval, timezone, periodsMax).reverse();
  return asked.group === null && !skipEmpty
    ? await readEveryPeriod(store, asked, all, limit, after)
    : await readCounted(store, asked, all, limit, after);
}

async function readEveryPeriod(
  store: OrganizationStore,
  asked: MetricsAsked,
  all: readonly Period[],
  limit: number,
  after: MetricsPlace | null,
): Promise<MetricsPage> {
  const left = all.filter(({ start }) => after === null || start < after.start);
  const periods = left.slice(0, limit);
  const counted = new Map((await read(store, asked, periods, limit, null)).map((row) => [row.start, row]));
  const rows = periods.map(({ start }) => counted.get(start) ?? { start, name: null, ...noCounts });
  return { rows, hasMore: left.length > limit };
}

const noCounts = Object.fromEntries(metricCounts.map((count) => [count, 0])) as Record<MetricCount, number>;

async function readCounted(
  store: OrganizationStore,
  asked: MetricsAsked,
  all: readonly Period[],
  limit: number,
  after: MetricsPlace | null,
): Promise<MetricsPage> {
  const isLeft = ({ start }: Period): boolean =>
    after === null || start < after.start || (after.name !== null && start === after.start);
  const left = all.filter(isLeft);
  const rows: MetricRow[] = [];
  for (let place = 0; place < left.length && rows.length <= limit; place += slicePeriods) {
    const periods = left.slice(place, place + slicePeriods);
    const isSeen = periods[0]?.start === after?.start;
    rows.push(...(await read(store, asked, periods, limit + 1, isSeen ? (after?.name ?? null) : null)));
  }
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

async function read(
  { queries, organization }: OrganizationStore,
  asked: MetricsAsked,
  periods: readonly Period[],
  limit: number,
  after: string | null,
): Promise<MetricRow[]> {
  return await metricsIn(queries.away(organization), organization, asked, periods, limit, after);
}
