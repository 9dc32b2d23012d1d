import { type Mailbox, parseMailbox } from '../address.ts';
import { asciiField, textOfOctets } from './ascii-field.ts';
import type { UnsignedMessage } from './compose.ts';
import { dateField, furtherField, type HeaderField, mailboxField, messageIdField } from './header.ts';
import type { RawMessage } from './raw-message.ts';
import { findField, hasEightBit, isNamed, readFields, unfoldedValue } from './read-fields.ts';
import { sevenBitMessage } from './seven-bit.ts';
import { removedFields } from './submitted-message.ts';

/** Fields that every server adds one of (RFC 5321 4.4). */
const trace = 'received';

/**
 * A message that a mail program handed over whole, as it goes on (RFC 6409 8): our fields on top, then its own in
 * their order and as they came, with Date and Message-ID where there are none. The octets of the body stay, unless it
 * has to be made 7-bit.
 *
 * From is the mailbox that was judged: a field that says anything else than that address, says it twice, or beside a
 * name that not all read as a name, is written again. A Sender of another domain goes: some readers show it beside
 * From, and nobody has judged it.
 *
 * @throws UnsafeMessage when a field of ours is unfit, and 5.6.3 when the body cannot be made 7-bit
 */
export function writeSubmitted(
  raw: RawMessage,
  about: {
    from: Mailbox;
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

/** Date and Message-ID are looked for by readers; ones that say nothing are as good as none. */
function isMissing(field: HeaderField): boolean {
  return /^(date|message-id)$/i.test(field.name) && unfoldedValue(field) === '';
}

function isForeignSender(field: HeaderField, from: Mailbox): boolean {
  if (!isNamed(field, 'sender')) return false;
  return mailboxIn(field)?.domain !== from.domain || !hasSoundName(field);
}

/** One From, in the place of the first: theirs where it is the only one, and names the judged address soundly. */
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
 * Atoms, encoded-words among them, and quoted strings (RFC 5322 3.2.5, RFC 6532 3.2), with blanks between them. A bare
 * address as a name is another author to some.
 */
const soundName = /^(?:(?:"(?:[^"\\]|\\.)*"|[\w!#$%&'*+/=?^`{|}~\x80-\xff-]+)(?:[ \t]+|$))*$/;

/** Asked of a field of one mailbox: of what stands before its address in angle brackets. */
function hasSoundName(field: HeaderField): boolean {
  const value = unfoldedValue(field);
  return soundName.test(value.slice(0, Math.max(0, value.lastIndexOf('<'))));
}
