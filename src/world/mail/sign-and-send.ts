import type { Traces } from '../telemetry/traces.ts';
import { type DialogueOutcome, type OutgoingMessage, thisServer, type WireMessage } from './mail.ts';
import { writeMessage } from './write-message.ts';

/** Writes a message in the requested form. Caches each form, because signing is expensive. */
export type Write = (form: 'as it is' | 'in 7 bits') => Promise<WireMessage>;

/** @throws UnsafeMessage (from `Write`) for a message that must not leave */
export function writings(message: OutgoingMessage, traces?: Traces): Write {
  let asItIs: Promise<WireMessage> | undefined;
  let inSevenBits: Promise<WireMessage> | undefined;
  return (form) => {
    if (form === 'as it is') {
      asItIs ??= writeMessage(message, undefined, traces);
      return asItIs;
    }
    inSevenBits ??= writeMessage(message, { sevenBit: true }, traces);
    return inSevenBits;
  };
}

/** Sends unchanged, or in 7 bits if required (RFC 6152 3), converted before signing (RFC 6376 5.3). */
export async function signAndSend(
  write: Write,
  deliver: (wire: WireMessage) => Promise<DialogueOutcome>,
): Promise<DialogueOutcome> {
  const outcome = await deliver(await write('as it is'));
  return wantsSevenBits(outcome) ? deliver(await write('in 7 bits')) : outcome;
}

/** RFC 3463 3.7: X.6.3, conversion required but not supported. Our own status if 8BITMIME is not offered. */
const conversionRequired = '5.6.3';

function wantsSevenBits(outcome: DialogueOutcome): boolean {
  return outcome.kind === 'refused' && outcome.by === thisServer && outcome.enhanced === conversionRequired;
}
