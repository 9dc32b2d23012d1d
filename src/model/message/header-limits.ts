import { hasEightBit, readFields } from './reading/read-fields.ts';

const headerOctetsMax = 256 * 1024;
/** Encoding takes about a microsecond per byte on the event loop, at acceptance and at each delivery. */
export const eightBitFieldsOctetsMax = 32_000;

/** Returns the end of a sentence; null if the header is small enough. */
export function headerFault(header: string): string | null {
  if (header.length > headerOctetsMax) {
    return `must have at most ${headerOctetsMax.toLocaleString('en')} octets`;
  }
  if (header.length <= eightBitFieldsOctetsMax || !hasEightBit(header)) return null;
  let octets = 0;
  for (const { text } of readFields(header)) if (hasEightBit(text)) octets += text.length;
  if (octets <= eightBitFieldsOctetsMax) return null;
  return `must have at most ${eightBitFieldsOctetsMax.toLocaleString('en')} octets in fields with non-ASCII characters`;
}
