const lf = 0x0a;
const cr = 0x0d;
const tab = 0x09;
const space = 0x20;
const dot = 0x2e;
const equals = 0x3d;
const letterF = 0x46;

/** Leaves room for the `=` of a soft line break within 76 characters (RFC 2045 6.7, rule 5). */
const lineCharactersMax = 75;

/** Width of a byte on a line; the first byte of a UTF-8 character reserves room for all of it. 0 marks a line end. */
const widthOf = Uint8Array.from({ length: 0x100 }, (_, octet) => {
  if (octet === cr || octet === lf) return 0;
  if (octet === tab || (octet >= space && octet < 0x7f && octet !== equals)) return 1;
  if (octet >= 0xc2 && octet <= 0xdf) return 6;
  if (octet >= 0xe0 && octet <= 0xef) return 9;
  return octet >= 0xf0 && octet <= 0xf4 ? 12 : 3;
});
/** Bytes that need no escape. A blank needs one only at the end of a line. */
const isPlain = Uint8Array.from({ length: 0x100 }, (_, octet) =>
  widthOf[octet] === 1 && octet !== dot && octet !== letterF ? 1 : 0,
);
const hexadecimal = Buffer.from('0123456789ABCDEF');

/** Maximum bytes per byte: an escape plus its share of soft line breaks. */
const growthMax = 3.25;
const endOctetsMax = 8;
const keptOctetsMax = 512 * 1024;
/** A shared buffer, because one per text would burden the garbage collector. */
let workplace = Buffer.allocUnsafe(0);

/**
 * Quoted-printable (RFC 2045 6.7). No line ends in a blank or begins with a dot (a server might not unstuff
 * it) or `From ` (mailboxes escape it), so that results can be joined. Splits no character.
 */
export function quotedPrintable(octets: Uint8Array): string {
  const octetsMax = Math.ceil(octets.length * growthMax) + endOctetsMax;
  let encoded = workplace;
  if (encoded.length < octetsMax) {
    encoded = Buffer.allocUnsafe(octetsMax);
    if (octetsMax <= keptOctetsMax) workplace = encoded;
  }
  let length = 0;
  let column = 0;
  for (let at = 0; at < octets.length; at++) {
    let octet = octets[at]!;
    if (isPlain[octet] === 1 && column < lineCharactersMax) {
      // It never reads past the end, because an out-of-bounds read makes V8 deoptimize the function.
      const runStart = at;
      const runEnd = Math.min(octets.length, at + lineCharactersMax - column);
      do {
        encoded[length++] = octet;
        at += 1;
        if (at === runEnd) break;
        octet = octets[at]!;
      } while (isPlain[octet] === 1);
      column += at - runStart;
      if (at === octets.length) break;
      octet = octets[at]!;
    }
    const width = widthOf[octet]!;
    if (width === 0) {
      if (octet === cr && octets[at + 1] === lf) at++;
      if (column > 0) length = withBlankHidden(encoded, length, column);
      encoded[length++] = cr;
      encoded[length++] = lf;
      column = 0;
      continue;
    }
    if (column + width > lineCharactersMax) {
      encoded[length++] = equals;
      encoded[length++] = cr;
      encoded[length++] = lf;
      column = 0;
    }
    if (width === 1 && (column > 0 || (octet !== dot && !beginsFrom(octets, at)))) {
      encoded[length++] = octet;
      column += 1;
    } else {
      length = writeEscaped(encoded, length, octet);
      column += 3;
    }
  }
  if (column > 0) length = withBlankHidden(encoded, length, column);
  return encoded.toString('latin1', 0, length);
}

function writeEscaped(encoded: Buffer, length: number, octet: number): number {
  encoded[length] = equals;
  encoded[length + 1] = hexadecimal[octet >> 4]!;
  encoded[length + 2] = hexadecimal[octet & 0x0f]!;
  return length + 3;
}

/** Escapes a trailing blank, which a server may drop, on a separate line if necessary. */
function withBlankHidden(encoded: Buffer, length: number, column: number): number {
  const last = encoded[length - 1]!;
  if (last !== space && last !== tab) return length;
  let at = length - 1;
  if (column + 2 > lineCharactersMax) {
    encoded[at++] = equals;
    encoded[at++] = cr;
    encoded[at++] = lf;
  }
  return writeEscaped(encoded, at, last);
}

function beginsFrom(octets: Uint8Array, at: number): boolean {
  return (
    octets[at] === letterF &&
    octets[at + 1] === 0x72 &&
    octets[at + 2] === 0x6f &&
    octets[at + 3] === 0x6d &&
    octets[at + 4] === space
  );
}

/** Joins two pieces on one line (RFC 2045 6.7, rule 5). */
export const softLineBreak = '=\r\n';

/** Decodes leniently: invalid escapes are literal. */
export function fromQuotedPrintable(text: string): Buffer {
  const from = Buffer.from(text, 'latin1');
  const octets = Buffer.allocUnsafe(from.length);
  let to = 0;
  /** Length up to the last non-blank byte, because trailing blanks do not come from the author. */
  let kept = 0;
  for (let at = 0; at < from.length; at++) {
    const octet = from[at]!;
    if (octet === space || octet === tab) {
      octets[to++] = octet;
      continue;
    }
    if (octet === equals) {
      const lineEnd = softBreakEnd(from, at);
      if (lineEnd > 0) {
        at = lineEnd - 1;
        kept = to;
        continue;
      }
      const escaped = (hexDigit(from[at + 1]) << 4) | hexDigit(from[at + 2]);
      octets[to++] = escaped < 0 ? octet : escaped;
      if (escaped >= 0) at += 2;
    } else {
      if (octet === cr && from[at + 1] === lf) to = kept;
      octets[to++] = octet;
    }
    kept = to;
  }
  return octets.subarray(0, kept);
}

/** Returns the start of the next line after a soft break; 0 if it is none. */
function softBreakEnd(from: Buffer, equalsAt: number): number {
  let at = equalsAt + 1;
  while (from[at] === space || from[at] === tab) at++;
  return from[at] === cr && from[at + 1] === lf ? at + 2 : 0;
}

function hexDigit(octet: number | undefined): number {
  if (octet === undefined) return -1;
  if (octet >= 0x30 && octet <= 0x39) return octet - 0x30;
  const letter = octet | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

const base64LineCharacters = 76;

/** base64 with lines of 76 characters (RFC 2045 6.8), without a final line end. */
export function radix64(octets: Buffer): string {
  const characters = octets.toString('base64');
  let lines = characters.slice(0, base64LineCharacters);
  for (let at = base64LineCharacters; at < characters.length; at += base64LineCharacters) {
    lines += `\r\n${characters.slice(at, at + base64LineCharacters)}`;
  }
  return lines;
}

/** base64 writes four characters per three bytes; quoted-printable three per byte above 127. */
export function prefersRadix64(octets: number, octetsAbove127: number): boolean {
  return octetsAbove127 * 6 > octets;
}

/** Other line ends would be bare on the wire. */
export function withMailLineEnds(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n');
}
