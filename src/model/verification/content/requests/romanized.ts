import anyAscii from 'any-ascii';

/** Writes a word with the Latin letters that its speakers use in addresses: `почта` as `pochta`. */
export function romanized(text: string): string {
  return anyAscii(text).toLowerCase();
}
