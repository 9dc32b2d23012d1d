import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs } from '../model/instant.ts';
import { findSliceEnd, type SliceSize } from './audience/audience-slice-size.ts';
import { pageRowsMax, plannedForValues, type Queries, type Value } from './database.ts';
import { candidates, type IndexedSearch } from './search-index.ts';

/** At most `limit` rows, newest first, after or before the row with a key. */
export type PageRequest = {
  limit: number;
  after?: number | undefined;
  before?: number | undefined;
  /** Slices after which a walk ends with its results so far. Undefined for no limit. */
  slicesMax?: number | undefined;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
};

export type Page<Row> = {
  rows: Row[];
  hasMore: boolean;
  /** Id from which to continue if the walk ended early: the last item examined, whether it matched or not. */
  next?: string | undefined;
};

/** Returns the key of a list item, to continue a page from it. The table has an id and an organization. */
export async function keyOfId(
  queries: Queries,
  table: string,
  organization: number,
  id: string,
): Promise<number | undefined> {
  const row = await queries.get<{ key: number }>(
    `SELECT key FROM ${table} WHERE id = $1 AND organization = $2`,
    [id, organization],
  );
  return row?.key;
}

export type Listing = {
  /** `SELECT … FROM … WHERE …` without the keyset condition. Parameters are numbered from `$1`. */
  select: string;
  values: readonly Value[];
  key: string;
  /** Keys that the list ends before and begins with. In `select`, SQLite would read a slice from this bound on. */
  above?: number | undefined;
  upTo?: number | undefined;
  /** Conditions without an index, such as free text. Evaluated in slices, so that other requests can run. */
  scan?: Scan | undefined;
  /** A SELECT of `key` and `octets` with the values of `select`, for scans whose slices limit octets. */
  lengths?: string | undefined;
};

type Scan = {
  condition: string;
  values: readonly Value[];
  stretch?: SliceSize | undefined;
  /** The free text condition, if an index finds candidate rows for it. */
  search?: IndexedSearch | undefined;
} & Keyed;

type Keyed = {
  organization: number;
  table: 'emails' | 'subscribers' | 'tags' | 'events' | 'suppressions' | 'audit_entries' | 'campaigns';
};

/** Takes 2 ms on a slow machine. */
const plainStretch: SliceSize = { rows: 2_000, octets: null };

/** Candidate rows of the free text index per statement. */
const candidatesMax = 500;

/** Slices per page, about 10 ms. */
export const searchedSlicesMax = 4;

/** Reads one page along the key, newest first. Uses an index range and never OFFSET, so deep pages cost no more. */
export async function readPage<Row extends { key: number }>(
  queries: Queries,
  listing: Listing,
  page: PageRequest,
): Promise<Page<Row>> {
  const wanted = Math.min(page.limit, pageRowsMax) + 1;
  const backwards = page.before !== undefined;
  if (listing.scan) return await scanSlices<Row>(queries, listing, page, wanted);
  const rows = await readRange<Row>(queries, listing, page.after ?? page.before, backwards, wanted);
  return buildPage(rows, wanted, backwards);
}

export function buildPage<Row>(rows: Row[], wanted: number, backwards: boolean, next?: string): Page<Row> {
  const hasMore = rows.length === wanted;
  if (hasMore) rows.pop();
  if (backwards) rows.reverse();
  return hasMore || next === undefined ? { rows, hasMore } : { rows, hasMore: true, next };
}

/** Returns the id of the item at a key. If it was deleted meanwhile, returns its neighbour on the examined side. */
export async function idAt(
  queries: Pick<Queries, 'get'>,
  { table, organization }: Keyed,
  key: number,
  backwards: boolean,
): Promise<string | undefined> {
  const row = await queries.get<{ id: string }>(
    `SELECT id FROM ${table} WHERE organization = $1 AND key ${backwards ? '<=' : '>='} $2
     ORDER BY key ${backwards ? 'DESC' : 'ASC'} LIMIT 1`,
    [organization, key],
  );
  return row?.id;
}

/** Maximum disorder between key and `created_at`, from concurrent transactions and clock differences. */
export const createdOrderSlackMs = dayMs / 24;
/** A power of two above every key. */
const keysMax = 2 ** 40;

/** Returns a key below all rows created after `at`. Keys increase over time, so a binary search takes about forty look-ups. */
export async function lastKeyBefore(
  queries: Pick<Queries, 'get'>,
  table: 'subscribers' | 'emails' | 'audit_entries',
  organization: number,
  at: number,
): Promise<number> {
  const instant = table === 'audit_entries' ? 'at' : 'created_at';
  const row = await queries.get<{ key: number }>(
    `WITH RECURSIVE search (low, step) AS (
       SELECT CAST(0 AS BIGINT), CAST(${keysMax} AS BIGINT)
       UNION ALL
       SELECT CASE WHEN (SELECT ${instant} FROM ${table}
                         WHERE organization = $1 AND key >= search.low + search.step
                         ORDER BY key LIMIT 1) < $2
              THEN search.low + search.step ELSE search.low END,
         search.step / 2
       FROM search WHERE search.step > 0
     )
     SELECT max(low) AS key FROM search`,
    [organization, at],
  );
  return row?.key ?? 0;
}

async function readRange<Row>(
  queries: Queries,
  listing: Listing,
  position: number | undefined,
  backwards: boolean,
  wanted: number,
): Promise<Row[]> {
  const { select, values, key } = listing;
  const order = `ORDER BY ${key} ${backwards ? 'ASC' : 'DESC'}`;
  const bound = [...values];
  const range = limitKeys(listing, sideOf(position, backwards), bound);
  return await queries.all<Row>(
    `${select} ${range} ${order} LIMIT $${bound.length + 1} ${plannedForValues}`,
    [...bound, wanted],
  );
}

/** Exclusive bounds of a walk. The list may have further bounds. */
type KeySide = { low?: number | undefined; high?: number | undefined };

function sideOf(position: number | undefined, backwards: boolean): KeySide {
  return backwards ? { low: position } : { high: position };
}

/** Adds the tighter bound of each side, because SQLite uses only one for its index. */
function limitKeys({ key, above, upTo }: Listing, { low, high }: KeySide, bound: Value[]): string {
  const lowest = Math.max(low ?? -1, above ?? -1);
  const highest = Math.min(high ?? keysMax, upTo === undefined ? keysMax : upTo + 1);
  const from = lowest < 0 ? '' : `AND ${key} > $${bound.push(lowest)}`;
  const to = highest === keysMax ? '' : ` AND ${key} < $${bound.push(highest)}`;
  return from + to;
}

async function scanSlices<Row extends { key: number }>(
  queries: Queries,
  listing: Listing,
  page: PageRequest,
  wanted: number,
): Promise<Page<Row>> {
  const { select, values, key, scan, lengths } = listing;
  const away = queries.away(scan!.organization);
  const backwards = page.before !== undefined;
  const order = `ORDER BY ${key} ${backwards ? 'ASC' : 'DESC'}`;
  const stretch = scan!.stretch ?? plainStretch;
  const found: Row[] = [];
  let position = page.after ?? page.before;
  for (let slices = 1; ; slices += 1) {
    page.signal?.throwIfAborted();
    // The first slice finds frequent matches. The index finds rare ones.
    if (scan!.search && slices > 1 && isCovered(scan!.search, position!, backwards)) {
      const keys = await candidates(away, scan!.search, {
        position: position!,
        backwards,
        limit: candidatesMax,
      });
      found.push(...(await readAmong<Row>(away, listing, keys, order, wanted - found.length)));
      const isEnd = keys.length < candidatesMax;
      if (found.length >= wanted) return buildPage(found, wanted, backwards);
      const { low, high } = scan!.search.covered;
      if (isEnd && !backwards && low === 0) return buildPage(found, wanted, backwards);
      position = isEnd ? (backwards ? high : low + 1) : keys.at(-1)!;
      if (slices === page.slicesMax) {
        return buildPage(found, wanted, backwards, await idAt(away, scan!, position, backwards));
      }
      await nextTurn();
      continue;
    }
    const side = sideOf(position, backwards);
    const walked = [...values];
    const range = `${limitKeys(listing, side, walked)} ${plannedForValues}`;
    // Reads the slice's end from the index alone, before reading its rows.
    const last = await away.get<{ key: number }>(
      stretch.octets === null || lengths === undefined
        ? `SELECT slice.key FROM (${select} ${range} ${order} LIMIT 1 OFFSET ${stretch.rows - 1}) AS slice`
        : findSliceEnd(`${lengths} ${range}`, backwards ? 'ASC' : 'DESC', stretch),
      walked,
    );
    const bound = [...values];
    const end = backwards ? { high: last && last.key + 1 } : { low: last && last.key - 1 };
    const slice = limitKeys(listing, { ...side, ...end }, bound);
    const condition = renumber(scan!.condition, bound.length);
    const rows = await away.all<Row>(
      `${select} ${slice} AND (${condition}) ${order} LIMIT $${bound.length + scan!.values.length + 1} ${plannedForValues}`,
      [...bound, ...scan!.values, wanted - found.length],
    );
    found.push(...rows);
    if (found.length >= wanted || !last) return buildPage(found, wanted, backwards);
    if (slices === page.slicesMax) {
      return buildPage(found, wanted, backwards, await idAt(away, scan!, last.key, backwards));
    }
    position = last.key;
    await nextTurn();
  }
}

/** Whether the index covers the rows directly after a position. */
function isCovered({ covered: { low, high } }: IndexedSearch, position: number, backwards: boolean): boolean {
  return backwards ? position >= low && position < high : position > low + 1 && position <= high + 1;
}

async function readAmong<Row>(
  away: Pick<Queries, 'all' | 'dialect'>,
  listing: Listing,
  keys: readonly number[],
  order: string,
  limit: number,
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const { select, values, key, scan } = listing;
  const bound = [...values, JSON.stringify(keys)];
  const named = `AND ${key} IN ${away.dialect.integers(`$${bound.length}`)}`;
  const range = limitKeys(listing, {}, bound);
  const condition = renumber(scan!.condition, bound.length);
  return await away.all<Row>(
    `${select} ${named} ${range} AND (${condition})
     ${order} LIMIT $${bound.length + scan!.values.length + 1} ${plannedForValues}`,
    [...bound, ...scan!.values, limit],
  );
}

function renumber(condition: string, offset: number): string {
  return condition.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + offset}`);
}

/** Returns a LIKE pattern for a substring, to use with `ESCAPE '\'`. */
export function containsPattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
