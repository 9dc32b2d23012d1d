/**
 * What a process counts of itself for its operator, in memory. Labels have values of closed sets: names of the program, and never
 * an organization, an address, a domain or a token, which anyone could make more of.
 */

type Described = { help: string; labels: readonly string[]; seriesMax: number };
type DescribedHistogram = Described & { buckets: readonly number[] };

/** Series that a meter may have whose labels have few values. */
const few = 64;

/** Counters. Their names end in `_total`. */
export const counters = {
  accepted_total: { help: 'Mails accepted', labels: ['door', 'source'], seriesMax: few },
  refused_total: { help: 'Sends refused, by failure', labels: ['gate'], seriesMax: few },
  guard_refusals_total: {
    help: 'Sends refused by the recipient guard, by rule',
    labels: ['rule'],
    seriesMax: few,
  },
  rate_limited_total: {
    help: 'Requests refused by a budget: of an organization, or of an address',
    labels: ['what'],
    seriesMax: few,
  },
  tool_calls_total: {
    help: 'Calls of tools: done, refused, or failed by a fault of ours',
    labels: ['tool', 'status'],
    seriesMax: 400,
  },
  deliveries_total: {
    help: 'Delivery attempts that ended, by what the reply meant',
    labels: ['provider', 'source', 'outcome', 'class'],
    seriesMax: 500,
  },
  attempts_unknown_total: {
    help: 'Delivery attempts whose outcome was lost with the process that made them',
    labels: [],
    seriesMax: 1,
  },
  bounces_total: { help: 'Bounces, in a dialogue or returned', labels: ['class'], seriesMax: few },
  complaints_total: { help: 'Complaints of recipients', labels: ['provider'], seriesMax: few },
  webhook_attempts_total: { help: 'Attempts to deliver to webhooks', labels: ['outcome'], seriesMax: few },
} as const satisfies Record<string, Described>;

/** Durations in seconds, and sizes. */
export const histograms = {
  http_request_duration_seconds: {
    help: 'From the head of a request to its answer, by the first part of the route',
    labels: ['route', 'status_class'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5],
    seriesMax: 72,
  },
  accept_commit_seconds: {
    help: 'One transaction that accepts mail',
    labels: [],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
    seriesMax: 1,
  },
  accept_group_size: {
    help: 'Submissions accepted in one transaction',
    labels: [],
    buckets: [1, 2, 5, 20, 100, 500],
    seriesMax: 1,
  },
  first_attempt_delay_seconds: {
    help: 'From the acceptance of a mail to the end of its first attempt',
    labels: ['source'],
    buckets: [1, 5, 30, 60, 300, 900],
    seriesMax: 8,
  },
  delivery_duration_seconds: {
    help: 'Handing one mail over',
    labels: ['provider', 'stage'],
    buckets: [0.1, 0.5, 1, 5, 30, 120],
    seriesMax: 32,
  },
} as const satisfies Record<string, DescribedHistogram>;

/** Values that are kept, not counted. Those from the database are read by the worker and never by a scrape. */
export const gauges = {
  process_alive: { help: '1 while the process answers', labels: [], seriesMax: 1 },
  build_info: { help: '1, of this version', labels: ['version'], seriesMax: 1 },
  jobs: { help: 'Jobs of all organizations, up to 100,000', labels: ['kind', 'state'], seriesMax: few },
  oldest_due_seconds: {
    help: 'For how long the oldest due job has waited; 0 when none is due',
    labels: ['kind'],
    seriesMax: few,
  },
  campaigns: { help: 'Campaigns that are scheduled, or being sent', labels: ['stage'], seriesMax: 4 },
} as const satisfies Record<string, Described>;

export type Labels<Meter extends Described> = Readonly<Record<Meter['labels'][number], string>>;
type CounterName = keyof typeof counters;
type HistogramName = keyof typeof histograms;
type GaugeName = keyof typeof gauges;

/** Counts what happens in this process; a world without it counts nothing. */
export type Meters = {
  count<Name extends CounterName>(name: Name, labels: Labels<(typeof counters)[Name]>, by?: number): void;
  observe<Name extends HistogramName>(
    name: Name,
    labels: Labels<(typeof histograms)[Name]>,
    value: number,
  ): void;
  /** Replaces all that is kept under a name. */
  keep<Name extends GaugeName>(
    name: Name,
    kept: readonly { labels: Labels<(typeof gauges)[Name]>; value: number }[],
  ): void;
  /** Everything that was counted, in the text format of Prometheus. */
  exposition(): Promise<{ type: string; text: string }>;
};
