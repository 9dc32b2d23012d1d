import type { Mailbox } from '../address.ts';
import {
  dateField,
  furtherField,
  type HeaderField,
  headerField,
  mailboxField,
  messageIdField,
  textField,
} from './header.ts';
import { memoize } from './memoize.ts';
import {
  prefersRadix64,
  quotedPrintable,
  radix64,
  softLineBreak,
  withMailLineEnds,
} from './transfer-encoding.ts';

/**
 * Writes a message as the octets that go over the wire: header fields of RFC 5322, then the text and the HTML as
 * `multipart/alternative` (RFC 2046 5.1.4), each in quoted-printable or base64. Everything is 7-bit, so no hop has a
 * reason to recode it and break a signature. What is the same for many recipients is written once, in
 * `compileMessage`; `fillMessage` adds what is not.
 */

/** A message without its signatures. All of it is 7-bit, but where it says otherwise. */
export type UnsignedMessage = {
  fields: HeaderField[];
  /** Whole lines that end in CR LF, one character per octet. */
  body: string;
  /** There are octets above 127 in the body. */
  eightBit: boolean;
  /** There are octets above 127 in the header. */
  utf8: boolean;
};

/**
 * A text with slots: its literals, one more than it has slots. A value stands between each two of them. A text
 * without slots is one literal.
 */
export type SlottedText = readonly [string, ...string[]];

/** What a message says to everybody. An empty body is left out; one with a slot is there. */
type MessageTemplate = {
  from: Mailbox;
  replyTo: Mailbox | null;
  subject: SlottedText;
  html: SlottedText;
  text: SlottedText;
};

/** What it says to one recipient. Each list of values is as long as its text has slots. */
export type MessageFilling = {
  to: Mailbox;
  /** With or without its angle brackets. */
  messageId: string;
  /** Epoch milliseconds. */
  date: number;
  /** Further fields in this order; those that the composer writes itself are refused. */
  headers: readonly (readonly [name: string, value: string])[];
  values: { subject: readonly string[]; html: readonly string[]; text: readonly string[] };
};

/** A message written but for its slots. */
export type CompiledMessage = {
  from: HeaderField;
  replyTo: HeaderField | null;
  subject: SlottedText;
  /** One, or the text and then the HTML. */
  parts: readonly [CompiledPart, CompiledPart?];
};

/**
 * In quoted-printable each literal is encoded as lines of its own, to which a value can be joined by soft line
 * breaks. In base64, where all that came before decides every character, the literals wait as text.
 */
type CompiledPart = { of: 'text' | 'html'; fields: HeaderField[] } & (
  | { encoding: 'quoted-printable'; literals: EncodedLiteral[] }
  | { encoding: 'base64'; literals: SlottedText }
);

/** `afterCr`: what is left of it when a CR came before it, whose line a LF at its start ends as well. */
type EncodedLiteral = { whole: string; afterCr: string; endsInCr: boolean };

/**
 * A message of which everything is known.
 * @throws UnsafeMessage for a value that could end its header line or is no plain address
 */
export function composeMessage(
  message: Pick<MessageTemplate, 'from' | 'replyTo'> &
    Omit<MessageFilling, 'values'> & { subject: string; html: string; text: string },
): UnsignedMessage {
  const { from, replyTo, subject, html, text } = message;
  const compiled = compileMessage({ from, replyTo, subject: [subject], html: [html], text: [text] });
  return fillMessage(compiled, { ...message, values: { subject: [], html: [], text: [] } });
}

/** @throws UnsafeMessage as `composeMessage` does */
export function compileMessage({ from, replyTo, subject, html, text }: MessageTemplate): CompiledMessage {
  return {
    from: mailboxField('From', from, 'sender'),
    replyTo: replyTo === null ? null : mailboxField('Reply-To', replyTo, 'sender'),
    subject,
    parts: isEmpty(html)
      ? [compiledPart('text', text)]
      : isEmpty(text)
        ? [compiledPart('html', html)]
        : [compiledPart('text', text), compiledPart('html', html)],
  };
}

/**
 * The message to one recipient. It decodes to exactly what composing the filled texts would give, as long as no
 * character is half in a literal and half in a value.
 * @throws UnsafeMessage as `composeMessage` does
 */
export function fillMessage(compiled: CompiledMessage, filling: MessageFilling): UnsignedMessage {
  const { to, messageId, date, headers, values } = filling;
  const fields = [dateField(date), compiled.from, mailboxField('To', to, 'recipient')];
  if (compiled.replyTo !== null) fields.push(compiled.replyTo);
  fields.push(messageIdField(messageId), textField('Subject', filledText(compiled.subject, values.subject)));
  for (const [name, value] of headers) fields.push(furtherField(name, value));
  fields.push(headerField('MIME-Version', '1.0'));

  const [first, second] = compiled.parts;
  if (second === undefined) {
    fields.push(...first.fields);
    const body = encodedPart(first, values);
    return { fields, body: endsLine(body) ? body : `${body}\r\n`, ...sevenBit };
  }
  fields.push(headerField('Content-Type', `multipart/alternative; boundary="${boundary}"`));
  const written = [first, second].map((part) => {
    return `--${boundary}\r\n${textOf(part.fields)}\r\n${encodedPart(part, values)}\r\n`;
  });
  const body = `${written.join('')}--${boundary}--\r\n`;
  return { fields, body, ...sevenBit };
}

const sevenBit = { eightBit: false, utf8: false };
function isEmpty(text: SlottedText): boolean {
  return text.length === 1 && text[0] === '';
}

function endsLine(text: string): boolean {
  return text.endsWith('\r\n');
}

/**
 * `=_` can occur neither in quoted-printable nor in base64, so no part can hold this line. It is the same in all
 * messages, so that equal contents are equal bodies.
 */
const boundary = '=_posthouse_alternative';

function textOf(fields: readonly HeaderField[]): string {
  return fields.map(({ text }) => text).join('');
}

function compiledPart(of: 'text' | 'html', literals: SlottedText): CompiledPart {
  const characters = literals.reduce((sum, { length }) => sum + length, 0);
  const octets = literals.reduce((sum, literal) => sum + Buffer.byteLength(literal), 0);
  // UTF-8 spends about two octets above 127 for each one that a text has more than it has characters.
  const encoding = prefersRadix64(octets, (octets - characters) * 2) ? 'base64' : 'quoted-printable';
  const fields = [
    headerField('Content-Type', `text/${of === 'text' ? 'plain' : 'html'}; charset=utf-8`),
    headerField('Content-Transfer-Encoding', encoding),
  ];
  if (encoding === 'base64') return { of, fields, encoding, literals };
  return { of, fields, encoding, literals: literals.map(encodedLiteral) };
}

function encodedLiteral(literal: string): EncodedLiteral {
  const whole = encodedText(literal);
  return {
    whole,
    afterCr: literal.startsWith('\n') ? encodedText(literal.slice(1)) : whole,
    endsInCr: literal.endsWith('\r'),
  };
}

/** Every text has as many values as slots; anything else is a mistake of the caller. */
function filledText(literals: SlottedText, values: readonly string[]): string {
  assertFits(literals, values);
  return literals.reduce((text, literal, index) => `${text}${values[index - 1]!}${literal}`);
}

function assertFits(literals: readonly unknown[], values: readonly string[]): void {
  if (values.length !== literals.length - 1)
    throw new Error('a text was filled with too few or too many values');
}

function encodedPart(part: CompiledPart, values: MessageFilling['values']): string {
  return part.encoding === 'base64'
    ? radix64(Buffer.from(withMailLineEnds(filledText(part.literals, values[part.of]))))
    : joinedLiterals(part.literals, values[part.of]);
}

/**
 * Literals and values in turn, each on lines of its own; where no line ended between two, a soft line break. Only pieces
 * are looked at, never what they were joined to: that would be written out whole at each of them.
 */
function joinedLiterals(literals: readonly EncodedLiteral[], values: readonly string[]): string {
  assertFits(literals, values);
  let text = '';
  let lineOpen = false;
  let afterCr = false;
  const join = (piece: string): void => {
    if (piece === '') return;
    text += lineOpen ? softLineBreak + piece : piece;
    lineOpen = !endsLine(piece);
  };
  for (const [index, literal] of literals.entries()) {
    if (literal.whole !== '') {
      join(afterCr ? literal.afterCr : literal.whole);
      afterCr = literal.endsInCr;
    }
    const value = values[index] ?? '';
    if (value === '') continue;
    join(encodedText(afterCr && value.startsWith('\n') ? value.slice(1) : value));
    afterCr = value.endsWith('\r');
  }
  return text;
}

/** Mails to many recipients often say the same, all of it or in one of their parts. */
const encodedText = memoize((text) => quotedPrintable(Buffer.from(text)));
