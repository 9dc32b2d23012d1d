import { type Mailbox, parseMailbox } from '../address.ts';
import { asciiField } from './ascii-field.ts';
import type { UnsignedMessage } from './compose.ts';
import { dateField, furtherField, type HeaderField, mailboxField, messageIdField } from './header.ts';
import { textOfOctets } from './octets.ts';
import type { RawMessage } from './raw-message.ts';
import { findField, hasEightBit, isNamed, readFields, unfoldedValue } from './reading/read-fields.ts';
import { sevenBitMessage } from './seven-bit.ts';
import { removedFields } from './submitted-message.ts';

/** Every server adds one (RFC 5321 4.4). */
const trace = 'received';

/**
 * Writes a submitted message (RFC 6409 8): our fields, its own unchanged, a missing Date and Message-ID.
 *
 * From must be the judged mailbox. It is rewritten if it differs, is repeated, or has a name that some
 * readers misread. A Sender of another domain is removed, because some readers show it, unjudged.
 * @throws UnsafeMessage for an unfit field of ours, and 5.6.3 if the body cannot become 7-bit
 */
export function writeSubmitted(
  raw: RawMessage,
  about: {
    from: Mailbox;
    replyTo: Mailbox | null;
    messageId: string;
    date: number;
    headers: readonly (readonly [name: string, value: string])[];
  },
  options: { sevenBit: boolean },
): UnsignedMessage {
  const ours = about.headers.map(([name, value]) => furtherField(name, value));
  const replaced = new Set(ours.map(({ name }) => name.toLowerCase()).filter((name) => name !== trace));
  let utf8 = false;
  const theirs = withFrom(readFields(raw.header), about.from)
    .filter(
      ({ name }) =>
        name !== '' && !removedFields.has(name.toLowerCase()) && !replaced.has(name.toLowerCase()),
    )
    .filter((field) => !isMissing(field) && !isForeignSender(field, about.from))
    .map((field) => {
      const ascii = asciiField(field);
      utf8 ||= ascii.utf8;
      return ascii.field;
    });
  if (about.replyTo !== null && findField(theirs, 'reply-to') === undefined) {
    const field = mailboxField('Reply-To', about.replyTo, 'sender');
    utf8 ||= hasEightBit(field.text);
    theirs.push(field);
  }
  if (findField(theirs, 'date') === undefined) theirs.push(dateField(about.date));
  if (findField(theirs, 'message-id') === undefined) theirs.push(messageIdField(about.messageId));
  const whole = { fields: theirs, body: raw.body };
  const { fields, body } = options.sevenBit ? sevenBitMessage(whole) : whole;
  return {
    fields: [...ours, ...fields],
    body,
    eightBit: hasEightBit(body),
    utf8,
  };
}

/** Readers rely on Date and Message-ID; empty ones count as missing. */
function isMissing(field: HeaderField): boolean {
  return /^(date|message-id)$/i.test(field.name) && unfoldedValue(field) === '';
}

function isForeignSender(field: HeaderField, from: Mailbox): boolean {
  if (!isNamed(field, 'sender')) return false;
  return mailboxIn(field)?.domain !== from.domain || !hasSoundName(field);
}

/** Keeps the message's only From if it soundly names the judged address; otherwise ours replaces the first. */
function withFrom(fields: readonly HeaderField[], from: Mailbox): HeaderField[] {
  const ours = mailboxField('From', from, 'sender');
  const theirs = fields.filter(({ name }) => name.toLowerCase() === 'from');
  const [first] = theirs;
  if (first === undefined) return [...fields, ours];
  const isSound = mailboxIn(first)?.address === from.address && hasSoundName(first);
  if (theirs.length === 1 && isSound) return [...fields];
  return fields.flatMap((field) => (field === first ? [ours] : theirs.includes(field) ? [] : [field]));
}

function mailboxIn(field: HeaderField): Mailbox | null {
  const parsed = parseMailbox(textOfOctets(unfoldedValue(field)));
  return parsed.ok ? parsed.mailbox : null;
}

/** RFC 5322 3.2.5, RFC 6532 3.2. Some readers take a bare address in the name for another author. */
const soundName = /^(?:(?:"(?:[^"\\]|\\.)*"|[\w!#$%&'*+/=?^`{|}~\x80-\xff-]+)(?:[ \t]+|$))*$/;

function hasSoundName(field: HeaderField): boolean {
  const value = unfoldedValue(field);
  return soundName.test(value.slice(0, Math.max(0, value.lastIndexOf('<'))));
}
