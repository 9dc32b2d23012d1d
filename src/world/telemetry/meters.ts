/**
 * Metrics in memory. Label values come from closed sets, never from organizations, addresses, domains or
 * tokens, because clients could create any number.
 */

/** `seriesMax`: further series are counted together as one; 1 without labels. */
type Described = { help: string; labels: readonly string[]; seriesMax: number };
type DescribedHistogram = Described & { buckets: readonly number[] };

/** Maximum series of a meter whose labels have few values. */
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
    help: 'Requests over the budget of an organization or an address',
    labels: ['what'],
    seriesMax: few,
  },
  tool_calls_total: {
    help: 'Tool calls by result: done, refused, or failed by an internal error',
    labels: ['tool', 'status'],
    // Fewer than tools times statuses, because no process refuses and fails every tool.
    seriesMax: 300,
  },
  deliveries_total: {
    help: 'Completed delivery attempts, by reply class',
    labels: ['provider', 'source', 'outcome', 'class'],
    seriesMax: 300,
  },
  attempts_unknown_total: {
    help: 'Delivery attempts whose outcome was lost when their process stopped',
    labels: [],
    seriesMax: 1,
  },
  signatures_total: {
    help: 'Mails before delivery, by DKIM result; failed: the key of the domain cannot be decrypted',
    labels: ['result'],
    seriesMax: 4,
  },
  job_faults_total: {
    help: 'Jobs that failed with an internal error and are retried',
    labels: ['kind'],
    seriesMax: 16,
  },
  bounces_total: {
    help: 'Bounces, in the SMTP dialogue or as a returned message',
    labels: ['class'],
    seriesMax: few,
  },
  complaints_total: { help: 'Complaints by recipients', labels: ['provider'], seriesMax: few },
  webhook_attempts_total: { help: 'Webhook delivery attempts', labels: ['outcome'], seriesMax: few },
  held_total: {
    help: 'Mails rescheduled without an attempt, by reason',
    labels: ['reason'],
    seriesMax: 10,
  },
  tls_sessions_total: {
    help: 'Connections to mail servers with a TLS policy, by policy and result (RFC 8460)',
    labels: ['provider', 'version', 'policy', 'result'],
    seriesMax: 100,
  },
  db_errors_total: {
    help: 'Statements and connections that the database rejected, by error class',
    labels: ['code_class'],
    seriesMax: 12,
  },
} as const satisfies Record<string, Described>;

/** Durations in seconds, and sizes. */
export const histograms = {
  http_request_duration_seconds: {
    help: 'Time from the request head to the response, by route',
    labels: ['route', 'status_class'],
    buckets: [0.05, 0.25, 1, 5],
    seriesMax: 72,
  },
  accept_commit_seconds: {
    help: 'Duration of a transaction that accepts mail',
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
    help: 'Time from the acceptance of a mail to the end of its first attempt',
    labels: ['source'],
    buckets: [1, 5, 30, 60, 300, 900],
    seriesMax: 8,
  },
  delivery_duration_seconds: {
    help: 'Duration of the delivery of one mail',
    labels: ['provider', 'stage'],
    buckets: [0.5, 2, 10, 60],
    seriesMax: 32,
  },
  db_transaction_seconds: {
    help: 'Duration of a transaction, from its request to its commit',
    labels: ['what'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
    seriesMax: 8,
  },
} as const satisfies Record<string, DescribedHistogram>;

/** Current values. One worker reads the database values, so that a scrape never queries the database. */
export const gauges = {
  process_alive: { help: '1 while the process is running', labels: [], seriesMax: 1 },
  build_info: { help: '1, labelled with the version', labels: ['version'], seriesMax: 1 },
  jobs: { help: 'Jobs of all organizations, up to 100,000', labels: ['kind', 'state'], seriesMax: few },
  oldest_due_seconds: {
    help: 'Time that the oldest due job has waited; 0 when none is due',
    labels: ['kind'],
    seriesMax: few,
  },
  campaigns: { help: 'Scheduled and sending campaigns', labels: ['stage'], seriesMax: 4 },
  singleton_held: {
    help: '1 in the process that runs a singleton task, 0 in the others',
    labels: ['name'],
    seriesMax: 4,
  },
  db_pool: {
    help: 'Busy and idle database connections, and transactions that wait for one',
    labels: ['state'],
    seriesMax: 4,
  },
  db_dead_rows: {
    help: 'PostgreSQL: dead rows that VACUUM has not removed yet, from the statistics',
    labels: ['table'],
    seriesMax: 24,
  },
  db_oldest_snapshot_seconds: {
    help: 'PostgreSQL: age of the oldest transaction that keeps VACUUM from removing rows; 0 for none',
    labels: [],
    seriesMax: 1,
  },
  wal_bytes: { help: 'SQLite: size of the write-ahead log', labels: [], seriesMax: 1 },
  disk_free_bytes: {
    help: 'SQLite: free space on the disk of the database, without the space reserved for the system',
    labels: [],
    seriesMax: 1,
  },
  backup_age_seconds: {
    help: 'Time since the last `posthouse backup`; absent before the first one',
    labels: [],
    seriesMax: 1,
  },
  event_loop_delay_seconds: {
    help: 'Event loop delay since the last scrape; quantile 1 is the maximum',
    labels: ['quantile'],
    seriesMax: 4,
  },
  render_queue: {
    help: 'Large bodies that wait for a rendering process',
    labels: ['rank'],
    seriesMax: 8,
  },
  provider_connections: {
    help: 'Open and opening connections to the mail servers of a provider',
    labels: ['provider'],
    seriesMax: few,
  },
  provider_connections_limit: {
    help: 'Current maximum number of connections to a provider',
    labels: ['provider'],
    seriesMax: few,
  },
  provider_rests_seconds: {
    help: 'Time until deliveries to a paused provider resume; 0 when it is not paused',
    labels: ['provider'],
    seriesMax: few,
  },
} as const satisfies Record<string, Described>;

export type Labels<Meter extends Described> = Readonly<Record<Meter['labels'][number], string>>;
type CounterName = keyof typeof counters;
type HistogramName = keyof typeof histograms;
export type GaugeName = keyof typeof gauges;
export type Kept<Name extends GaugeName> = readonly {
  labels: Labels<(typeof gauges)[Name]>;
  value: number;
}[];

/** Records the metrics of this process. A world without it records nothing. */
export type Meters = {
  count<Name extends CounterName>(name: Name, labels: Labels<(typeof counters)[Name]>, by?: number): void;
  observe<Name extends HistogramName>(
    name: Name,
    labels: Labels<(typeof histograms)[Name]>,
    value: number,
  ): void;
  keep<Name extends GaugeName>(name: Name, kept: Kept<Name>): void;
  /** Registers `read` for each scrape. It reads memory only. */
  keepAtScrape<Name extends GaugeName>(name: Name, read: () => Kept<Name>): void;
  /** Returns all metrics in the text format of Prometheus. */
  exposition(): Promise<{ type: string; text: string }>;
};
