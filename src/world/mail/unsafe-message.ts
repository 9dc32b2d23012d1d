import { isHeaderSafe } from '../../model/address.ts';
import { type DialogueOutcome, ourselves } from './mail.ts';

/**
 * Thrown at the wall in front of the wire for a message that must not leave as it is. The doors refuse such
 * input long before, so meeting one here is a mistake of ours; it is answered as a refusal for good, because
 * the same message would be unfit again.
 */
export class UnsafeMessage extends Error {
  readonly code: number;
  readonly enhanced: string;
  readonly stage: 'mail' | 'rcpt' | 'data';

  constructor(at: { stage: 'mail' | 'rcpt' | 'data'; code: number; enhanced: string }, sentence: string) {
    super(sentence);
    this.name = 'UnsafeMessage';
    this.stage = at.stage;
    this.code = at.code;
    this.enhanced = at.enhanced;
  }

  refusal(): DialogueOutcome {
    const { stage, code, enhanced } = this;
    return { kind: 'refused', by: ourselves, stage, code, enhanced, reply: this.message };
  }
}

/** RFC 3463 3.7: the content, rather than a mailbox, is what is wrong. */
export const unfitContent = { stage: 'data', code: 554, enhanced: '5.6.0' } as const;
const unfitSender = { stage: 'mail', code: 553, enhanced: '5.1.7' } as const;
const unfitRecipient = { stage: 'rcpt', code: 553, enhanced: '5.1.3' } as const;

/** The text of one header field: nothing that ends the line may be in it, or what follows is a field as well. */
export function assertHeaderSafe(name: string, value: string): void {
  if (!isHeaderSafe(value)) {
    throw new UnsafeMessage(unfitContent, `The ${name} of the message holds a control character.`);
  }
}

/** A dot-atom and a host name, in ASCII: an address that needs no quoting anywhere (RFC 5321 4.1.2). */
const bareAddress = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]{1,253}$/;

/** An address that may be written between `<` and `>`, in a header or on the envelope. */
export function assertBareAddress(role: 'sender' | 'recipient', address: string): void {
  if (!bareAddress.test(address)) {
    throw new UnsafeMessage(
      role === 'sender' ? unfitSender : unfitRecipient,
      `The ${role}'s address is not a plain ASCII address.`,
    );
  }
}

const lf = 0x0a;
const cr = 0x0d;
/** RFC 5322 2.1.1, without CR LF. */
const lineOctetsMax = 998;

/**
 * What is about to be written to the socket, looked at once more: lines end in CR LF, no CR or LF stands alone
 * (or a next hop may see an end of data where there is none), no line is longer than 998 octets, all is 7-bit,
 * no NUL. Dots at the start of a line are doubled by the client (RFC 5321 4.5.2).
 */
export function assertWireSafe(bytes: Uint8Array): void {
  let lineStart = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === cr && bytes[at + 1] === lf) {
      if (at - lineStart > lineOctetsMax) {
        throw new UnsafeMessage(unfitContent, `The message has a line of over ${lineOctetsMax} octets.`);
      }
      at += 1;
      lineStart = at + 1;
    } else if (byte === cr || byte === lf || byte === 0 || byte > 0x7e) {
      throw new UnsafeMessage(unfitContent, 'The message holds an octet that may not be sent.');
    }
  }
  if (lineStart !== bytes.length) {
    throw new UnsafeMessage(unfitContent, 'The message does not end with a line end.');
  }
}
