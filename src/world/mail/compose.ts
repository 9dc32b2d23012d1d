import { hash } from 'node:crypto';
import type { Mailbox } from '../../model/address.ts';
import type { OutgoingMessage } from './mail.ts';
import { assertBareAddress, assertHeaderSafe, UnsafeMessage, unfitContent } from './unsafe-message.ts';

/** Characters without a blank that still fit on a line of 998 octets beside the field's name (RFC 5322 2.1.1). */
const unbrokenCharactersMax = 900;

/**
 * Writes a message as the bytes that go over the wire: RFC 5322 header fields, then the text and the HTML as
 * `multipart/alternative` (RFC 2046 5.1.4), each in quoted-printable or base64. Everything is 7-bit, so no hop
 * has a reason to recode it and break a signature.
 *
 * The encodings are nodemailer's, used as functions on strings we chose; its message object, which follows
 * paths, URLs and nested objects, never sees the message. Encoding straight away instead of through its
 * streams also takes a fifth of the time.
 *
 * @throws UnsafeMessage for a value that could end its header line or is no plain address
 */
export type Compose = (message: OutgoingMessage) => Buffer;

/** Loads the encoders when the first message needs them. */
export async function loadComposer(): Promise<Compose> {
  const [words, quotedPrintable] = await Promise.all([
    import('nodemailer/lib/mime-funcs'),
    import('nodemailer/lib/qp'),
  ]);
  const encodeWord = words.encodeWord;
  const encodeQuotedPrintable = (text: string) => quotedPrintable.wrap(quotedPrintable.encode(text));

  return (message) => {
    const fields: [name: string, value: string][] = [
      ['Date', dateTime(message.date)],
      ['From', mailboxText('From', message.from, 'sender')],
      ['To', mailboxText('To', message.to, 'recipient')],
      ...(message.replyTo === null ? [] : [replyTo(message.replyTo)]),
      ['Message-ID', identifier(message.messageId)],
      ['Subject', unstructured('Subject', message.subject)],
      ...message.headers.map(([name, value]): [string, string] => [
        furtherName(name),
        unstructured(name, value),
      ]),
      ['MIME-Version', '1.0'],
    ];
    const head = fields.map(([name, value]) => folded(name, value)).join('');
    return Buffer.from(head + body(message), 'latin1');
  };

  function replyTo(mailbox: Mailbox): [string, string] {
    return ['Reply-To', mailboxText('Reply-To', mailbox, 'sender')];
  }

  function mailboxText(field: string, mailbox: Mailbox, role: 'sender' | 'recipient'): string {
    const address = `${mailbox.local}@${mailbox.domain}`;
    assertBareAddress(role, address);
    // The envelope is written from `address`: nobody may be named whom the message does not go to.
    if (address !== mailbox.address) {
      throw new UnsafeMessage(unfitContent, `The ${role}'s address does not agree with its parts.`);
    }
    if (mailbox.displayName === null || mailbox.displayName.trim() === '') return `<${address}>`;
    assertHeaderSafe(field, mailbox.displayName);
    return `${phrase(mailbox.displayName.trim())} <${address}>`;
  }

  /** RFC 5322 3.2.5: plain words as they are, ASCII in quotes, anything else as encoded-words. */
  function phrase(text: string): string {
    if (!isPlainText(text) || !folds(text)) return encoded(text);
    if (plainWords.test(text)) return text;
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
  }

  function unstructured(name: string, value: string): string {
    assertHeaderSafe(name, value);
    const text = value.trim();
    return isPlainText(text) && folds(text) ? text : encoded(text);
  }

  /**
   * Whether a text has a blank wherever its line would get too long: RFC 5322 2.2.3 folds at blanks alone. One that has
   * not goes as encoded-words, which may be cut anywhere.
   */
  function folds(text: string): boolean {
    return (
      text.length < unbrokenCharactersMax ||
      text.split(' ').every((run) => run.length < unbrokenCharactersMax)
    );
  }

  /** The shorter of the two encodings of RFC 2047, in words short enough for any line. */
  function encoded(text: string): string {
    const q = encodeWord(text, 'Q', encodedWordCharacters);
    const b = encodeWord(text, 'B', encodedWordCharacters);
    return b.length < q.length ? b : q;
  }

  function body(message: OutgoingMessage): string {
    const text = part('plain', message.text);
    if (message.html === '') return withLineEnd(text);
    const html = part('html', message.html);
    if (message.text === '') return withLineEnd(html);
    const boundary = boundaryFor(message.messageId);
    return (
      `Content-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n` +
      `--${boundary}\r\n${text}\r\n--${boundary}\r\n${html}\r\n--${boundary}--\r\n`
    );
  }

  function part(subtype: 'plain' | 'html', content: string): string {
    const lines = content.replace(anyLineEnd, '\r\n');
    const [name, text] = prefersBase64(lines)
      ? ['base64', base64Lines(lines)]
      : ['quoted-printable', encodeQuotedPrintable(lines)];
    return `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${name}\r\n\r\n${text}`;
  }
}

/** The last line of a message ends too; inside a multipart, the line end before a boundary is the boundary's. */
function withLineEnd(text: string): string {
  return text.endsWith('\r\n') ? text : `${text}\r\n`;
}

/** A line end of any system. One that is not CR LF would be a bare CR or LF on the wire. */
const anyLineEnd = /\r\n|\r|\n/g;
/** Atoms with single spaces between them need no quotes (RFC 5322 3.2.3). */
const plainWords = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+( [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** Leaves room for a field name on a line of 76 characters, the most that may hold an encoded-word. */
const encodedWordCharacters = 52;
const lineCharactersIdeal = 76;

/**
 * Whether a text can stand in a header as it is. One with `=?` in it cannot: readers would decode what was
 * meant literally, line breaks included.
 */
function isPlainText(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text) && !text.includes('=?');
}

/** RFC 5322 3.3, in UTC with the numeric zone. */
function dateTime(epochMs: number): string {
  return new Date(epochMs).toUTCString().replace('GMT', '+0000');
}

/** A msg-id of RFC 5322 3.6.4 as software writes them: no blanks, one pair of angle brackets. */
const identifierShape = /^<[!-;=?-~]{1,990}>$/;

function identifier(messageId: string): string {
  const id = messageId.startsWith('<') ? messageId : `<${messageId}>`;
  if (!identifierShape.test(id)) throw new UnsafeMessage(unfitContent, 'The Message-ID has the wrong form.');
  return id;
}

/** What the composer writes itself, and what only other hops or the envelope may say. */
const ownFields =
  /^(from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|content-.*|return-path)$/i;
const fieldName = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;

function furtherName(name: string): string {
  if (!fieldName.test(name))
    throw new UnsafeMessage(unfitContent, 'A header field has a name of the wrong form.');
  if (ownFields.test(name)) {
    throw new UnsafeMessage(unfitContent, `The header field ${name} is not given apart from the message.`);
  }
  return name;
}

/**
 * One header field with its line end. Lines longer than 76 characters are broken before a run of blanks that a
 * word follows, so that unfolding (RFC 5322 2.2.3) gives back every character.
 */
function folded(name: string, value: string): string {
  const whole = `${name}: ${value}`;
  if (whole.length <= lineCharactersIdeal) return `${whole}\r\n`;
  let text = `${name}:`;
  let column = text.length;
  let first = true;
  for (const word of ` ${value}`.match(/[ \t]+[^ \t]+/g) ?? []) {
    // A first word stays beside the name, since some readers lose a value that begins on the second line;
    // not so an encoded-word, whose line has a strict length.
    const breaks = column + word.length > lineCharactersIdeal && (!first || word.startsWith(' =?'));
    text += breaks ? `\r\n${word}` : word;
    column = breaks ? word.length : column + word.length;
    first = false;
  }
  return `${text}\r\n`;
}

/**
 * `=_` can occur neither in quoted-printable nor in base64, so no body can hold this line. It follows from the
 * Message-ID, so that every attempt sends the same bytes.
 */
function boundaryFor(messageId: string): string {
  return `=_posthouse_${hash('sha256', messageId).slice(0, 24)}`;
}

const base64LineOctets = 57;

/** base64 with 76 characters a line (RFC 2045 6.8). */
function base64Lines(text: string): string {
  const bytes = Buffer.from(text);
  let lines = '';
  for (let at = 0; at < bytes.length; at += base64LineOctets) {
    lines += `${bytes.toString('base64', at, at + base64LineOctets)}\r\n`;
  }
  return lines;
}

/**
 * Whether base64 is the shorter encoding. Quoted-printable writes three characters for every octet that is not
 * ASCII, base64 four for every three octets; UTF-8 beyond ASCII spends about two octets for each one that it
 * has more than the text has characters.
 */
function prefersBase64(text: string): boolean {
  const octets = Buffer.byteLength(text);
  return (octets - text.length) * 12 > octets;
}
