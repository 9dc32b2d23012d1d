import { isUtf8 } from 'node:buffer';

/** Conversion between text and the header form of it, which has one character per octet. */

const asUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const asWindows1252 = new TextDecoder('windows-1252');
const nonAscii = /[^\0-\x7f]/;

/** Octets as text: UTF-8, or the undeclared charset of old programs. */
export function textOfOctets(octets: string): string {
  const bytes = Buffer.from(octets, 'latin1');
  return isUtf8(bytes) ? asUtf8.decode(bytes) : asWindows1252.decode(bytes);
}

export function octetsOfText(text: string): string {
  return nonAscii.test(text) ? Buffer.from(text).toString('latin1') : text;
}
