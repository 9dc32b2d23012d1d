import { isAscii } from 'node:buffer';
import { hash, type KeyObject, sign } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { composeMessage, fillMessage, type UnsignedMessage } from '../../model/message/compose.ts';
import { signatureField, signedContent, unsignedSignature } from '../../model/message/dkim.ts';
import type { HeaderField } from '../../model/message/header.ts';
import { soundAddress, UnsafeMessage, unfitContent } from '../../model/message/unsafe-message.ts';
import { writeSubmitted } from '../../model/message/write-submitted.ts';
import type { Traces } from '../telemetry/traces.ts';
import type { DkimSigner, OutgoingMessage, WireMessage } from './mail.ts';

/**
 * Composes, signs and checks a message, with the same octets on every attempt. `sevenBit` recodes it for a
 * server without 8BITMIME. @throws UnsafeMessage for a message that must not leave
 */
export async function writeMessage(
  message: OutgoingMessage,
  options: { sevenBit?: boolean } = {},
  traces?: Traces,
): Promise<WireMessage> {
  const to = soundAddress('recipient', message.to);
  const unsigned = unsignedMessage(message, options.sevenBit === true);
  const { fields, body, eightBit } = unsigned;
  // The header of a submitted message may omit its recipient.
  const utf8 = unsigned.utf8 || nonAscii.test(to) || nonAscii.test(message.envelopeFrom);
  const { signers, date } = message;
  const isTraced = traces !== undefined && signers.length > 0;
  const signatures = isTraced
    ? await traceSigning(traces, signers, () => signMessage(unsigned, signers, date))
    : await signMessage(unsigned, signers, date);
  const header = [...signatures, ...fields].map(({ text }) => text).join('');
  const bytes = Buffer.from(`${header}\r\n${body}`, 'latin1');
  assertWireFormat(bytes, { eightBit, utf8 });
  return { envelopeFrom: message.envelopeFrom, to, bytes, eightBit, utf8, envelopeId: message.envelopeId };
}

function unsignedMessage(message: OutgoingMessage, sevenBit: boolean): UnsignedMessage {
  const { raw, compiled, to, messageId, date, headers } = message;
  if (raw !== null) return writeSubmitted(raw, message, { sevenBit });
  if (compiled === undefined) return composeMessage(message);
  return fillMessage(compiled.message, { to, messageId, date, headers, values: compiled.values });
}

const nonAscii = /[^\0-\x7f]/;

function traceSigning<Result>(
  traces: Traces,
  signers: readonly DkimSigner[],
  sign: () => Promise<Result>,
): Promise<Result> {
  const attributes = {
    'posthouse.dkim.signatures': signers.length,
    'posthouse.dkim.algorithms': signers.map(({ algorithm }) => algorithm).join(' '),
  };
  return traces.span('sign', { kind: 'internal', attributes }, sign);
}

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

/** Returns a DKIM-Signature field per signer, in order. Both algorithms are deterministic. */
export async function signMessage(
  message: UnsignedMessage,
  signers: readonly DkimSigner[],
  signedAtMs: number,
  inPlace = oneCore,
): Promise<HeaderField[]> {
  if (signers.length === 0) return [];
  const content = signedContent(message, signedAtMs);
  return await Promise.all(
    signers.map(async (signer) => {
      const { tags, octets } = unsignedSignature(content, signer);
      const signature =
        signer.algorithm === 'rsa-sha256'
          ? await (inPlace
              ? sign('sha256', octets, signer.privateKey)
              : signedApart(octets, signer.privateKey))
          : sign(null, hash('sha256', octets, 'buffer'), signer.privateKey);
      return signatureField(tags, signature);
    }),
  );
}

/** With one core, a round trip to another thread only costs time. */
const oneCore = availableParallelism() === 1;

/**
 * RSASSA-PKCS1-v1_5 with SHA-256 (RFC 6376 3.3.1) takes almost a millisecond, so it runs in the thread pool.
 * Ed25519 (RFC 8463 3) takes less time than the round trip to a thread.
 */
function signedApart(octets: Buffer, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign('sha256', octets, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}
