import { z } from 'zod';
import { invalidField } from '../model/failure.ts';
import { IdInput } from '../model/id.ts';
import type { Page, PageRequest } from '../store/page.ts';

const limitDefault = 20;
export const limitMax = 100;

/** The paging fields of every list: newest first, `after` or `before` the id of an item already seen. */
export const listFields = {
  limit: z.int().min(1).max(limitMax).default(limitDefault),
  after: IdInput.optional().describe('Id; older follow'),
  before: IdInput.optional(),
};

/** The envelope of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() });
}

/** A page in its envelope. */
export function listAnswer<Row, Item>(
  page: Page<Row>,
  itemOf: (row: Row) => Item,
): { object: 'list'; data: Item[]; has_more: boolean } {
  return { object: 'list', data: page.rows.map(itemOf), has_more: page.hasMore };
}

/**
 * Turns the ids of a list request into keys.
 * @param keyOf finds an item's key by its id, in the caller's organization
 * @throws Failure validation_error when both are given or an id is unknown
 */
export async function pageRequest(
  { limit, after, before }: { limit: number; after?: string | undefined; before?: string | undefined },
  keyOf: (id: string) => Promise<number | undefined>,
): Promise<PageRequest> {
  if (after !== undefined && before !== undefined) {
    throw invalidField('before', 'cannot be given together with after');
  }
  const cursor = after ?? before;
  if (cursor === undefined) return { limit };
  const key = await keyOf(cursor);
  if (key === undefined) {
    throw invalidField(after === undefined ? 'before' : 'after', 'is not the id of an item of this list');
  }
  return after === undefined ? { limit, before: key } : { limit, after: key };
}
