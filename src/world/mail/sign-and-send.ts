import { type DialogueOutcome, type OutgoingMessage, ourselves, type WireMessage } from './mail.ts';
import { writeMessage } from './write-message.ts';

/** Writes a message in the form that is asked for, each form once: writing is signing, which is dear. */
export type Write = (form: 'as it is' | 'in 7 bits') => Promise<WireMessage>;

/** @throws UnsafeMessage (from `Write`) for a message that must not leave */
export function writings(message: OutgoingMessage): Write {
  let asItIs: Promise<WireMessage> | undefined;
  let inSevenBits: Promise<WireMessage> | undefined;
  return (form) => {
    if (form === 'as it is') {
      asItIs ??= writeMessage(message);
      return asItIs;
    }
    inSevenBits ??= writeMessage(message, { sevenBit: true });
    return inSevenBits;
  };
}

/**
 * Hands a message over to one server: as it is, and written in 7 bits when the server turns out to take no other
 * (RFC 6152 3). Recoding is done here rather than on the way since a signature covers what is sent (RFC 6376 5.3).
 */
export async function signAndSend(
  write: Write,
  deliver: (wire: WireMessage) => Promise<DialogueOutcome>,
): Promise<DialogueOutcome> {
  const outcome = await deliver(await write('as it is'));
  return wantsSevenBits(outcome) ? deliver(await write('in 7 bits')) : outcome;
}

/** RFC 3463 3.7: X.6.3, conversion required but not supported. Said by us, when 8BITMIME was not offered. */
const conversionRequired = '5.6.3';

function wantsSevenBits(outcome: DialogueOutcome): boolean {
  return outcome.kind === 'refused' && outcome.by === ourselves && outcome.enhanced === conversionRequired;
}
