import type { Mailbox } from '../address.ts';
import { hasSingleBlanks } from './dkim.ts';
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
import { hasEightBit } from './reading/read-fields.ts';
import {
  prefersRadix64,
  quotedPrintable,
  radix64,
  softLineBreak,
  withMailLineEnds,
} from './transfer-encoding.ts';

/**
 * Composes header fields (RFC 5322), text and HTML (`multipart/alternative`, RFC 2046 5.1.4) in 7 bits, so
 * that no hop recodes them and breaks a signature. `compileMessage` writes shared content once.
 */

/** Excludes signatures. 7-bit unless a flag says otherwise. */
export type UnsignedMessage = {
  fields: HeaderField[];
  /** Complete lines with CR LF, one character per byte. */
  body: string;
  eightBit: boolean;
  utf8: boolean;
  /** The body has no tabs, runs of blanks or blanks before a line end, so a signature need not look for them. */
  singleBlanks?: boolean;
};

/** Literals of a text with slots; a value belongs between each two. */
export type SlottedText = readonly [string, ...string[]];

/** Content shared by all recipients. An empty body is left out; a body with a slot is not empty. */
type MessageTemplate = {
  from: Mailbox;
  replyTo: Mailbox | null;
  subject: SlottedText;
  html: SlottedText;
  text: SlottedText;
};

export type MessageFilling = {
  to: Mailbox;
  messageId: string;
  date: number;
  /** Additional fields, in order. Fields that the composer writes are refused. */
  headers: readonly (readonly [name: string, value: string])[];
  values: { subject: readonly string[]; html: readonly string[]; text: readonly string[] };
};

export type CompiledMessage = {
  from: HeaderField;
  replyTo: HeaderField | null;
  subject: SlottedText;
  parts: readonly [CompiledPart, CompiledPart?];
};

/** A base64 character depends on all text before it, so base64 literals stay unencoded. */
type CompiledPart = { of: 'text' | 'html'; fields: HeaderField[] } & (
  | { encoding: 'quoted-printable'; literals: EncodedLiteral[] }
  | { encoding: 'base64'; literals: SlottedText }
);

/** `afterCr`: the literal after a CR, whose line a leading LF completes. */
type EncodedLiteral = { whole: string; afterCr: string; endsInCr: boolean; singleBlanks: boolean };

/** @throws UnsafeMessage for a value that could end its header line, or for an address that is not plain */
export function composeMessage(
  message: Pick<MessageTemplate, 'from' | 'replyTo'> &
    Omit<MessageFilling, 'values'> & { subject: string; html: string; text: string },
): UnsignedMessage {
  const { from, replyTo, subject, html, text } = message;
  const compiled = compileMessage({ from, replyTo, subject: [subject], html: [html], text: [text] });
  return fillMessage(compiled, { ...message, values: { subject: [], html: [], text: [] } });
}

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

/** Equals composing the filled texts, unless a character is split between a literal and a value. */
export function fillMessage(compiled: CompiledMessage, filling: MessageFilling): UnsignedMessage {
  const { to, messageId, date, headers, values } = filling;
  const fields = [dateField(date), compiled.from, mailboxField('To', to, 'recipient')];
  if (compiled.replyTo !== null) fields.push(compiled.replyTo);
  // A local part cannot be encoded (RFC 6531 3.2); all other non-ASCII text is.
  const utf8 = fields.some(({ text }) => hasEightBit(text));
  fields.push(messageIdField(messageId), textField('Subject', filledText(compiled.subject, values.subject)));
  for (const [name, value] of headers) fields.push(furtherField(name, value));
  fields.push(headerField('MIME-Version', '1.0'));

  const [first, second] = compiled.parts;
  if (second === undefined) {
    fields.push(...first.fields);
    const { text, singleBlanks } = encodedPart(first, values);
    return { fields, body: endsLine(text) ? text : `${text}\r\n`, eightBit: false, utf8, singleBlanks };
  }
  fields.push(headerField('Content-Type', `multipart/alternative; boundary="${boundary}"`));
  let body = '';
  let singleBlanks = true;
  for (const part of [first, second]) {
    const encoded = encodedPart(part, values);
    body += `--${boundary}\r\n${textOf(part.fields)}\r\n${encoded.text}\r\n`;
    singleBlanks &&= encoded.singleBlanks;
  }
  return { fields, body: `${body}--${boundary}--\r\n`, eightBit: false, utf8, singleBlanks };
}

function isEmpty(text: SlottedText): boolean {
  return text.length === 1 && text[0] === '';
}

function endsLine(text: string): boolean {
  return text.endsWith('\r\n');
}

/** `=_` cannot occur in quoted-printable or base64. Constant, so that equal contents give equal bodies. */
const boundary = '=_posthouse_alternative';

function textOf(fields: readonly HeaderField[]): string {
  return fields.map(({ text }) => text).join('');
}

function compiledPart(of: 'text' | 'html', literals: SlottedText): CompiledPart {
  const characters = literals.reduce((sum, { length }) => sum + length, 0);
  const octets = literals.reduce((sum, literal) => sum + Buffer.byteLength(literal), 0);
  // Estimates two bytes above 127 for each byte that exceeds the number of characters.
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
    singleBlanks: hasSingleBlanks(whole),
  };
}

/** A mismatch is a programming error of the caller. */
function filledText(literals: SlottedText, values: readonly string[]): string {
  assertFits(literals, values);
  return literals.reduce((text, literal, index) => `${text}${values[index - 1]!}${literal}`);
}

function assertFits(literals: readonly unknown[], values: readonly string[]): void {
  if (values.length !== literals.length - 1)
    throw new Error('a text was filled with too few or too many values');
}

type EncodedPart = { text: string; singleBlanks: boolean };

function encodedPart(part: CompiledPart, values: MessageFilling['values']): EncodedPart {
  if (part.encoding === 'quoted-printable') return joinedLiterals(part.literals, values[part.of]);
  const filled = filledText(part.literals, values[part.of]);
  return { text: radix64(Buffer.from(withMailLineEnds(filled))), singleBlanks: true };
}

/**
 * Inspects only pieces, because inspecting the joined string would flatten it every time. No run of blanks
 * spans two pieces, because each piece ends its line or a soft line break follows.
 */
function joinedLiterals(literals: readonly EncodedLiteral[], values: readonly string[]): EncodedPart {
  assertFits(literals, values);
  let text = '';
  let lineOpen = false;
  let afterCr = false;
  let singleBlanks = true;
  const join = (piece: string, hasSingle: boolean): void => {
    if (piece === '') return;
    text += lineOpen ? softLineBreak + piece : piece;
    lineOpen = !endsLine(piece);
    singleBlanks &&= hasSingle;
  };
  for (const [index, literal] of literals.entries()) {
    if (literal.whole !== '') {
      join(afterCr ? literal.afterCr : literal.whole, literal.singleBlanks);
      afterCr = literal.endsInCr;
    }
    const value = values[index] ?? '';
    if (value === '') continue;
    const encoded = encodedText(afterCr && value.startsWith('\n') ? value.slice(1) : value);
    join(encoded, hasSingleBlanks(encoded));
    afterCr = value.endsWith('\r');
  }
  return { text, singleBlanks };
}

const encodedText = memoize((text) => quotedPrintable(Buffer.from(text)));
