/** Classes of what a database refuses with, alike for both of them. */
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

/** Tables that change all the time; the dead rows of others are few. */
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

/** What a database says of its own upkeep; null for what it has none of. */
export type Upkeep = {
  /** Of PostgreSQL: rows that VACUUM has not taken out yet, of tables that change all the time. */
  deadRows: readonly { table: string; rows: number }[] | null;
  /** Of PostgreSQL: the age of the oldest transaction that keeps VACUUM from taking rows out; 0 for none. */
  oldestSnapshotSeconds: number | null;
  /** Of a SQLite file: the size of its write-ahead log. */
  walOctets: number | null;
  /** Of a SQLite file: what is free on its disk. */
  freeOctets: number | null;
};

/** Connections that transactions and reads need, and transactions that wait for one. */
export type Pool = { busy: number; idle: number; waiting: number };

export type DatabaseFigures = {
  /** From the memory of this process. */
  pool(): Pool;
  /** Asks the database. */
  upkeep(): Promise<Upkeep>;
  refusals: Refusals;
};

/** Reports what a database refuses with to one listener; without one it costs a comparison. */
export class Refusals {
  #listener: ((errorClass: ErrorClass) => void) | null = null;

  listen(listener: (errorClass: ErrorClass) => void): void {
    this.#listener = listener;
  }

  /** @param classOf null for what is not the database's, such as a failure thrown within a transaction */
  note(error: unknown, classOf: (error: unknown) => ErrorClass | null): void {
    if (this.#listener === null) return;
    const errorClass = classOf(error);
    if (errorClass !== null) this.#listener(errorClass);
  }
}
