import { z } from 'zod';
import type { Caller } from '../engine/context/caller.ts';
import { invalidField } from '../model/failure.ts';
import { IdInput } from '../model/id.ts';
import type { Queries } from '../store/database.ts';
import { type ListedTable, positionOfId } from '../store/list-position.ts';
import { type Page, type PageRequest, searchedSlicesMax } from '../store/page.ts';

const limitDefault = 20;
export const limitMax = 100;

/** Newest first; `after` or `before` is the id of an item already seen. */
export const listFields = {
  limit: z.int().min(1).max(limitMax).default(limitDefault),
  after: IdInput.optional().describe('Id of an item; returns the items that follow it'),
  before: IdInput.optional(),
};

export function listSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() });
}

/** Further items are not counted for a list without a kept count. */
const countedMax = 1_000;

/**
 * Counts a list for an assistant, and for the console if that is cheap. The schema of a list omits `total`, because the
 * other doors never return it.
 * @param count returns undefined if only a scan could count
 */
export async function totalFor(
  { door }: Pick<Caller, 'door'>,
  count: (upTo: number) => Promise<number | undefined>,
  { isKept }: { isKept: boolean },
): Promise<{ total?: number }> {
  if (door !== 'mcp' && !(door === 'console' && isKept)) return {};
  const total = await count(countedMax + 1);
  return total !== undefined && (isKept || total <= countedMax) ? { total } : {};
}

export function listAnswer<Row, Item>(
  page: Page<Row>,
  itemOf: (row: Row) => Item,
): { object: 'list'; data: Item[]; has_more: boolean } {
  return { object: 'list', data: page.rows.map(itemOf), has_more: page.hasMore };
}

/** A list with filters that no index covers: one page searches a bounded part. */
export function searchedListSchema<Item extends z.ZodType>(item: Item) {
  return listSchema(item).extend({
    next_after: z
      .string()
      .optional()
      .describe('The search stopped early; pass this as after to continue, even if data is empty'),
    next_before: z.string().optional().describe('Like next_after, for before'),
  });
}

type SearchedAnswer<Item> = {
  object: 'list';
  data: Item[];
  has_more: boolean;
  next_after?: string;
  next_before?: string;
};

/** `next_after` is set if the page ended before the list was searched. */
export function searchedAnswer<Row, Item>(
  page: Page<Row>,
  { before }: PageRequest,
  itemOf: (row: Row) => Item,
): SearchedAnswer<Item> {
  const answer = listAnswer(page, itemOf);
  if (page.next === undefined) return answer;
  return before === undefined ? { ...answer, next_after: page.next } : { ...answer, next_before: page.next };
}

/** Bounds the search of one page, also by the caller's cancellation. */
export async function searchRequest(
  input: Parameters<typeof pageRequest>[0],
  queries: Parameters<typeof pageRequest>[1],
  table: ListedTable,
  signal: AbortSignal,
): Promise<PageRequest> {
  return { ...(await pageRequest(input, queries, table)), slicesMax: searchedSlicesMax, signal };
}

/** Deleted items have a position too. @throws validation_error for both bounds or a malformed id */
export async function pageRequest(
  { limit, after, before }: { limit: number; after?: string | undefined; before?: string | undefined },
  queries: Pick<Queries, 'get'>,
  table: ListedTable,
): Promise<PageRequest> {
  if (after !== undefined && before !== undefined) {
    throw invalidField('before', 'cannot be given together with after');
  }
  const cursor = after ?? before;
  if (cursor === undefined) return { limit };
  const side = after === undefined ? 'newer' : 'older';
  const key = await positionOfId(queries, table, cursor, side);
  if (key === undefined) {
    throw invalidField(after === undefined ? 'before' : 'after', 'is not the id of an item of this list');
  }
  return after === undefined ? { limit, before: key } : { limit, after: key };
}
