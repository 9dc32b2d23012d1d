import { type Fields, isFields, without } from '../protocol/fields.ts';

/** The name under which a list says once what all its entries have alike. */
export const sameInAll = 'same_in_all';

/** A page of the usual length is read entry by entry, each whole; of a longer one every entry has to fit. */
const usualEntriesMax = 20;

/**
 * A long list with the fields that are the same in all its entries said once, before them: a hundred mails of one sender
 * say so once, and all hundred are shown.
 * @param entries of `list.data`, as they are shown
 */
export function withSameOnce(list: Fields, entries: readonly unknown[]): Fields {
  if (entries.length <= usualEntriesMax) return { ...list, data: entries };
  const [first, ...others] = entries;
  if (!isFields(first)) return { ...list, data: entries };
  const same = Object.entries(first).filter(([name, value]) => {
    if (value === undefined) return false;
    const written = JSON.stringify(value);
    return others.every((entry) => isFields(entry) && isSame(entry[name], value, written));
  });
  if (same.length === 0) return { ...list, data: entries };
  const names = new Set(same.map(([name]) => name));
  const { object, data: _, ...rest } = list;
  return {
    object,
    [sameInAll]: Object.fromEntries(same),
    data: entries.map((entry) => without(entry as Fields, (name) => names.has(name))),
    ...rest,
  };
}

function isSame(other: unknown, value: unknown, written: string): boolean {
  if (other === value) return true;
  return typeof value === 'object' && typeof other === 'object' && JSON.stringify(other) === written;
}
