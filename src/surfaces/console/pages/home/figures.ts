import type { z } from 'zod';
import { getEmailMetrics } from '../../../../../tools/emails/get-email-metrics.ts';
import { dayMs, hourMs, isoInstant } from '../../../../model/instant.ts';
import { type Html, html } from '../../../public/html.ts';
import { barChart, legend, type Series } from '../../look/charts.ts';
import { type Statistic, sheet, statistics } from '../../look/parts.ts';
import { inDigits, inNumber, inPercent } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { formatter } from '../../shown.ts';

export const periods = {
  day: { title: '24 hours', before: 'on the 24 hours before', interval: 'hour', count: 24, eachMs: hourMs },
  week: { title: '7 days', before: 'on the week before', interval: 'day', count: 7, eachMs: dayMs },
  month: { title: '30 days', before: 'on the 30 days before', interval: 'day', count: 30, eachMs: dayMs },
} as const;

export type PeriodName = keyof typeof periods;

export function periodNamed(name: string | null): PeriodName {
  return name !== null && Object.hasOwn(periods, name) ? (name as PeriodName) : 'week';
}

type Counted = z.output<typeof getEmailMetrics.output>['data'][number];

type Figures = {
  period: PeriodName;
  /** Oldest first. */
  rows: readonly Counted[];
  before: readonly Counted[];
  isEmpty: boolean;
};

/** Limits of mailbox providers, in percent. Beyond them, they reject or hide mail. */
const limits = { bounced: 2, complained: 0.1 } as const;
/** Below this number of people, a percentage says less than the count. */
const percentFrom = 100;

/** Reads the figures of this period and the previous period in a single call. */
export async function readFigures(visit: Visit, period: PeriodName): Promise<Figures> {
  const { interval, count, eachMs } = periods[period];
  const from = isoInstant(visit.now - (2 * count - 1) * eachMs);
  const { data } = await visit.call(getEmailMetrics, { interval, from, limit: 2 * count });
  const rows = data.slice(0, count).reverse();
  return {
    period,
    rows,
    before: data.slice(count),
    isEmpty: sum(data, 'accepted') === 0,
  };
}

function sum(rows: readonly Counted[], ...names: readonly (keyof Counted)[]): number {
  return rows.reduce((total, row) => total + names.reduce((all, name) => all + Number(row[name]), 0), 0);
}

/** A relay reports only failures, so everything else counts as delivered. */
function countDelivered({ engine }: Visit, rows: readonly Counted[]): number {
  if (engine.settings.delivery !== 'relay') return sum(rows, 'delivered');
  const lost = sum(rows, 'bounced_hard', 'bounced_soft', 'failed', 'suppressed');
  return Math.max(0, sum(rows, 'accepted') - lost);
}

export function showFigures(visit: Visit, { period, rows, before }: Figures): Html {
  const [accepted, earlier] = [sum(rows, 'accepted'), sum(before, 'accepted')];
  const delivered = countDelivered(visit, rows);
  const bounced = sum(rows, 'bounced_hard', 'bounced_soft');
  const complained = sum(rows, 'complained');
  const opened = sum(rows, 'opened');
  return statistics([
    {
      label: 'Sent',
      value: inDigits(accepted),
      note: compare(accepted, earlier, periods[period].before),
    },
    share('Delivered', delivered, accepted),
    { ...share('Bounced', bounced, accepted), ...limited(bounced, accepted, limits.bounced) },
    {
      ...share('Marked as spam', complained, delivered),
      ...limited(complained, delivered, limits.complained),
    },
    { ...share('Opened by people', opened, delivered), note: 'machine opens excluded' },
  ]);
}

function share(label: string, part: number, whole: number): Statistic {
  if (whole === 0) return { label, value: inDigits(part), note: 'no emails yet' };
  if (whole < percentFrom) return { label, value: inDigits(part), note: `of ${inNumber(whole, 'email')}` };
  return { label, value: inPercent(part / whole), note: inNumber(part, 'email') };
}

/** @param limit in percent */
function limited(part: number, whole: number, limit: number): Partial<Statistic> {
  if (whole < percentFrom) return {};
  const isBelow = (part / whole) * 100 < limit;
  return { state: isBelow ? 'ok' : 'bad', note: `${isBelow ? 'below' : 'above'} the ${limit}% limit` };
}

function compare(now: number, earlier: number, before: string): string {
  if (earlier < percentFrom) return `${inDigits(earlier)} ${before.replace('on ', 'in ')}`;
  const change = Math.round(((now - earlier) / earlier) * 100);
  return change === 0
    ? `the same as ${before.replace('on ', '')}`
    : `${change > 0 ? '+' : '−'}${Math.abs(change)}% ${before}`;
}

const labelsMax = 8;

export function showChart(visit: Visit, { period, rows }: Figures): Html {
  const { timezone } = visit.organization;
  const isHourly = periods[period].interval === 'hour';
  const [short, long] = isHourly
    ? [formatter('time', timezone), formatter('full', timezone)]
    : [formatter(period === 'week' ? 'weekday' : 'dayOfMonth', timezone), formatter('date', timezone)];
  const every = Math.ceil(rows.length / labelsMax);
  const series: Series[] = [
    { name: 'Delivered', color: 'c1', values: rows.map((row) => countDelivered(visit, [row])) },
    {
      name: 'Bounced or failed',
      color: 'c4',
      values: rows.map((row) => sum([row], 'bounced_hard', 'bounced_soft', 'failed')),
    },
  ];
  const title = isHourly ? 'Emails per hour' : 'Emails per day';
  const chart = barChart({
    title,
    period: isHourly ? 'Hour' : 'Day',
    labels: rows.map(({ period: at }, index) => (index % every === 0 ? short.format(new Date(at)) : '')),
    names: rows.map(({ period: at }) => long.format(new Date(at))),
    series,
  });
  return sheet({ title, aside: legend(series), body: html`${chart}`, bare: true });
}
