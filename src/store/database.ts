/**
 * The port to a database. Both databases take the same SQL text with `$1` parameters; what they cannot share
 * is the three members of `Dialect`.
 */
import type { DatabaseFigures } from './figures.ts';
import type { Outage } from './outage.ts';

export type Value = string | number | null;

export type Queries = {
  /** All rows. Every caller bounds its query with a LIMIT or a list of keys. */
  all<Row>(sql: string, values: readonly Value[]): Promise<Row[]>;
  /** The first row, or undefined. */
  get<Row>(sql: string, values: readonly Value[]): Promise<Row | undefined>;
  /** Runs a statement and answers how many rows it changed. */
  run(sql: string, values: readonly Value[]): Promise<number>;
  /**
   * Inserts rows that share one statement: `head` is `INSERT INTO t (a, b)`, `tail` what follows the values
   * (`ON CONFLICT …`, `RETURNING …`). Answers the returned rows. PostgreSQL gets few statements of many rows,
   * SQLite many runs of one prepared statement; each is the fast way there.
   */
  insert<Row = never>(head: string, rows: readonly (readonly Value[])[], tail?: string): Promise<Row[]>;
  /** As `insert`, for when only the number of rows written matters. */
  insertCounting(head: string, rows: readonly (readonly Value[])[], tail?: string): Promise<number>;
  /**
   * Where a walk over many rows is read: the committed state, on a connection that blocks nothing else, in turns between
   * organizations. Inside a transaction these queries themselves, which see what it wrote.
   */
  away(organization: number): Pick<Queries, 'all' | 'get' | 'dialect'>;
  readonly dialect: Dialect;
};

export type Dialect = {
  name: 'sqlite' | 'postgres';
  /** The column type of an integer primary key that counts by itself. */
  key: string;
  /** Ends the definition of a table whose rows live in the tree of its primary key. */
  clustered: string;
  /** A subquery that yields the strings of a JSON array parameter, for `x IN ${strings('$1')}`. */
  strings(parameter: string): string;
  /** As `strings`, for integers. */
  integers(parameter: string): string;
  /** A table of `(a, b)`, an integer and a string each, from a JSON array of pairs: `JOIN ${pairs('$1')} AS wanted`. */
  pairs(parameter: string): string;
  /**
   * What the object in a column of JSON has by the name in a parameter: as JSON the way it was written, or as what it
   * says (text without its quotes). NULL where it has nothing by that name.
   */
  jsonField(column: string, parameter: string, as: 'json' | 'text'): string;
  /** Where in a text a part of it begins, counted from 1; 0 where it is nowhere. */
  placeOf(part: string, text: string): string;
  /** The end of a text, or all of one that is shorter. */
  lastCharacters(text: string, amount: number): string;
  /** Added to a claiming SELECT, so that two claimers pass each other instead of waiting. */
  skipLocked: string;
};

/**
 * What a transaction is for, where that is measured apart, or decides how it runs. `unlimited`, in what its statements may take,
 * is for migrations, which build indexes of large tables; `bulk` is one of many that change the same pages while no one else waits.
 */
export type TransactionKind = 'unlimited' | 'bulk' | 'accept' | 'claim' | 'settle' | 'webhook';

export type Database = {
  /** Reads outside any transaction: the committed state. */
  reader: Queries;
  /**
   * Runs `work` in one transaction and answers once it is on the disk. A throw undoes all of it. `work` may be
   * run again after a serialization conflict, so it holds no effect but its queries.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, kind?: TransactionKind): Promise<T>;
  /**
   * Counters of rate limits: shared by every process on this database, atomic, and lost in a crash without
   * harm, so they never wait for the disk.
   */
  counters: Queries;
  /**
   * Takes what was deleted out of what the database keeps beside its tables, where it is ours to do: the write-ahead log of
   * SQLite. PostgreSQL does it by itself in time (VACUUM).
   */
  purge(): Promise<void>;
  /** Throws when the database does not answer. */
  check(): Promise<void>;
  /** Checks all data if the database can, and throws if it is damaged. May take minutes, but does not block other queries. */
  checkIntact(): Promise<void>;
  /** Whether it is out of reach at present; any statement may throw `DatabaseUnavailable`. */
  outage: Outage;
  /** What its operator measures of it. */
  figures: DatabaseFigures;
  close(): Promise<void>;
};

/** A keyset page never holds more rows than this, for any caller. */
export const pageRowsMax = 1_000;

/**
 * Stands in a statement whose text was made for one rule. There are as many of those as people can write, so what a
 * database keeps of a statement for its next use is not kept of these.
 */
export const writtenOnce = '/* written once */';
