import { answerIn, type DeliveryReport } from './delivery-report.ts';
import { decodedWords, findFieldValue } from './header-fields.ts';
import type { ReturnedMessage } from './mime-parts.ts';

/** Opening words identify each form, so that a mere mention of a bounce does not match. */
type Form = {
  name: string;
  known: RegExp;
  action: 'failed' | 'delayed';
  /** Start of the server's reason; the whole text if absent or not found. */
  reason?: RegExp;
};

/** Specific forms before general ones. */
const forms: readonly Form[] = [
  { name: 'qmail', known: /this is the qmail-send program/i, action: 'failed', reason: /^<[^\n]{1,320}>:$/m },
  {
    name: 'exim, waiting',
    known: /^a message that you (?:sent|have sent) has not yet been delivered/im,
    action: 'delayed',
  },
  {
    name: 'exim',
    known: /^a message that you sent (?:could not be delivered|contained (?:no|one or more) recipient)/im,
    action: 'failed',
    reason: /^the following address(?:\(es\)|es)? failed:$/im,
  },
  {
    name: 'gmail, waiting',
    known: /^delivery to the following recipients? has been delayed|^\*\* delivery incomplete \*\*/im,
    action: 'delayed',
    reason: /^(?:the response (?:from the remote server )?was:|technical details of temporary failure:)/im,
  },
  {
    name: 'gmail',
    known:
      /^delivery to the following recipients? failed permanently:|^\*\* (?:address not found|message (?:not delivered|blocked|too large)) \*\*/im,
    action: 'failed',
    reason: /^(?:the response (?:from the remote server )?was:|technical details of permanent failure:)/im,
  },
  {
    name: 'exchange',
    known:
      /^(?:delivery has failed to these recipients or (?:distribution lists|groups)|(?:could not|was not able to) deliver (?:your|this) message to)/im,
    action: 'failed',
    reason: /^(?:diagnostic information for administrators|generating server):/im,
  },
  {
    name: 'exchange 2000',
    known: /did not reach the following recipient\(s\):/i,
    action: 'failed',
    reason: /did not reach the following recipient\(s\):/i,
  },
  {
    name: 'notes',
    known: /^-{3,} failure reasons? {1,3}-{3,}/im,
    action: 'failed',
    reason: /^-{3,} failure reasons? {1,3}-{3,}/im,
  },
  {
    name: 'sendmail, waiting',
    known: /^-{3,} the following addresses had transient non-fatal errors -{3,}/im,
    action: 'delayed',
    reason: /^-{3,} transcript of session follows -{3,}/im,
  },
  {
    name: 'sendmail',
    known:
      /^-{3,} (?:the following addresses had permanent (?:fatal )?(?:delivery )?errors|transcript of session follows) -{3,}/im,
    action: 'failed',
    reason: /^-{3,} transcript of session follows -{3,}/im,
  },
  {
    name: 'yahoo',
    known: /^(?:unable|sorry, we were unable) to deliver (?:your )?message to the following address/im,
    action: 'failed',
  },
  {
    name: 'postfix',
    known: /^this is the (?:mail system|[\w.-]{1,60} (?:mail system|program)) at host /im,
    action: 'failed',
    reason: /^<[^\n]{1,320}>:/m,
  },
];

/** Phrases for a missing mailbox, from servers without codes. */
const missingMailbox =
  /not listed in (?:the )?(?:public name & address book|domino directory)|(?:the )?recipient name is not recogni[sz]ed|e-?mail account does not exist at the organization|this user doesn['’]t have an? \S{1,60} account|recipnotfound|no mailbox here by that name/i;

const copyBegins =
  /^(?:-{2,} ?below this line is a copy|-{3,} this is a copy of (?:the|your) message|-{3,} ?original message|-{2,} ?original message follows|original message headers:|-{3,} the header of the original message|-{3,} ?returned message|your (?:original )?message (?:follows|headers? follow)|(?:----- )?message header follows)/im;

const textCharactersMax = 8_000;
const subjectOfBounce =
  /undeliver|undelivered|delivery (?:has )?(?:fail|status|problem|error|notification)|mail delivery|deliver(?:y|ing) .{0,30}failed|returned (?:mail|to sender)|failure notice|mail failure|could not be delivered|not delivered|mailbox (?:is )?full|over quota|unzustellbar|non remis|devuelto/i;
const daemon = /\b(?:mailer-daemon|mail-?daemon|postmaster|mail delivery (?:sub)?system)\b/i;
const fullMailbox =
  /\b(?:mailbox|inbox|account) (?:is |was )?(?:full|over (?:its )?quota)\b|\bquota (?:is )?exceeded\b/i;

/** @param message not a report by RFC 3464 */
export function readTextBounce(message: ReturnedMessage): DeliveryReport | null {
  const text = textOf(message);
  for (const form of forms) {
    if (!form.known.test(text)) continue;
    const start = form.reason?.exec(text)?.index ?? 0;
    return reportOf(text.slice(start), form.action, message);
  }
  const failed = findFieldValue(message.fields, 'x-failed-recipients');
  return failed === null ? null : reportOf(text, 'failed', message);
}

/** Recognizes an unknown form by sender and subject. @param nullSender RFC 5321 4.5.5 */
export function readPlainBounce(message: ReturnedMessage, nullSender: boolean): DeliveryReport | null {
  const from = findFieldValue(message.fields, 'from') ?? '';
  const subject = decodedWords(findFieldValue(message.fields, 'subject') ?? '').slice(0, 300);
  if (!nullSender && !daemon.test(from)) return null;
  return subjectOfBounce.test(subject) ? reportOf(textOf(message), 'failed', message) : null;
}

function reportOf(text: string, action: 'failed' | 'delayed', { fields }: ReturnedMessage): DeliveryReport {
  const answer = answerIn(withoutAddresses(text));
  const missing = missingMailbox.test(text);
  const full = !missing && answer.enhanced === null && fullMailbox.test(text);
  const enhanced = answer.enhanced ?? (missing ? '5.1.1' : full ? '5.2.2' : null);
  const first = findFieldValue(fields, 'x-failed-recipients')?.split(',', 1)[0]?.trim().toLowerCase();
  return {
    action,
    code: answer.code ?? (action === 'delayed' || enhanced?.startsWith('4.') ? 450 : 550),
    enhanced,
    text: text.trim(),
    recipients: first === undefined || first === '' ? [] : [first],
    by: null,
    wordsAlone: answer.code === null && enhanced === null,
  };
}

/** A number in an address is not a code. */
function withoutAddresses(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .join(' ');
}

function textOf({ parts }: ReturnedMessage): string {
  const part =
    parts.find(({ type, text }) => type === 'text/plain' && text.trim() !== '') ??
    parts.find(({ type }) => type === 'text/html');
  if (!part) return '';
  const begun = part.text.slice(0, textCharactersMax);
  const text = part.type === 'text/html' ? withoutTags(begun) : begun;
  const copy = copyBegins.exec(text);
  return copy ? text.slice(0, copy.index) : text;
}

function withoutTags(html: string): string {
  return html
    .replace(/<(?:br|p|div|tr|h\d)\b[^<>]{0,300}>/gi, '\n')
    .replace(/<[^<>]{0,1000}>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
