import { isHeaderSafe, type Mailbox } from '../address.ts';

/**
 * Thrown for a message that must not leave as it is. The doors refuse such input long before, so this is a bug of ours;
 * it counts as a permanent refusal, because the same message would be unfit again.
 */
export class UnsafeMessage extends Error {
  readonly code: number;
  readonly enhanced: string;
  readonly stage: 'mail' | 'rcpt' | 'data';

  constructor(at: Unfitness, sentence: string) {
    super(sentence);
    this.name = 'UnsafeMessage';
    this.stage = at.stage;
    this.code = at.code;
    this.enhanced = at.enhanced;
  }

  /** As our own reply to the attempt: no other server was asked. */
  refusal() {
    const { stage, code, enhanced } = this;
    return { kind: 'refused', by: 'posthouse', stage, code, enhanced, reply: this.message } as const;
  }
}

/** The stage at which another server would have refused it, and with which codes (RFC 5321 4.2, RFC 3463). */
type Unfitness = { stage: 'mail' | 'rcpt' | 'data'; code: number; enhanced: string };

/** RFC 3463 3.7: the content is wrong, rather than a mailbox. */
export const unfitContent: Unfitness = { stage: 'data', code: 554, enhanced: '5.6.0' };
/** RFC 3463 3.7: the next server needs 7-bit, and it cannot be converted. */
export const unfitForSevenBit: Unfitness = { stage: 'data', code: 554, enhanced: '5.6.3' };
const unfitSender: Unfitness = { stage: 'mail', code: 553, enhanced: '5.1.7' };
const unfitRecipient: Unfitness = { stage: 'rcpt', code: 553, enhanced: '5.1.3' };

/** Asserts that a header field's text contains no line end, which would begin another field. */
export function assertHeaderSafe(name: string, value: string): void {
  if (!isHeaderSafe(value)) {
    throw new UnsafeMessage(unfitContent, `The ${name} of the message holds a control character.`);
  }
}

/** Matches an address that never needs quoting: an ASCII or UTF-8 dot-atom (RFC 6531 3.3) and an ASCII host name. */
const bareAddress =
  /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]|[^\p{ASCII}\p{Cc}\p{Cs}\p{White_Space}]){1,64}@[A-Za-z0-9.-]{1,253}$/u;

/** Asserts that an address may be written between `<` and `>`, in a header or on the envelope. */
export function assertBareAddress(role: 'sender' | 'recipient', address: string): void {
  if (!bareAddress.test(address)) {
    throw new UnsafeMessage(
      role === 'sender' ? unfitSender : unfitRecipient,
      `The ${role}'s address is not a plain address.`,
    );
  }
}

/**
 * Asserts that a mailbox's parts agree. The envelope is written from `address` and the header from the parts, so a
 * mismatch would name a recipient the message does not go to.
 * @returns the address
 */
export function soundAddress(role: 'sender' | 'recipient', mailbox: Mailbox): string {
  const address = `${mailbox.local}@${mailbox.domain}`;
  assertBareAddress(role, address);
  if (address !== mailbox.address) {
    throw new UnsafeMessage(unfitContent, `The ${role}'s address does not agree with its parts.`);
  }
  return address;
}
