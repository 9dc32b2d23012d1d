import { z } from 'zod';
import { invalidField } from '../model/failure.ts';
import { IdInput } from '../model/id.ts';
import type { Queries } from '../store/database.ts';
import { type ListedTable, positionOfId } from '../store/list-position.ts';
import type { Page, PageRequest } from '../store/page.ts';
import { limitMax } from './list.ts';

const limitDefault = 50;
/** Bounds how far a page number can make the database count. */
const pageMax = 1_000_000;
/** A filtered list is counted this far beyond the page. */
const countedBeyondMax = 10_000;

/** Paging fields of v1: a page number from 1, or the id of the last item seen. */
export const numberedPageFields = {
  page: z.int().min(1).max(pageMax).optional(),
  cursor: IdInput.optional().describe('Id of the last item seen'),
  limit: z.int().min(1).max(limitMax).default(limitDefault),
};

export function numberedPageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int() });
}

/** `seen`: items before the page; null with a cursor. */
type NumberedPage = { request: PageRequest | null; countUpTo: number; seen: number | null };

/** @param count items after a key, or in the whole list, up to a limit */
export async function countTotal(
  { countUpTo, seen }: NumberedPage,
  page: Page<{ key: number }> | null,
  count: (upTo: number, after?: number) => Promise<number>,
): Promise<number> {
  const last = page?.rows.at(-1);
  if (!page || seen === null || !last) return await count(countUpTo);
  const passed = seen + page.rows.length;
  return page.hasMore ? passed + (await count(countUpTo - passed, last.key)) : passed;
}

/**
 * Stops counting 10,000 beyond the page, so that the total always has a next page. A page behind the end has
 * a null `request`. @throws validation_error if both are given or the cursor is malformed
 */
export async function numberedPage(
  { page, cursor, limit }: { page?: number | undefined; cursor?: string | undefined; limit: number },
  queries: Pick<Queries, 'get'>,
  list: {
    table: ListedTable;
    keyAt(offset: number): Promise<number | undefined>;
  },
): Promise<NumberedPage> {
  const seen = page === undefined ? 0 : (page - 1) * limit;
  const countUpTo = seen + limit + countedBeyondMax;
  if (cursor !== undefined) {
    if (page !== undefined) throw invalidField('cursor', 'cannot be given together with page');
    const after = await positionOfId(queries, list.table, cursor, 'older');
    if (after === undefined) throw invalidField('cursor', 'is not the id of an item of this list');
    return { request: { limit, after }, countUpTo, seen: null };
  }
  if (seen === 0) return { request: { limit }, countUpTo, seen };
  const after = await list.keyAt(seen - 1);
  return { request: after === undefined ? null : { limit, after }, countUpTo, seen };
}
