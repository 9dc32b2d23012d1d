import { type HeaderField, rawValue, trimmed } from '../header.ts';

/** A name (RFC 5322 2.2), and the blanks that old programs wrote before the colon (4.5). */
const namePattern = /^([!-9;-~]+)([ \t]*):/;

/**
 * Preserves all bytes (one character each) except blanks before the colon, on which programs disagree. An
 * invalid line has an empty name.
 */
export function readFields(header: string): HeaderField[] {
  const fields: HeaderField[] = [];
  let start = 0;
  while (start < header.length) {
    const end = endOfField(header, start);
    const text = header.slice(start, end);
    const [found, name, blanks] = namePattern.exec(text) ?? [];
    if (found === undefined || name === undefined) fields.push({ name: '', text });
    else fields.push({ name, text: blanks === '' ? text : `${name}:${text.slice(found.length)}` });
    start = end;
  }
  return fields;
}

function endOfField(header: string, start: number): number {
  let at = start;
  for (;;) {
    const lineEnd = header.indexOf('\r\n', at);
    if (lineEnd === -1) return header.length;
    at = lineEnd + 2;
    const next = header.charCodeAt(at);
    if (next !== 0x20 && next !== 0x09) return at;
  }
}

export function findField(fields: readonly HeaderField[], name: string): HeaderField | undefined {
  return fields.find((field) => isNamed(field, name));
}

/** @param name in lower case */
export function isNamed(field: HeaderField, name: string): boolean {
  return field.name.length === name.length && field.name.toLowerCase() === name;
}

/** Returns the value on one line (RFC 5322 2.2.3), trimmed, one character per byte. */
export function unfoldedValue(field: HeaderField): string {
  return trimmed(rawValue(field).replaceAll('\r\n', ''));
}

/** @param octets one character per byte */
export function hasEightBit(octets: string): boolean {
  return /[\x80-\xff]/.test(octets);
}
