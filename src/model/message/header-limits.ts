import { hasEightBit, readFields } from './read-fields.ts';

const headerOctetsMax = 256 * 1024;
/**
 * Octets of all fields with octets above 127. Encoding them takes about a microsecond per octet, at acceptance and again at each
 * delivery, on the event loop.
 */
export const eightBitFieldsOctetsMax = 32_000;

/** Returns the reason why a submitted header is too large, as the end of a sentence; null if it is not. */
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
