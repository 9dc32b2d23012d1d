import { computeGrams, gramLetters } from '../model/text/search-grams.ts';
import type { Queries } from './database.ts';
import { instanceValue, remember, rememberInPlace } from './records/instance/instance.ts';
import { forUpdate } from './row-lock.ts';

/**
 * The free text index. A background job adds entries, so that writers do not wait for it; a walk searches
 * rows outside the recorded key range. Terms start with the organization, to read its entries only.
 */

/** A searchable list. `text` is a SQL expression for the searched text. */
type Searched = { index: 'mail_search' | 'subscriber_search'; text: string };

export type SearchedTable = 'emails' | 'subscribers';

export const searchedTables: Readonly<Record<SearchedTable, Searched>> = {
  emails: { index: 'mail_search', text: `to_key || ' ' || subject` },
  subscribers: { index: 'subscriber_search', text: 'search' },
};

export type SearchedRow = { key: number; organization: number; text: string };

/** Rows with `low` < key <= `high` are indexed. */
export type Covered = { low: number; high: number };

/** Maximum trigrams per query. Further ones would hardly reduce the result. */
const gramsAskedMax = 12;

export type IndexedSearch = { table: SearchedTable; organization: number; terms: string; covered: Covered };

/** Prepares an indexed search; undefined if the text is too short for it or no rows are indexed. */
export async function indexedSearch(
  queries: Queries,
  table: SearchedTable,
  organization: number,
  query: string | undefined,
): Promise<IndexedSearch | undefined> {
  if (query === undefined || query.length < gramLetters) return undefined;
  const grams = computeGrams(query.toLowerCase());
  const covered = await coveredOf(queries, table);
  if (grams.length === 0 || covered === undefined || covered.low === covered.high) return undefined;
  const step = Math.ceil(grams.length / gramsAskedMax);
  const asked = grams.filter((_, index) => index % step === 0);
  const terms = termsOf(queries, organization, asked);
  const isLite = queries.dialect.name === 'sqlite';
  const match = isLite ? terms.map((term) => `"${term}"`).join(' AND ') : arrayOf(terms);
  return { table, organization, terms: match, covered };
}

export async function candidates(
  away: Pick<Queries, 'all' | 'dialect'>,
  { table, organization, terms, covered }: IndexedSearch,
  { position, backwards, limit }: { position: number; backwards: boolean; limit: number },
): Promise<number[]> {
  const { index } = searchedTables[table];
  const [from, to] = backwards
    ? [Math.max(position, covered.low), covered.high]
    : [covered.low, Math.min(position - 1, covered.high)];
  const order = backwards ? 'ASC' : 'DESC';
  const isLite = away.dialect.name === 'sqlite';
  const rows = await away.all<{ key: number }>(
    isLite
      ? `SELECT key FROM (SELECT rowid AS key FROM ${index} WHERE ${index} MATCH $1 AND rowid > $2 AND rowid <= $3
           ORDER BY rowid ${order} LIMIT $4)
         UNION SELECT key FROM (SELECT row_key AS key FROM search_changes
           WHERE list = '${table}' AND organization = $5 AND row_key > $2 AND row_key <= $3
           ORDER BY row_key ${order} LIMIT $4)
         ORDER BY key ${order} LIMIT $4`
      : // A sum, so that the planner does not walk the primary key index instead.
        `SELECT key FROM ${index} WHERE grams @> $1::bigint[] AND key + 0 > $2 AND key + 0 <= $3
         ORDER BY key + 0 ${order} LIMIT $4`,
    isLite ? [terms, from, to, limit, organization] : [terms, from, to, limit],
  );
  return rows.map(({ key }) => key);
}

export async function newestKey(queries: Queries, table: SearchedTable): Promise<number> {
  const row = await queries.get<{ key: number | null }>(`SELECT max(key) AS key FROM ${table}`, []);
  return row?.key ?? 0;
}

/** Whether a row up to this key may lack an index entry. */
export async function isUncovered(queries: Queries, table: SearchedTable, upTo: number): Promise<boolean> {
  const covered = await coveredOf(queries, table);
  return covered === undefined || covered.high < upTo || covered.low > 0;
}

/** Indexes the next rows without entries, newest first, in a transaction. @returns the number of rows examined */
export async function coverNext(
  queries: Queries,
  table: SearchedTable,
  settledKey: number,
  limit: number,
): Promise<number> {
  const { index, text } = searchedTables[table];
  const known = await instanceValue(queries, nameOf(table));
  const before = known === undefined ? { low: settledKey, high: settledKey } : read(known);
  const next = async (where: string, bounds: number[]): Promise<SearchedRow[]> =>
    await queries.all<SearchedRow>(
      `SELECT key, organization, ${text} AS text FROM ${table} WHERE ${where} LIMIT ${limit} ${forUpdate(queries)}`,
      bounds,
    );
  const newer = await next('key > $1 AND key <= $2 ORDER BY key', [before.high, settledKey]);
  const rows = newer.length > 0 ? newer : await next('key <= $1 ORDER BY key DESC', [before.low]);
  const after: Covered = { ...before };
  if (newer.length > 0) after.high = newer.length < limit ? settledKey : newer.at(-1)!.key;
  else after.low = rows.length < limit ? 0 : rows.at(-1)!.key - 1;
  if (known !== undefined && after.low === before.low && after.high === before.high) return 0;
  if (!(await rememberInPlace(queries, nameOf(table), known, `${after.low} ${after.high}`))) return 0;
  await addEntries(queries, index, rows);
  return rows.length;
}

/**
 * Removes locked rows from the index before they change. SQLite only queues the removal, which takes
 * milliseconds per row; until then, the rows stay candidates of every search.
 */
export async function leaveIndex(
  queries: Queries,
  table: SearchedTable,
  rows: readonly SearchedRow[],
): Promise<void> {
  const entered = (await amongCovered(queries, table, rows)).filter(hasGrams);
  if (entered.length === 0) return;
  if (queries.dialect.name === 'postgres') {
    await queries.run(
      `DELETE FROM ${searchedTables[table].index} WHERE key IN ${queries.dialect.integers('$1')}`,
      [JSON.stringify(entered.map(({ key }) => key))],
    );
    return;
  }
  await queries.insert(
    'INSERT INTO search_changes (list, organization, row_key, terms)',
    entered.map((row) => [table, row.organization, row.key, gramsText(queries, row)]),
    // The first change knows the terms in the index.
    'ON CONFLICT DO NOTHING',
  );
}

/** Like `leaveIndex`, before a deletion. SQLite may reuse the highest key for a new row, which then has no entry. */
export async function leaveIndexForGood(
  queries: Queries,
  table: SearchedTable,
  rows: readonly SearchedRow[],
): Promise<void> {
  await leaveIndex(queries, table, rows);
  const known = await instanceValue(queries, nameOf(table));
  if (queries.dialect.name === 'postgres' || known === undefined) return;
  const newest = await queries.get<{ key: number | null }>(
    `SELECT max(key) AS key FROM ${table} WHERE key NOT IN ${queries.dialect.integers('$1')}`,
    [JSON.stringify(rows.map(({ key }) => key))],
  );
  const { low, high } = read(known);
  const key = newest?.key ?? 0;
  if (key < high) await remember(queries, nameOf(table), `${Math.min(low, key)} ${key}`);
}

/** Indexes locked rows again, with their current text. */
export async function rejoinIndex(
  queries: Queries,
  table: SearchedTable,
  rows: readonly SearchedRow[],
): Promise<void> {
  if (queries.dialect.name === 'sqlite') return;
  await addEntries(queries, searchedTables[table].index, await amongCovered(queries, table, rows));
}

/** Indexes the next queued rows of SQLite again, in a transaction. Returns their number. */
export async function settleChanges(queries: Queries, table: SearchedTable, limit: number): Promise<number> {
  if (queries.dialect.name === 'postgres') return 0;
  const { index, text } = searchedTables[table];
  const changes = await queries.all<{ key: number; terms: string }>(
    `SELECT row_key AS key, terms FROM search_changes WHERE list = $1 LIMIT ${limit}`,
    [table],
  );
  if (changes.length === 0) return 0;
  const keys = JSON.stringify(changes.map(({ key }) => key));
  await queries.insert(
    `INSERT INTO ${index} (${index}, rowid, grams)`,
    changes.map(({ key, terms }) => ['delete', key, terms]),
  );
  const rows = await queries.all<SearchedRow>(
    `SELECT key, organization, ${text} AS text FROM ${table} WHERE key IN ${queries.dialect.integers('$1')}`,
    [keys],
  );
  await addEntries(queries, index, await amongCovered(queries, table, rows));
  await queries.run(
    `DELETE FROM search_changes WHERE list = $1 AND row_key IN ${queries.dialect.integers('$2')}`,
    [table, keys],
  );
  return changes.length;
}

export async function hasChanges(queries: Queries, table: SearchedTable): Promise<boolean> {
  if (queries.dialect.name === 'postgres') return false;
  return (
    (await queries.get('SELECT 1 AS one FROM search_changes WHERE list = $1 LIMIT 1', [table])) !== undefined
  );
}

async function amongCovered(
  queries: Queries,
  table: SearchedTable,
  rows: readonly SearchedRow[],
): Promise<SearchedRow[]> {
  if (rows.length === 0) return [];
  const covered = await coveredOf(queries, table);
  return covered === undefined ? [] : rows.filter(({ key }) => key > covered.low && key <= covered.high);
}

async function addEntries(
  queries: Queries,
  index: Searched['index'],
  rows: readonly SearchedRow[],
): Promise<void> {
  const entries = rows.filter(hasGrams).map((row) => [row.key, gramsText(queries, row)]);
  if (entries.length === 0) return;
  if (queries.dialect.name === 'sqlite') {
    await queries.insert(`INSERT INTO ${index} (rowid, grams)`, entries);
    return;
  }
  await queries.run(
    `INSERT INTO ${index} (key, grams)
     SELECT (entry->>0)::bigint, (entry->>1)::bigint[] FROM json_array_elements($1::json) AS entry`,
    [JSON.stringify(entries)],
  );
}

/** A shorter text has no entry, because no search could find it. */
function hasGrams({ text }: SearchedRow): boolean {
  return text.length >= gramLetters;
}

function gramsText(queries: Queries, { organization, text }: SearchedRow): string {
  const terms = termsOf(queries, organization, computeGrams(text));
  return queries.dialect.name === 'sqlite' ? terms.join(' ') : arrayOf(terms);
}

const gramDigits = 7;
const gramBits = 32n;

/** Combines each trigram with the organization: as a word for SQLite, as one integer for PostgreSQL. */
function termsOf(
  { dialect }: Pick<Queries, 'dialect'>,
  organization: number,
  grams: readonly number[],
): string[] {
  if (dialect.name === 'sqlite') {
    const owner = organization.toString(36);
    return grams.map((gram) => owner + gram.toString(36).padStart(gramDigits, '0'));
  }
  const owner = BigInt(organization) << gramBits;
  return grams.map((gram) => String(owner | BigInt(gram)));
}

function arrayOf(terms: readonly string[]): string {
  return `{${terms.join()}}`;
}

async function coveredOf(queries: Queries, table: SearchedTable): Promise<Covered | undefined> {
  const known = await instanceValue(queries, nameOf(table));
  return known === undefined ? undefined : read(known);
}

function nameOf(table: SearchedTable): string {
  return `search index of ${table}`;
}

function read(known: string): Covered {
  const [low, high] = known.split(' ').map(Number);
  return { low: low!, high: high! };
}
