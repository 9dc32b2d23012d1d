import {
  decodedText,
  findFieldValue,
  type HeaderFields,
  quotedPrintableBytes,
  readHeaderFields,
  readParameters,
} from './header-fields.ts';

/** Linear, unlike `readMime`: anyone may write here, and 500 kB of empty parts take postal-mime 1.5 s, this 15 ms. */
export type ReturnedMessage = {
  fields: HeaderFields;
  type: string;
  parameters: ReadonlyMap<string, string>;
  /** Leaves in order. A nested message is one leaf. */
  parts: readonly ReturnedPart[];
};

type ReturnedPart = {
  type: string;
  text: string;
};

/** A report precedes the message it concerns, so later bytes are not read. */
export const readOctetsMax = 512 * 1024;
const partCharactersMax = 128 * 1024;
const partsMax = 40;
/** Parts whose header is read, including multiparts. */
const headersMax = 100;
const depthMax = 6;

export function readMimeParts(octets: string): ReturnedMessage {
  const lines = octets.slice(0, readOctetsMax).split(/\r?\n/);
  const first = lines.findIndex((line) => line !== '');
  const reading: Reading = { lines, parts: [], headers: 0 };
  const { fields, type, parameters } = readEntity(reading, Math.max(first, 0), lines.length, 0);
  return { fields, type, parameters, parts: reading.parts };
}

type Reading = {
  readonly lines: readonly string[];
  readonly parts: ReturnedPart[];
  headers: number;
};

function readEntity(
  reading: Reading,
  from: number,
  to: number,
  depth: number,
): Omit<ReturnedMessage, 'parts'> {
  const { lines, parts } = reading;
  reading.headers += 1;
  const body = blankLine(lines, from, to);
  const fields = readHeaderFields(lines, from, body);
  const { token, parameters } = readParameters(findFieldValue(fields, 'content-type') ?? 'text/plain');
  const type = token.includes('/') ? token : 'text/plain';
  const boundary = parameters.get('boundary');
  if (!type.startsWith('multipart/') || !boundary || depth === depthMax) {
    if (parts.length < partsMax)
      parts.push({ type, text: readBody(lines, body + 1, to, fields, parameters) });
    return { fields, type, parameters };
  }
  const delimiter = `--${boundary}`;
  const end = `${delimiter}--`;
  let start = -1;
  for (let index = body + 1; index <= to; index += 1) {
    const line = index === to ? null : lines[index]!;
    const last = line === null || isDelimiter(line, end);
    if (!last && !isDelimiter(line, delimiter)) continue;
    if (parts.length >= partsMax || reading.headers >= headersMax) break;
    if (start >= 0) readEntity(reading, start, index, depth + 1);
    if (last) break;
    start = index + 1;
  }
  return { fields, type, parameters };
}

function blankLine(lines: readonly string[], from: number, to: number): number {
  for (let index = from; index < to; index += 1) if (lines[index] === '') return index;
  return to;
}

/** Blanks may follow a delimiter (RFC 2046 5.1.1). */
function isDelimiter(line: string, delimiter: string): boolean {
  return line.startsWith(delimiter) && line.slice(delimiter.length).trim() === '';
}

function readBody(
  lines: readonly string[],
  from: number,
  to: number,
  fields: HeaderFields,
  parameters: ReadonlyMap<string, string>,
): string {
  const text = textOf(lines, from, to);
  const encoding = findFieldValue(fields, 'content-transfer-encoding')?.toLowerCase();
  const bytes =
    encoding === 'base64'
      ? Buffer.from(text, 'base64')
      : encoding === 'quoted-printable'
        ? quotedPrintableBytes(text)
        : Buffer.from(text, 'latin1');
  return decodedText(bytes, parameters.get('charset') ?? 'utf-8') ?? bytes.toString('latin1');
}

function textOf(lines: readonly string[], from: number, to: number): string {
  let text = '';
  for (let index = from; index < to && text.length < partCharactersMax; index += 1)
    text += `${lines[index]}\n`;
  return text.slice(0, partCharactersMax);
}

export function headerOfMessage(text: string): HeaderFields {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line !== '');
  const end = lines.indexOf('', Math.max(first, 0));
  return readHeaderFields(lines, Math.max(first, 0), end < 0 ? lines.length : end);
}
