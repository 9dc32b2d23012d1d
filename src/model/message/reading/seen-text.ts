import type { RawMessage } from '../raw-message.ts';

/** A larger message would block other work for too long. */
const octetsMax = 256 * 1024;

/** `^` also matches after a lone CR, and each match would read the whole line. */
const encoded = /(?<![^\n])content-transfer-encoding:[^\n]*(?:\r\n[ \t][^\n]*)*(?:base64|quoted-printable)/i;
const attachedType = /^content-type:\s*(?:image|application|audio|video|font)\/[\w.+-]+\s*(?:;|$)/i;
const multipartType = /^content-type:\s*multipart\/[\w.+-]+\s*(?:;|$)/i;
const quotedEncoding = /^content-transfer-encoding:\s*quoted-printable\s*$/i;
const bareBoundary = /(?:^|\r\n)--[^\r\n]*$/;
const charset = /charset\*?\d*\*?\s*=\s*["']*([^\s"';>/]+)/gi;
const unicode = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const latin = new Set(['iso-8859-1', 'iso-8859-15', 'windows-1252', 'us-ascii', 'ascii']);
const notAscii = /[\x80-\xff]/;
const softLineEnd = /=[ \t]*\r\n/g;
const quotedOctet = /=([0-9A-F]{2})/gi;
const encodedLine = /^[A-Za-z0-9+/]{60,76}={0,2}\r\n/gm;

/** @property html whether any part may be read as HTML */
type SeenText = { text: string; html: boolean };

/**
 * Returns all text that a body could show, or more, without MIME parsing, which takes hundreds of
 * microseconds. Null for base64, a declared charset, mixed encodings, or much text.
 */
export function seenText({ header, body }: RawMessage): SeenText | null {
  if (header.length + body.length > octetsMax) return null;
  const whole = `${header}\r\n${body}`;
  const isEncoded = encoded.test(whole);
  const encoding = isEncoded ? encodingOfTexts(whole) : 'none';
  if (encoding === 'unknown') return null;
  const plain = isEncoded ? body.replace(encodedLine, '') : body;
  const octets = encoding === 'quoted' ? withoutQuoting(plain) : plain;
  const charsets = [header, octets].flatMap((part) =>
    Array.from(part.matchAll(charset), ([, name]) => name!.toLowerCase()),
  );
  const isUnicode = charsets.every((name) => unicode.has(name));
  if (!isUnicode && !charsets.every((name) => latin.has(name))) return null;
  return {
    text: isUnicode && notAscii.test(octets) ? Buffer.from(octets, 'latin1').toString() : octets,
    html: /html/i.test(header) || /html/i.test(octets),
  };
}

/** Returns the encoding of all texts. Marked attachments may use any encoding. */
function encodingOfTexts(whole: string): 'none' | 'quoted' | 'unknown' {
  let quoted = false;
  let unquoted = false;
  for (const block of whole.split('\r\n\r\n')) {
    const fields = block.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
    const types = fields.filter((field) => /^content-type/i.test(field));
    const encodings = fields.filter((field) => /^content-transfer/i.test(field));
    if (types.length > 1 || encodings.length > 1) return 'unknown';
    const [type] = types;
    const [encoding] = encodings;
    if (type !== undefined && attachedType.test(type)) continue;
    if (encoding !== undefined) {
      if (quotedEncoding.test(encoding)) quoted = true;
      else if (/base64|quoted/i.test(encoding)) return 'unknown';
      else unquoted = true;
    } else if (type === undefined ? bareBoundary.test(block) : !multipartType.test(type)) unquoted = true;
  }
  if (quoted && unquoted) return 'unknown';
  return quoted ? 'quoted' : 'none';
}

function withoutQuoting(text: string): string {
  return text
    .replace(softLineEnd, '')
    .replace(quotedOctet, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
