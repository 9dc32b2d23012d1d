import type { Fields } from '../../../model/text/fields.ts';

/** Senders and subscribers control how many fields there are. */
export const fieldsShownMax = 200;

/** A value without longer objects is returned as is. `left` does not count fields inside omitted ones. */
export function truncateFields(value: Fields): { value: Fields; left: number } {
  let left = 0;
  const first = (within: unknown): unknown => {
    if (typeof within !== 'object' || within === null) return within;
    if (Array.isArray(within)) {
      const entries = within.map(first);
      return entries.every((entry, index) => entry === within[index]) ? within : entries;
    }
    const names = Object.keys(within).filter((name) => (within as Fields)[name] !== undefined);
    const shown = names.slice(0, fieldsShownMax);
    left += names.length - shown.length;
    const fields = shown.map((name) => [name, first((within as Fields)[name])] as const);
    const isWhole =
      shown.length === names.length && fields.every(([name, field]) => field === (within as Fields)[name]);
    return isWhole ? within : Object.fromEntries(fields);
  };
  const kept = first(value) as Fields;
  return { value: kept, left };
}
