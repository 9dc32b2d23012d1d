import { composeMessage, fillMessage, type UnsignedMessage } from '../../model/message/compose.ts';
import { soundAddress } from '../../model/message/unsafe-message.ts';
import { writeSubmitted } from '../../model/message/write-submitted.ts';
import type { Traces } from '../telemetry/traces.ts';
import { assertWireFormat } from './assert-wire-format.ts';
import type { DkimSigner, OutgoingMessage, WireMessage } from './mail.ts';
import { signMessage } from './sign.ts';

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
