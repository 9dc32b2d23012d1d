import { type Mailbox, parseMailbox } from '../address.ts';
import { asciiField } from './ascii-field.ts';
import type { UnsignedMessage } from './compose.ts';
import { dateField, furtherField, type HeaderField, mailboxField, messageIdField } from './header.ts';
import { textOfOctets } from './octets.ts';
import type { RawMessage } from './raw-message.ts';
import { findField, hasEightBit, isNamed, readFields, unfoldedValue } from './read-fields.ts';
import { sevenBitMessage } from './seven-bit.ts';
import { removedFields } from './submitted-message.ts';

/** The field of which every server adds one (RFC 5321 4.4). */
const trace = 'received';

/**
 * A submitted message as it is sent on (RFC 6409 8): our fields on top, then its own unchanged and in order, with Date
 * and Message-ID added if missing. The octets of the body stay, unless it has to be made 7-bit.
 *
 * From must be the mailbox that the gates judged: it is rewritten if it has another address, repeats it, or has a name
 * that some readers would not read as a name. A Sender of another domain is removed: some readers show it beside From,
 * and it was never judged.
 *
 * @throws UnsafeMessage when a field of ours is unfit, and 5.6.3 when the body cannot be made 7-bit
 */
export function writeSubmitted(
  raw: RawMessage,
  about: {
    from: Mailbox;
    /** Added where the message has no Reply-To. */
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

/** One From, in the place of the first: theirs if it is the only one and soundly names the judged address. */
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

/**
 * Atoms, encoded-words among them, and quoted strings (RFC 5322 3.2.5, RFC 6532 3.2), separated by blanks. Some readers
 * take a bare address in the name for another author.
 */
const soundName = /^(?:(?:"(?:[^"\\]|\\.)*"|[\w!#$%&'*+/=?^`{|}~\x80-\xff-]+)(?:[ \t]+|$))*$/;

/** For a field of one mailbox: checks what comes before its address in angle brackets. */
function hasSoundName(field: HeaderField): boolean {
  const value = unfoldedValue(field);
  return soundName.test(value.slice(0, Math.max(0, value.lastIndexOf('<'))));
}
