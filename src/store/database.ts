/** The database port. Both databases take the same SQL with `$1` parameters; `Dialect` holds the differences. */
import type { DatabaseFigures } from './figures.ts';
import type { Outage } from './outage.ts';

export type Value = string | number | null;

export type Queries = {
  /** Returns all rows. Every caller bounds its query with a LIMIT or a list of keys. */
  all<Row>(sql: string, values: readonly Value[]): Promise<Row[]>;
  get<Row>(sql: string, values: readonly Value[]): Promise<Row | undefined>;
  /** Returns the number of changed rows. */
  run(sql: string, values: readonly Value[]): Promise<number>;
  /**
   * `head` is `INSERT INTO t (a, b)`; `tail` follows the values (`ON CONFLICT …`, `RETURNING …`). PostgreSQL
   * runs few statements with many rows faster, SQLite many runs of one statement.
   */
  insert<Row = never>(head: string, rows: readonly (readonly Value[])[], tail?: string): Promise<Row[]>;
  insertCounting(head: string, rows: readonly (readonly Value[])[], tail?: string): Promise<number>;
  /**
   * Queries for long walks, in turns between organizations, on a connection that blocks nothing else. Inside
   * a transaction, returns the transaction's own queries, which see its writes.
   */
  away(organization: number): Pick<Queries, 'all' | 'get' | 'dialect'>;
  readonly dialect: Dialect;
};

export type Dialect = {
  name: 'sqlite' | 'postgres';
  /** The definition of an auto-incrementing integer primary key. */
  key: string;
  /** Ends the definition of a table whose rows are stored in the primary key's B-tree. */
  clustered: string;
  /** Writes a subquery for the strings of a JSON array parameter: `x IN ${strings('$1')}`. */
  strings(parameter: string): string;
  /** Like `strings`, for integers. */
  integers(parameter: string): string;
  /** Writes a table `(a, b)` of integer and string from a JSON array of pairs: `JOIN ${pairs('$1')} AS wanted`. */
  pairs(parameter: string): string;
  /** Writes a table of the elements of a JSON array parameter, in the column `value`. */
  elements(parameter: string): string;
  /** Reads a field of a JSON object column: as the original JSON, or as text without quotes. NULL if the field is missing. */
  jsonField(column: string, parameter: string, as: 'json' | 'text'): string;
  /** Position of a substring, counted from 1; 0 if it is not found. */
  placeOf(part: string, text: string): string;
  lastCharacters(text: string, amount: number): string;
  /** Added to a claiming SELECT, so that concurrent claims do not wait for each other. */
  skipLocked: string;
};

/**
 * Labels a transaction for metrics. `unlimited` removes the statement timeout, for migrations that index
 * large tables. `bulk` is for many transactions that change the same pages while no other work waits.
 */
export type TransactionKind = 'unlimited' | 'bulk' | 'accept' | 'claim' | 'settle' | 'webhook';

export type Database = {
  /** Reads the committed state outside any transaction. */
  reader: Queries;
  /** Resolves once the commit is on disk. A serialization conflict repeats `work`, which may only query. */
  transaction<T>(work: (queries: Queries) => Promise<T>, kind?: TransactionKind): Promise<T>;
  /** Rate limit counters, atomic and shared by all processes. Writes do not wait for the disk; losing them in a crash is harmless. */
  counters: Queries;
  /** Removes deleted data from SQLite's write-ahead log. PostgreSQL does nothing here, because VACUUM does it in time. */
  purge(): Promise<void>;
  /** Throws if the database does not respond. */
  check(): Promise<void>;
  /** Checks all data if the database supports it, and throws if data is damaged. May take minutes, but blocks no other queries. */
  checkIntact(): Promise<void>;
  /** Whether the database is unreachable. Any statement may throw `DatabaseUnavailable`. */
  outage: Outage;
  figures: DatabaseFigures;
  close(): Promise<void>;
};

export const pageRowsMax = 1_000;

/** Marks a statement generated from a user's rule. It is not cached as prepared, because the number of rules is unbounded. */
export const writtenOnce = '/* written once */';

/**
 * Marks the page of a list. PostgreSQL plans it for the values of each call, outside transactions: only the values say
 * whether a filter is rare, and the generic plan walks all mail for a rare one.
 */
export const plannedForValues = '/* planned for its values */';
