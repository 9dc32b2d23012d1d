import { type Fields, isFields } from '../protocol/fields.ts';

/**
 * The DNS records of a domain in a summary. A key has four hundred characters, so what DNS answered is left out where it
 * equals what was asked for. After a change a record that is published as asked is shown without its value too, because
 * nothing of it is left to publish.
 *
 * @param changed the answer is that of a tool that changes something
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
