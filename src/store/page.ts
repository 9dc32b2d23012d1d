import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Stretch, stretchEnd } from './audience-weight.ts';
import { pageRowsMax, type Queries, type Value } from './database.ts';

/** A page as asked for: at most `limit` rows, newest first, after or before the row with a key. */
export type PageRequest = {
  limit: number;
  /** Rows older than this key. */
  after?: number | undefined;
  /** Rows newer than this key. */
  before?: number | undefined;
};

export type Page<Row> = { rows: Row[]; hasMore: boolean };

/**
 * The key of an item of a list, so that a page can be continued from it.
 * @param table one whose rows have an id and belong to an organization
 */
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
  /** `SELECT … FROM … WHERE …` up to, not including, the keyset condition; numbered parameters from `$1`. */
  select: string;
  values: readonly Value[];
  /** The key column as `select` names it. */
  key: string;
  /**
   * Conditions that no index serves (free text, say). They are read slice by slice along the key, and other
   * work runs between the slices, so that one organization's search never stops another's request.
   */
  scan?: { condition: string; values: readonly Value[]; stretch?: Stretch | undefined } | undefined;
  /** A SELECT of `key` and `octets` with the values of `select`, for a scan whose stretch minds octets. */
  lengths?: string | undefined;
};

const plainStretch: Stretch = { rows: 2_000, octets: null };

/**
 * Reads one page along the key, newest first. Its cost does not depend on how deep the page lies: it is a
 * range of an index, never an OFFSET.
 */
export async function readPage<Row extends { key: number }>(
  queries: Queries,
  listing: Listing,
  page: PageRequest,
): Promise<Page<Row>> {
  const wanted = Math.min(page.limit, pageRowsMax) + 1;
  const backwards = page.before !== undefined;
  const rows = listing.scan
    ? await scanSlices<Row>(queries, listing, page, wanted)
    : await readRange<Row>(queries, listing, page.after ?? page.before, backwards, wanted);
  const hasMore = rows.length === wanted;
  if (hasMore) rows.pop();
  if (backwards) rows.reverse();
  return { rows, hasMore };
}

async function readRange<Row>(
  queries: Queries,
  { select, values, key }: Listing,
  position: number | undefined,
  backwards: boolean,
  wanted: number,
): Promise<Row[]> {
  const order = `ORDER BY ${key} ${backwards ? 'ASC' : 'DESC'}`;
  if (position === undefined) {
    return await queries.all<Row>(`${select} ${order} LIMIT $${values.length + 1}`, [...values, wanted]);
  }
  return await queries.all<Row>(
    `${select} AND ${key} ${backwards ? '>' : '<'} $${values.length + 1} ${order} LIMIT $${values.length + 2}`,
    [...values, position, wanted],
  );
}

async function scanSlices<Row extends { key: number }>(
  queries: Queries,
  { select, values, key, scan, lengths }: Listing,
  page: PageRequest,
  wanted: number,
): Promise<Row[]> {
  const backwards = page.before !== undefined;
  const order = `ORDER BY ${key} ${backwards ? 'ASC' : 'DESC'}`;
  const stretch = scan!.stretch ?? plainStretch;
  const found: Row[] = [];
  let position = page.after ?? page.before;
  for (;;) {
    const bound = position === undefined ? [...values] : [...values, position];
    const range = position === undefined ? '' : `AND ${key} ${backwards ? '>' : '<'} $${bound.length}`;
    // Where the slice ends is read off the index alone; only then are its rows looked at.
    const last = await queries.get<{ key: number }>(
      stretch.octets === null || lengths === undefined
        ? `SELECT slice.key FROM (${select} ${range} ${order} LIMIT 1 OFFSET ${stretch.rows - 1}) AS slice`
        : stretchEnd(`${lengths} ${range}`, backwards ? 'ASC' : 'DESC', stretch),
      bound,
    );
    const end = last ? `AND ${key} ${backwards ? '<=' : '>='} $${bound.push(last.key)}` : '';
    const condition = renumber(scan!.condition, bound.length);
    const rows = await queries.all<Row>(
      `${select} ${range} ${end} AND (${condition}) ${order} LIMIT $${bound.length + scan!.values.length + 1}`,
      [...bound, ...scan!.values, wanted - found.length],
    );
    found.push(...rows);
    if (found.length >= wanted || !last) return found;
    position = last.key;
    await nextTurn();
  }
}

/** Moves the parameters of a condition written from `$1` behind `offset` others. */
function renumber(condition: string, offset: number): string {
  return condition.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + offset}`);
}

/** A LIKE pattern that matches `text` anywhere, with `\` as the escape: `column LIKE $1 ESCAPE '\'`. */
export function containsPattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
