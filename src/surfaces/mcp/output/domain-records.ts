import { type Fields, isFields } from '../protocol/fields.ts';

/**
 * A DKIM key has about 400 characters, so `found` is omitted if it equals `value`. After a change, verified records
 * omit `value` too.
 */
export function shortRecords(records: readonly unknown[], changed: boolean): unknown[] {
  return records.map((record) => {
    if (!isFields(record)) return record;
    const { found, value, ...rest } = record;
    const asAsked = Array.isArray(found) && found.length === 1 && found[0] === value;
    const stands = changed && record.status === 'verified';
    return {
      ...rest,
      ...(!stands && { value }),
      ...(found !== undefined && !asAsked && { found }),
    } satisfies Fields;
  });
}
