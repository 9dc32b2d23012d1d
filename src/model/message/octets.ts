import { isUtf8 } from 'node:buffer';

const asUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const asWindows1252 = new TextDecoder('windows-1252');
const nonAscii = /[^\0-\x7f]/;

/** Decodes bytes as UTF-8, or as a legacy charset for old programs that declare none. */
export function textOfOctets(octets: string): string {
  const bytes = Buffer.from(octets, 'latin1');
  return isUtf8(bytes) ? asUtf8.decode(bytes) : asWindows1252.decode(bytes);
}

export function octetsOfText(text: string): string {
  return nonAscii.test(text) ? Buffer.from(text).toString('latin1') : text;
}
