import { type Fields, isFields, omitFields } from '../../../model/text/fields.ts';

export const sameInAll = 'same_in_all';

/** Longer lists move shared fields out of the entries so that every entry fits. */
const usualEntriesMax = 20;

/** Moves fields with the same value in all entries of a long list to one place before the entries. */
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
    data: entries.map((entry) => omitFields(entry as Fields, (name) => names.has(name))),
    ...rest,
  };
}

function isSame(other: unknown, value: unknown, written: string): boolean {
  if (other === value) return true;
  return typeof value === 'object' && typeof other === 'object' && JSON.stringify(other) === written;
}
