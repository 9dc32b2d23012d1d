import type { Mailbox } from '../address.ts';
import { withoutUnpairedBidi } from '../text/bidi.ts';
import { encodedWords, looksEncoded } from './encoded-word.ts';
import { octetsOfText } from './octets.ts';
import { assertHeaderSafe, soundAddress, UnsafeMessage, unfitContent } from './unsafe-message.ts';

/** `text` is folded and includes the name and the final CR LF. One character represents one byte. */
export type HeaderField = { name: string; text: string };

/** RFC 2047 2 for a line with an encoded-word; RFC 5322 2.1.1 recommends at most 78 for others. */
const lineCharactersMax = 76;

/** Folds before a run of blanks that a word follows, so that unfolding (RFC 5322 2.2.3) restores every character. */
export function headerField(name: string, value: string): HeaderField {
  const whole = `${name}: ${value}`;
  return { name, text: `${whole.length <= lineCharactersMax ? whole : folded(name, value)}\r\n` };
}

function folded(name: string, value: string): string {
  let text = `${name}:`;
  let column = text.length;
  let first = true;
  for (const word of ` ${value}`.match(/[ \t]+[^ \t]+/g) ?? []) {
    // Some readers lose a value that begins on the second line. An encoded-word has a strict line length.
    const breaks = column + word.length > lineCharactersMax && (!first || word.startsWith(' =?'));
    text += breaks ? `\r\n${word}` : word;
    column = breaks ? word.length : column + word.length;
    first = false;
  }
  return text;
}

/** For values in which blanks between pieces have no meaning, such as tag lists (RFC 6376 3.2). */
export function headerFieldOfPieces(name: string, pieces: Iterable<string>): HeaderField {
  let text = `${name}:`;
  let column = text.length;
  for (const piece of pieces) {
    if (column + piece.length > lineCharactersMax) {
      text += '\r\n ';
      column = 1;
    }
    const added = column === 1 ? piece.trimStart() : piece;
    text += added;
    column += added.length;
  }
  return { name, text: `${text}\r\n` };
}

/** Returns everything after the colon, including folds, blanks and the final line end. */
export function rawValue({ text }: HeaderField): string {
  return text.slice(text.indexOf(':') + 1);
}

/** RFC 5322 3.3, in UTC with a numeric zone. */
export function dateField(epochMs: number): HeaderField {
  return headerField('Date', new Date(epochMs).toUTCString().replace('GMT', '+0000'));
}

/** A msg-id of RFC 5322 3.6.4 as software writes it: no blanks, one pair of angle brackets, on one line. */
const identifierShape = /^<[!-;=?-~]{1,980}>$/;

export function messageIdField(messageId: string): HeaderField {
  const id = messageId.startsWith('<') ? messageId : `<${messageId}>`;
  if (!identifierShape.test(id)) throw new UnsafeMessage(unfitContent, 'The Message-ID has the wrong form.');
  return headerField('Message-ID', id);
}

/** @throws UnsafeMessage for a name that could end its line, or for an address that is not plain */
export function mailboxField(
  name: 'From' | 'To' | 'Reply-To',
  mailbox: Mailbox,
  role: 'sender' | 'recipient',
): HeaderField {
  const address = octetsOfText(soundAddress(role, mailbox));
  const displayName = trimmed(mailbox.displayName ?? '');
  if (displayName === '') return headerField(name, `<${address}>`);
  assertHeaderSafe(name, displayName);
  return headerField(name, `${phrase(displayName)} <${address}>`);
}

export function textField(name: string, value: string): HeaderField {
  assertHeaderSafe(name, value);
  const text = trimmed(value);
  return headerField(name, standsAsItIs(text) ? text : encodedWords(withoutUnpairedBidi(text)));
}

/** Fields that the composer writes, or that only other hops or the envelope may set. */
const ownFields =
  /^(from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|content-.*|return-path)$/i;
const fieldName = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;

export function furtherField(name: string, value: string): HeaderField {
  if (!fieldName.test(name)) {
    throw new UnsafeMessage(unfitContent, 'A header field has a name of the wrong form.');
  }
  if (ownFields.test(name)) {
    throw new UnsafeMessage(unfitContent, `The header field ${name} is not given apart from the message.`);
  }
  return textField(name, value);
}

/** Atoms with single spaces between them need no quotes (RFC 5322 3.2.3). */
const plainWords = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+( [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Writes a display name (RFC 5322 3.2.5): plain words, quoted ASCII, or encoded-words. */
function phrase(text: string): string {
  if (!standsAsItIs(text)) return encodedWords(text);
  return plainWords.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Unbroken characters that fit into a line of 998 bytes with the field's name (RFC 5322 2.1.1). */
const unbrokenCharactersMax = 900;

/** Lines fold only at blanks, so long unbroken text needs encoding. */
function standsAsItIs(text: string): boolean {
  if (!/^[\t\x20-\x7e]*$/.test(text) || looksEncoded(text)) return false;
  return (
    text.length < unbrokenCharactersMax || text.split(' ').every((run) => run.length < unbrokenCharactersMax)
  );
}

/** Removes surrounding blanks, which folding would lose. Keeps Unicode blanks, which are encoded. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
