import type { RawMessage } from '../message/raw-message.ts';
import { fieldOf, type HeaderFields, readHeaderFields, readParameters } from './header-fields.ts';
import { headerOfMessage, type ReturnedMessage, readOctetsMax } from './mime-parts.ts';

/** A report that a recipient marked a mail as spam (RFC 5965). All of it is untrusted text. */
export type FeedbackReport = {
  /** Such as `abuse`, in lower case. */
  type: string;
  /** The reporting program. */
  by: string | null;
  /** Field values that may contain the mail's return path; none is trusted yet. */
  names: readonly string[];
};

const namesMax = 12;
const nameCharactersMax = 400;

/** Fields of the report that contain a mail's address or name. */
const namesInReport = ['original-mail-from', 'cfbl-feedback-id', 'original-envelope-id'];
/** The same, in the header of the reported mail. */
const namesInMail = ['cfbl-feedback-id', 'return-path', 'cfbl-address', 'x-original-return-path'];

/**
 * The feedback report in a message (RFC 5965; RFC 6591 for those about failed authentication), or null. Microsoft's
 * reports have no report part: the mail itself is attached, under one of its own fields.
 */
export function readArf(message: ReturnedMessage): FeedbackReport | null {
  const mails = message.parts
    .filter(({ type }) => mailTypes.includes(type))
    .map(({ text }) => headerOfMessage(text));
  const part = message.parts.find(({ type }) => type === 'message/feedback-report');
  const report = part && readHeaderFields(part.text.split('\n'));
  const type = report ? fieldOf(report, 'feedback-type') : junkReport(message, mails) ? 'abuse' : null;
  if (type === null) return null;
  const names = [
    ...(report ? valuesOf(report, namesInReport) : []),
    ...valuesOf(message.fields, ['cfbl-feedback-id']),
    ...mails.flatMap((mail) => valuesOf(mail, namesInMail)),
  ];
  return {
    type: type.trim().toLowerCase(),
    by: report ? fieldOf(report, 'user-agent') : fieldOf(message.fields, 'from'),
    names: names.slice(0, namesMax),
  };
}

/**
 * Whether a message can be a complaint at all, by its Content-Type: a report, or, as with Microsoft, a message with
 * another one in it. Checked before more is read, because anyone may write to this address.
 */
export function mayBeComplaint({ header, body }: RawMessage): boolean {
  const fields = readHeaderFields(header.slice(0, headerCharactersMax).split('\r\n'));
  const { token } = readParameters(fieldOf(fields, 'content-type') ?? '');
  if (token === 'multipart/report') return true;
  return token.startsWith('multipart/') && anyMailType.test(body.slice(0, readOctetsMax));
}

const headerCharactersMax = 64 * 1024;
const anyMailType = /\b(?:message|text)\/(?:rfc822|global)/i;

const mailTypes = [
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'text/rfc822',
];

function junkReport({ fields }: ReturnedMessage, mails: readonly HeaderFields[]): boolean {
  if (mails.some((mail) => mail.has('x-hmxmroriginalrecipient'))) return true;
  return mails.length > 0 && /^complaint about message from /i.test(fieldOf(fields, 'subject') ?? '');
}

function valuesOf(fields: HeaderFields, names: readonly string[]): string[] {
  return names.flatMap((name) =>
    (fields.get(name) ?? []).map((value) => value.split(';', 1)[0]!.trim().slice(0, nameCharactersMax)),
  );
}

/** What a kind of report asks for. */
type FeedbackWish = 'complaint' | 'opt_out' | 'nothing';

/**
 * What a report does to its address. `not-spam` and `auth-failure` are about the mail and its sender, not about a
 * person who wants no more; an undefined kind does nothing.
 */
export function feedbackWish(type: string): FeedbackWish {
  switch (type) {
    case 'abuse':
    case 'fraud':
      return 'complaint';
    case 'opt-out':
    case 'opt-out-list':
      return 'opt_out';
    default:
      return 'nothing';
  }
}
