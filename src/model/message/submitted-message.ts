import { explainRefusal, isHeaderSafe, type Mailbox, parseMailbox } from '../address.ts';
import { decodedWords } from '../bounces/header-fields.ts';
import { remoteText } from '../bounces/remote-text.ts';
import { previewCharactersMax, subjectCharactersMax } from '../email/send-body.ts';
import { Failure, type FieldFault, invalidField } from '../failure.ts';
import { limitMarks } from '../text/limit-marks.ts';
import { type HeaderField, trimmed } from './header.ts';
import { headerFault } from './header-limits.ts';
import { textOfOctets } from './octets.ts';
import { withoutComments } from './reading/parameters.ts';
import { unfoldedValue } from './reading/read-fields.ts';

type SubmittedHeader = {
  from: Mailbox;
  replyTo: Mailbox | null;
  /** True for a message with a Reply-To, or with a signature that another field could break. */
  keepsReplyTo: boolean;
  subject: string;
  preview: string | null;
  /** With angle brackets; null if it is missing or malformed. */
  messageId: string | null;
  /** Display names in To and Cc, by mailbox key. */
  named: ReadonlyMap<string, string>;
  kept: string;
};

/** Fields for this server only, for the envelope, or for the recipient's own server (RFC 8601 5). In lower case. */
const idempotencyField = 'idempotency-key';
export const removedFields: ReadonlySet<string> = new Set([
  'bcc',
  'resent-bcc',
  'return-path',
  'authentication-results',
  idempotencyField,
  'x-tags',
  'x-preview',
  'x-track',
]);

/** May occur at most once (RFC 5322 3.6, RFC 2045 3), because readers disagree on which of two counts. */
const singleFields: ReadonlySet<string> = new Set([
  'date',
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'message-id',
  'in-reply-to',
  'references',
  'subject',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]);

/** More Received fields mean a loop (RFC 5321 6.3). */
const receivedMax = 100;
const fieldsMax = 1_000;
/** Longer than the encoded-words of the longest subject. */
const decodedOctetsMax = 32_000;
const senderOctetsMax = 32_000;
const namedMax = 1_000;

export const receivedFault = 'header.Received';

/** RFC 6409 8, RFC 5322 3.6. @throws Failure validation_error or invalid_from_address, with the fix */
export function readSubmittedHeader(header: string): SubmittedHeader {
  const fields = fieldsOf(header);
  const values = new Map<string, HeaderField>();
  let received = 0;
  let kept = '';
  for (const field of fields) {
    const { name, text } = field;
    if (name === 'received' && ++received >= receivedMax) {
      throw faultAt(
        receivedFault,
        `stands there ${receivedMax} times or more: the message goes round in circles`,
      );
    }
    if (singleFields.has(name) && values.has(name)) {
      throw faultAt(`header.${asWritten(text)}`, 'occurs more than once');
    }
    values.set(name, field);
    // A malformed Message-ID is replaced.
    const goes = removedFields.has(name) || (name === 'message-id' && readMessageId(field) === null);
    if (!goes) kept += text;
  }
  return {
    from: readFrom(values.get('from')),
    replyTo: readReplyTo(values.get('reply-to')),
    keepsReplyTo: values.has('reply-to') || values.has('dkim-signature'),
    subject: remoteText(wordsOf(values.get('subject')), subjectCharactersMax),
    preview: remoteText(wordsOf(values.get('x-preview')), previewCharactersMax) || null,
    messageId: readMessageId(values.get('message-id')),
    named: namesIn(values.get('to'), values.get('cc')),
    kept,
  };
}

const senderField = /^(?:sender|resent-from|resent-sender):.*(?:\r\n[ \t].*)*/gim;
/** Text that readers may see as a domain, also in a display name or a comment. */
const addressDomain = /@([\p{L}\p{M}\p{N}.\u3002_-]+)/gu;
/** Readers ignore these within an address (RFC 5322 4.4), or do not display them. */
const passedOver = /[\s\\"[\]\p{Default_Ignorable_Code_Point}]+/gu;
const senderDomainsMax = 100;

/** RFC 5322 3.6.2 and 3.6.6. @throws Failure naming Sender, if there are too many */
export function senderDomainsIn(header: string): string[] {
  const domains = new Set<string>();
  const written = new Set<string>();
  for (const [field] of header.matchAll(senderField)) {
    if (field.length > senderOctetsMax) {
      throw faultAt('header.Sender', `must have at most ${senderOctetsMax.toLocaleString('en')} octets`);
    }
    const text = limitMarks(wordsOf({ name: '', text: field })).normalize('NFKC');
    // Some readers ignore a blank that ends the domain for others.
    const readings = [text, withoutComments(text).replace(passedOver, '')];
    for (const [, domain] of readings.flatMap((reading) => [...reading.matchAll(addressDomain)])) {
      if (written.has(domain!)) continue;
      written.add(domain!);
      const read = parseMailbox(`x@${domain}`);
      if (read.ok) domains.add(read.mailbox.domain);
      // Invalid domains count too, because parsing many of them takes long.
      if (written.size > senderDomainsMax) {
        throw faultAt(
          'header.Sender',
          `must name at most ${senderDomainsMax} domains with Resent-From and Resent-Sender`,
        );
      }
    }
  }
  return [...domains];
}

export function idempotencyKeyIn(header: string): string | null {
  const found = /^idempotency-key:(.*(?:\r\n[ \t].*)*)/im.exec(header);
  return found ? trimmed(found[1]!.replaceAll('\r\n', '')) : null;
}

const fieldStart = /^[!-9;-~]+:/;
/** RFC 5322 4.1 allows these characters only for reading. Programs display them or break lines at them differently. */
const control = /[^\t\r\n -~\x80-\xff]/;
/** Some readers take a blank line for the end of the header (RFC 5322 4.2). */
const blankLine = /^[ \t]*\r?\n?$/;

/** Drops blank lines, which DKIM's relaxed form ignores (RFC 6376 3.4.2). @throws Failure naming the first bad line */
function fieldsOf(header: string): HeaderField[] {
  const tooLarge = headerFault(header);
  if (tooLarge !== null) throw faultAt('header', tooLarge);
  const fields: HeaderField[] = [];
  let lineNumber = 0;
  for (let start = 0; start < header.length; ) {
    const lf = header.indexOf('\n', start);
    const end = lf < 0 ? header.length : lf + 1;
    const line = header.slice(start, end);
    start = end;
    lineNumber += 1;
    if (control.test(line)) {
      throw faultAt('header', `must not hold control characters, and has one in line ${lineNumber}`);
    }
    const last = fields.at(-1);
    const first = line.charCodeAt(0);
    if ((first === 0x20 || first === 0x09) && last) {
      if (!blankLine.test(line)) last.text += line;
      continue;
    }
    if (!fieldStart.test(line)) {
      throw faultAt(
        'header',
        `has a line that is no header field, line ${lineNumber}; an empty line ends the header`,
      );
    }
    fields.push({ name: line.slice(0, line.indexOf(':')).toLowerCase(), text: line });
    if (fields.length > fieldsMax) throw faultAt('header', `must have at most ${fieldsMax} fields`);
  }
  return fields;
}

function asWritten(text: string): string {
  return text.slice(0, text.indexOf(':'));
}

function faultAt(path: string, message: string, code: FieldFault['code'] = 'invalid'): Failure {
  return invalidField(path, message, code);
}

function textOf(field: HeaderField | undefined): string {
  return field === undefined ? '' : textOfOctets(unfoldedValue(field));
}

/** Decodes the start of a text with encoded-words (RFC 2047). */
function wordsOf(field: HeaderField | undefined): string {
  const value = textOf(field);
  return value.includes('=?') ? decodedWords(value.slice(0, decodedOctetsMax)) : value;
}

/** Accepts exactly one mailbox, because several authors would need a Sender, which is not supported. */
function readFrom(field: HeaderField | undefined): Mailbox {
  if (field === undefined)
    throw faultAt('header.From', 'is missing: the message has no From field', 'required');
  const text = textOf(field);
  const read = parseMailbox(text);
  if (read.ok) return read.mailbox;
  const message = explainRefusal(text, read.message);
  throw new Failure('invalid_from_address', {
    message: `The From field is not one mailbox: ${message}`,
    details: [{ path: 'header.From', code: 'invalid', message }],
  });
}

/** The message keeps its Reply-To; only the record needs a single mailbox. */
function readReplyTo(field: HeaderField | undefined): Mailbox | null {
  if (field === undefined) return null;
  const read = parseMailbox(textOf(field));
  return read.ok ? read.mailbox : null;
}

/** RFC 5322 3.6.4 as software writes it, on one line. */
const messageIdShape = /^<[!-;=?A-~]+@[!-;=?A-~]+>$/;
const messageIdCharactersMax = 980;

function readMessageId(field: HeaderField | undefined): string | null {
  const value = textOf(field);
  return value.length <= messageIdCharactersMax && messageIdShape.test(value) ? value : null;
}

/** Skips invalid mailboxes, because To and Cc decide about no recipient. */
function namesIn(...fields: (HeaderField | undefined)[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const field of fields) {
    // Without angle brackets there are no display names.
    if (!field?.text.includes('<')) continue;
    for (const part of partsOfList(textOf(field))) {
      const read = parseMailbox(part);
      if (!read.ok || read.mailbox.displayName === null || !isHeaderSafe(part)) continue;
      if (!names.has(read.mailbox.key)) names.set(read.mailbox.key, read.mailbox.displayName);
    }
  }
  return names;
}

/** Ignores commas in quotes. */
function* partsOfList(list: string): Generator<string> {
  let start = 0;
  let quoted = false;
  let parts = 0;
  for (let at = 0; at < list.length && parts < namedMax; at++) {
    const character = list[at];
    if (character === '\\' && quoted) at++;
    else if (character === '"') quoted = !quoted;
    else if (character === ',' && !quoted) {
      yield list.slice(start, at);
      start = at + 1;
      parts += 1;
    }
  }
  yield list.slice(start);
}

/**
 * Returns the trace field (RFC 5321 4.4) without the client's address, which may reveal a location and is in
 * the log. @param protocol of RFC 3848, such as `ESMTPSA`
 */
export function receivedLine(by: string, protocol: string, id: string, now: number): string {
  const date = new Date(now).toUTCString().replace('GMT', '+0000');
  return `Received: by ${by} (Posthouse) with ${protocol} id ${id};\r\n\t${date}\r\n`;
}
