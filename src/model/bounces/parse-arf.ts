import type { RawMessage } from '../message/raw-message.ts';
import { findFieldValue, type HeaderFields, readHeaderFields, readParameters } from './header-fields.ts';
import { headerOfMessage, type ReturnedMessage, readOctetsMax } from './mime-parts.ts';

/** A spam complaint by a recipient (RFC 5965). All fields are untrusted text. */
export type FeedbackReport = {
  type: string;
  by: string | null;
  /** Unverified values that may contain the mail's return path. */
  names: readonly string[];
};

const namesMax = 12;
const nameCharactersMax = 400;

const namesInReport = ['original-mail-from', 'cfbl-feedback-id', 'original-envelope-id'];
const namesInMail = ['cfbl-feedback-id', 'return-path', 'cfbl-address', 'x-original-return-path'];

/** RFC 5965, RFC 6591. Microsoft's reports have no report part: they attach the mail with a field of their own. */
export function readArf(message: ReturnedMessage): FeedbackReport | null {
  const mails = message.parts
    .filter(({ type }) => mailTypes.includes(type))
    .map(({ text }) => headerOfMessage(text));
  const part = message.parts.find(({ type }) => type === 'message/feedback-report');
  const report = part && readHeaderFields(part.text.split('\n'));
  const type = report ? findFieldValue(report, 'feedback-type') : junkReport(message, mails) ? 'abuse' : null;
  if (type === null) return null;
  const names = [
    ...(report ? valuesOf(report, namesInReport) : []),
    ...valuesOf(message.fields, ['cfbl-feedback-id']),
    ...mails.flatMap((mail) => valuesOf(mail, namesInMail)),
  ];
  return {
    type: type.trim().toLowerCase(),
    by: report ? findFieldValue(report, 'user-agent') : findFieldValue(message.fields, 'from'),
    names: names.slice(0, namesMax),
  };
}

/** Checked before anything else is read, because anyone may write to this address. */
export function mayBeComplaint({ header, body }: RawMessage): boolean {
  const fields = readHeaderFields(header.slice(0, headerCharactersMax).split('\r\n'));
  const { token } = readParameters(findFieldValue(fields, 'content-type') ?? '');
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
  return mails.length > 0 && /^complaint about message from /i.test(findFieldValue(fields, 'subject') ?? '');
}

function valuesOf(fields: HeaderFields, names: readonly string[]): string[] {
  return names.flatMap((name) =>
    (fields.get(name) ?? []).map((value) => value.split(';', 1)[0]!.trim().slice(0, nameCharactersMax)),
  );
}

type FeedbackWish = 'complaint' | 'opt_out' | 'nothing';

/** `not-spam` and `auth-failure` concern the mail and its sender, not the person's wish. */
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
