import { isUtf8 } from 'node:buffer';
import { type HeaderField, headerField } from '../header.ts';
import { prefersRadix64, quotedPrintable, radix64 } from '../transfer-encoding.ts';
import { findField, hasEightBit, isNamed, readFields, unfoldedValue } from './read-fields.ts';

export type Entity = { fields: HeaderField[]; body: string };

/** Maximum nesting depth. Each level is read again. */
const depthMax = 30;
/** Total bytes read over all levels, so that a large message may only have a few levels. */
const octetsReadMax = 80 * 1024 * 1024;
const partsMax = 1_000;
/** Header bytes of one part, which cost a hundred times as much to parse as content. */
const partHeaderOctetsMax = 64 * 1024;
const partFieldsMax = 1_000;
const headerOctetsMax = 512 * 1024;
const fieldsMax = 10_000;
/** Header bytes of parts with bytes above 127, which are expensive to encode. */
const eightBitHeaderOctetsMax = 64_000;

type Allowance = {
  octets: number;
  parts: number;
  headerOctets: number;
  eightBitHeaderOctets: number;
  fields: number;
};

export type Place = { left: Allowance; depth: number };

/** The error message completes a sentence that starts with "The mail". */
export class UnreadableParts extends Error {}

export function wholeMessage(): Place {
  const left = {
    octets: octetsReadMax,
    parts: partsMax,
    headerOctets: headerOctetsMax,
    eightBitHeaderOctets: eightBitHeaderOctetsMax,
    fields: fieldsMax,
  };
  return { left, depth: 0 };
}

/** @throws UnreadableParts beyond a limit */
export function enterPart({ left, depth }: Place, body: string): void {
  left.octets -= body.length;
  if (depth > depthMax || left.octets < 0) throw new UnreadableParts('has too deeply nested parts');
}

/** Labels a message without MIME as text (RFC 2045 5.2). A label needs a MIME-Version. */
export function withMimeFields({ fields, body }: Entity): Entity {
  const added: HeaderField[] = [];
  if (findField(fields, 'mime-version') === undefined) added.push(headerField('MIME-Version', '1.0'));
  if (findField(fields, 'content-type') === undefined) {
    // RFC 1428 3 names a charset for unknown ones.
    const charset = isUtf8(Buffer.from(body, 'latin1')) ? 'utf-8' : 'unknown-8bit';
    added.push(headerField('Content-Type', `text/plain; charset=${charset}`));
  }
  return { fields: [...fields, ...added], body };
}

export function encoded(fields: HeaderField[], octets: Buffer, type: string): Entity {
  const encoding = encodingFor(octets, type);
  return labelled(fields, encoding, encoding === 'base64' ? radix64(octets) : quotedPrintable(octets));
}

/** Only text has line ends (RFC 2045 6.7); elsewhere these bytes may be significant. */
export function encodingFor(octets: Buffer, type: string): 'base64' | 'quoted-printable' {
  if (!type.startsWith('text/')) return 'base64';
  let above127 = 0;
  // An iterator takes ten times as long.
  for (let at = 0; at < octets.length; at++) if (octets[at]! > 0x7f) above127 += 1;
  return prefersRadix64(octets.length, above127) ? 'base64' : 'quoted-printable';
}

export function labelled(fields: readonly HeaderField[], encoding: string, body: string): Entity {
  const label = headerField('Content-Transfer-Encoding', encoding);
  const first = findField(fields, 'content-transfer-encoding');
  if (first === undefined) return { fields: [...fields, label], body };
  const kept = fields.flatMap((field) => {
    if (field === first) return [label];
    return isNamed(field, 'content-transfer-encoding') ? [] : [field];
  });
  return { fields: kept, body };
}

export function readFieldText({ fields }: Pick<Entity, 'fields'>, name: string): string {
  const field = findField(fields, name);
  return field === undefined ? '' : unfoldedValue(field);
}

/** Returns null without an empty line, because the part is then all header. */
export function parsePart(part: string, left: Allowance): Entity | null {
  const headerEnd = part.startsWith('\r\n') ? 0 : part.indexOf('\r\n\r\n') + 2;
  if (headerEnd === 1) return null;
  return { fields: fieldsOfPart(part.slice(0, headerEnd), left), body: part.slice(headerEnd + 2) };
}

export function fieldsOfPart(header: string, left: Allowance): HeaderField[] {
  left.headerOctets -= header.length;
  if (header.length > partHeaderOctetsMax || left.headerOctets < 0) {
    throw new UnreadableParts('has parts with too large a header');
  }
  if (hasEightBit(header)) left.eightBitHeaderOctets -= header.length;
  if (left.eightBitHeaderOctets < 0) {
    throw new UnreadableParts('has too many non-ASCII octets in the headers of its parts');
  }
  const fields = readFields(header);
  left.fields -= fields.length;
  if (fields.length > partFieldsMax || left.fields < 0) {
    throw new UnreadableParts('has parts with too many header fields');
  }
  return fields;
}

type Delimiter = { start: number; end: number; closes: boolean };

/** RFC 2046 5.1.1. @throws UnreadableParts if there is none */
export function delimitersIn(body: string, boundary: string | null, left: Allowance): Delimiter[] {
  if (boundary === null || boundary === '') throw new UnreadableParts('has parts without a boundary');
  const delimiters: Delimiter[] = [];
  const mark = `--${boundary}`;
  for (let at = body.indexOf(mark); at !== -1; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body.charCodeAt(at - 1) !== 0x0a) continue;
    const lineEnd = body.indexOf('\r\n', at);
    const rest = body.slice(at + mark.length, lineEnd === -1 ? undefined : lineEnd);
    // Another boundary may start with the same characters.
    const ending = /^(--)?[ \t]*$/.exec(rest);
    if (ending === null) continue;
    const closes = ending[1] !== undefined;
    // The CR LF before a delimiter belongs to it. A header without content may share its CR LF with the delimiter.
    const before = delimiters.at(-1)?.end ?? 0;
    delimiters.push({
      start: Math.max(at - 2, before),
      end: lineEnd === -1 ? body.length : lineEnd + 2,
      closes,
    });
    if (closes) break;
    left.parts -= 1;
    if (left.parts < 0) throw new UnreadableParts('has too many parts');
  }
  if (delimiters.length === 0) throw new UnreadableParts('has none of its declared parts');
  return delimiters;
}
