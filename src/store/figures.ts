/** Error classes shared by both databases. */
export const errorClasses = [
  'connection',
  'conflict',
  'constraint',
  'disk',
  'locked',
  'read_only',
  'resources',
  'timeout',
  'other',
] as const;
export type ErrorClass = (typeof errorClasses)[number];

/** Tables with constant updates. Other tables have few dead rows. */
export const busyTables = [
  'campaign_recipients',
  'campaigns',
  'counts',
  'email_events',
  'email_metrics',
  'emails',
  'idempotency',
  'instance',
  'jobs',
  'recipient_guards',
  'request_windows',
  'storage',
  'subscriber_tags',
  'subscribers',
  'webhook_deliveries',
  'webhook_leases',
  'webhook_outbox',
  'webhook_states',
  'workflow_runs',
] as const;

/** Maintenance metrics; null if the database does not have the metric. */
export type Upkeep = {
  /** PostgreSQL: dead rows in `busyTables` that VACUUM has not removed yet. */
  deadRows: readonly { table: string; rows: number }[] | null;
  /** PostgreSQL: age of the oldest transaction that keeps VACUUM from removing rows; 0 for none. */
  oldestSnapshotSeconds: number | null;
  /** SQLite file: size of the write-ahead log. */
  walOctets: number | null;
  /** SQLite file: free disk space. */
  freeOctets: number | null;
};

/** Connections in use and idle, and transactions that wait for a connection. */
export type Pool = { busy: number; idle: number; waiting: number };

export type DatabaseFigures = {
  /** Reads only this process's memory. */
  pool(): Pool;
  upkeep(): Promise<Upkeep>;
  refusals: Refusals;
};

/** Reports database errors to one listener. Without a listener, it classifies nothing. */
export class Refusals {
  #listener: ((errorClass: ErrorClass) => void) | null = null;

  listen(listener: (errorClass: ErrorClass) => void): void {
    this.#listener = listener;
  }

  /** @param classOf null for errors that are not from the database, such as an error thrown inside a transaction */
  note(error: unknown, classOf: (error: unknown) => ErrorClass | null): void {
    if (this.#listener === null) return;
    const errorClass = classOf(error);
    if (errorClass !== null) this.#listener(errorClass);
  }
}
