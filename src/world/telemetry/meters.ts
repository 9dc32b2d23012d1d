/**
 * What a process counts of itself for its operator, in memory. Labels have values of closed sets: names of the program, and never
 * an organization, an address, a domain or a token, which anyone could make more of.
 */

/** `seriesMax`: further series are counted together as one; without labels it is 1. */
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
    // No process refuses and fails each tool that it has.
    seriesMax: 300,
  },
  deliveries_total: {
    help: 'Delivery attempts that ended, by what the reply meant',
    labels: ['provider', 'source', 'outcome', 'class'],
    seriesMax: 300,
  },
  attempts_unknown_total: {
    help: 'Delivery attempts whose outcome was lost with the process that made them',
    labels: [],
    seriesMax: 1,
  },
  signatures_total: {
    help: 'Mails to be handed over, by whether DKIM signs them; failed: the key of their domain cannot be opened',
    labels: ['result'],
    seriesMax: 4,
  },
  job_faults_total: {
    help: 'Jobs that broke on a fault of ours, and are tried again',
    labels: ['kind'],
    seriesMax: 16,
  },
  bounces_total: { help: 'Bounces, in a dialogue or returned', labels: ['class'], seriesMax: few },
  complaints_total: { help: 'Complaints of recipients', labels: ['provider'], seriesMax: few },
  webhook_attempts_total: { help: 'Attempts to deliver to webhooks', labels: ['outcome'], seriesMax: few },
  held_total: {
    help: 'Mails rescheduled without an attempt, by why none was made',
    labels: ['reason'],
    seriesMax: 10,
  },
  tls_sessions_total: {
    help: 'Connections to mail servers that were to be encrypted, by the policy and what came of it (RFC 8460)',
    labels: ['provider', 'version', 'policy', 'result'],
    seriesMax: 100,
  },
  db_errors_total: {
    help: 'Statements and connections that the database refused, by the class of its code',
    labels: ['code_class'],
    seriesMax: 12,
  },
} as const satisfies Record<string, Described>;

/** Durations in seconds, and sizes. */
export const histograms = {
  http_request_duration_seconds: {
    help: 'From the head of a request to its answer, by the place of the route',
    labels: ['route', 'status_class'],
    buckets: [0.05, 0.25, 1, 5],
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
    buckets: [0.5, 2, 10, 60],
    seriesMax: 32,
  },
  db_transaction_seconds: {
    help: 'One transaction, from the wish for it to its commit',
    labels: ['what'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
    seriesMax: 8,
  },
} as const satisfies Record<string, DescribedHistogram>;

/**
 * Values that are kept, not counted. Those from the database are read by one worker and never by a scrape; those of the process are
 * read from its memory by each scrape.
 */
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
  singleton_held: {
    help: '1 in the process that does what one process does for all, 0 in the others',
    labels: ['name'],
    seriesMax: 4,
  },
  db_pool: {
    help: 'Connections to the database that are busy and idle, and transactions that wait for one',
    labels: ['state'],
    seriesMax: 4,
  },
  db_dead_rows: {
    help: 'PostgreSQL: rows that VACUUM has not taken out yet, as its statistics have it',
    labels: ['table'],
    seriesMax: 24,
  },
  db_oldest_snapshot_seconds: {
    help: 'PostgreSQL: age of the oldest transaction that keeps VACUUM from taking rows out; 0 for none',
    labels: [],
    seriesMax: 1,
  },
  wal_bytes: { help: 'SQLite: size of the write-ahead log', labels: [], seriesMax: 1 },
  disk_free_bytes: {
    help: 'SQLite: what is free where the database is, without what the system keeps for itself',
    labels: [],
    seriesMax: 1,
  },
  backup_age_seconds: {
    help: 'Time since the last `posthouse backup`; absent before the first one',
    labels: [],
    seriesMax: 1,
  },
  event_loop_delay_seconds: {
    help: 'How late the event loop was since the last scrape; quantile 1 is the maximum',
    labels: ['quantile'],
    seriesMax: 4,
  },
  render_queue: {
    help: 'Large bodies that wait for a process that renders',
    labels: ['rank'],
    seriesMax: 8,
  },
  provider_connections: {
    help: 'Connections to the mail servers of a provider, open and being opened',
    labels: ['provider'],
    seriesMax: few,
  },
  provider_connections_limit: {
    help: 'Connections that a provider is given at present at most',
    labels: ['provider'],
    seriesMax: few,
  },
  provider_rests_seconds: {
    help: 'For how long a provider is left alone from now on; 0 when it is not',
    labels: ['provider'],
    seriesMax: few,
  },
} as const satisfies Record<string, Described>;

export type Labels<Meter extends Described> = Readonly<Record<Meter['labels'][number], string>>;
type CounterName = keyof typeof counters;
type HistogramName = keyof typeof histograms;
export type GaugeName = keyof typeof gauges;
/** All that is kept under the name of a gauge. */
export type Kept<Name extends GaugeName> = readonly {
  labels: Labels<(typeof gauges)[Name]>;
  value: number;
}[];

/** Counts what happens in this process; a world without it counts nothing. */
export type Meters = {
  count<Name extends CounterName>(name: Name, labels: Labels<(typeof counters)[Name]>, by?: number): void;
  observe<Name extends HistogramName>(
    name: Name,
    labels: Labels<(typeof histograms)[Name]>,
    value: number,
  ): void;
  /** Replaces all that is kept under a name. */
  keep<Name extends GaugeName>(name: Name, kept: Kept<Name>): void;
  /** Has each scrape keep what `read` finds, which asks the memory of this process alone. */
  keepAtScrape<Name extends GaugeName>(name: Name, read: () => Kept<Name>): void;
  /** Everything that was counted, in the text format of Prometheus. */
  exposition(): Promise<{ type: string; text: string }>;
};
