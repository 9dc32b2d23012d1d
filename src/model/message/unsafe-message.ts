import { isHeaderSafe, type Mailbox } from '../address.ts';

/** Input checks refuse such messages earlier, so this is a programming error. A retry would fail as well. */
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

  /** In the form of our own reply, because no other server was contacted. */
  refusal() {
    const { stage, code, enhanced } = this;
    return { kind: 'refused', by: 'posthouse', stage, code, enhanced, reply: this.message } as const;
  }
}

/** Stage and codes with which another server would have refused the message (RFC 5321 4.2, RFC 3463). */
type Unfitness = { stage: 'mail' | 'rcpt' | 'data'; code: number; enhanced: string };

/** RFC 3463 3.7: the content is wrong, rather than a mailbox. */
export const unfitContent: Unfitness = { stage: 'data', code: 554, enhanced: '5.6.0' };
/** RFC 3463 3.7: the next server needs 7-bit, and conversion is impossible. */
export const unfitForSevenBit: Unfitness = { stage: 'data', code: 554, enhanced: '5.6.3' };
const unfitSender: Unfitness = { stage: 'mail', code: 553, enhanced: '5.1.7' };
const unfitRecipient: Unfitness = { stage: 'rcpt', code: 553, enhanced: '5.1.3' };

/** A line end in a value would begin another field. */
export function assertHeaderSafe(name: string, value: string): void {
  if (!isHeaderSafe(value)) {
    throw new UnsafeMessage(unfitContent, `The ${name} of the message holds a control character.`);
  }
}

/** Matches an address that never needs quoting: an ASCII or UTF-8 dot-atom (RFC 6531 3.3) and an ASCII host name. */
const bareAddress =
  /^(?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]|[^\p{ASCII}\p{Cc}\p{Cs}\p{White_Space}]){1,64}@[A-Za-z0-9.-]{1,253}$/u;

export function assertBareAddress(role: 'sender' | 'recipient', address: string): void {
  if (!bareAddress.test(address)) {
    throw new UnsafeMessage(
      role === 'sender' ? unfitSender : unfitRecipient,
      `The ${role}'s address is not a plain address.`,
    );
  }
}

/** The envelope uses `address` and the header the parts, so a mismatch would show another recipient. */
export function soundAddress(role: 'sender' | 'recipient', mailbox: Mailbox): string {
  const address = `${mailbox.local}@${mailbox.domain}`;
  assertBareAddress(role, address);
  if (address !== mailbox.address) {
    throw new UnsafeMessage(unfitContent, `The ${role}'s address does not agree with its parts.`);
  }
  return address;
}
