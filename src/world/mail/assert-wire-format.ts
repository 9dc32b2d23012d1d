import { isAscii } from 'node:buffer';
import { UnsafeMessage, unfitContent } from '../../model/message/unsafe-message.ts';

/** RFC 5322 2.1.1, without CR LF. */
const lineOctetsMax = 998;

/**
 * Checks the bytes written to the socket: no lone CR or LF (a next hop could see an end of data there), no
 * line over 998 octets, no NUL. The header has no other control characters and no blank line, taken for its
 * end. `utf8` allows octets above 127 in the header (RFC 6531), `eightBit` in the body (RFC 6152).
 */
export function assertWireFormat(bytes: Buffer, may: { eightBit?: boolean; utf8?: boolean } = {}): void {
  const octets = bytes.toString('latin1');
  const headerEnd = endOfHeader(octets);
  if (!isAscii(bytes)) assertOctetsAllowed(bytes, headerEnd, may);
  if (unfitForHeader.test(octets.slice(0, headerEnd)) || octets.includes('\0')) throw unfitOctet();
  let lineStart = 0;
  let cr = octets.indexOf('\r');
  while (lineStart < octets.length) {
    const lf = octets.indexOf('\n', lineStart);
    if (lf === -1 && cr === -1) {
      throw new UnsafeMessage(unfitContent, 'The message does not end with a line end.');
    }
    if (cr === -1 || cr !== lf - 1) throw unfitOctet();
    if (cr - lineStart > lineOctetsMax) {
      throw new UnsafeMessage(unfitContent, `The message has a line of over ${lineOctetsMax} octets.`);
    }
    lineStart = lf + 1;
    cr = octets.indexOf('\r', lineStart);
  }
}

/** Control characters except TAB and line ends, and lines that contain only blanks. */
const unfitForHeader = /[^\t\r\n -~\x80-\xff]|(?:^|\n)[ \t]+(?:\r|$)/;

function endOfHeader(octets: string): number {
  if (octets.startsWith('\r\n')) return 0;
  const emptyLine = octets.indexOf('\r\n\r\n');
  return emptyLine === -1 ? octets.length : emptyLine + 2;
}

function assertOctetsAllowed(
  bytes: Buffer,
  headerEnd: number,
  may: { eightBit?: boolean; utf8?: boolean },
): void {
  if (may.utf8 !== true && !isAscii(bytes.subarray(0, headerEnd))) throw unfitOctet();
  if (may.eightBit !== true && !isAscii(bytes.subarray(headerEnd))) throw unfitOctet();
}

function unfitOctet(): UnsafeMessage {
  return new UnsafeMessage(unfitContent, 'The message holds an octet that may not be sent.');
}
