import { mailboxCharactersMax } from '../address.ts';
import { subjectCharactersMax } from '../email/send-body.ts';
import type { ShownMail } from '../sending/send-preview.ts';
import { oneLine, quoted } from '../text/quoted.ts';
import { stripInvisible } from '../text/strip-invisible.ts';
import { factLabels, factWords, sentence } from './approval-words.ts';
import { mailboxInWords } from './preview-in-words.ts';

/**
 * The mails and the list of a question as an approver reads them on a terminal or in a form. Text of others is quoted or stands behind a
 * bar, so it can neither add a fact nor cover one.
 */

export type MailInWords = Omit<ShownMail, 'html'>;

const listedCharactersMax = 500;
/** Of a line. A longer one would go on without the bar. */
const columnsOfText = 72;
const pieces = new RegExp(`.{1,${columnsOfText}}(?= |$)|.{${columnsOfText}}`, 'gu');

/** Writes the facts of one mail and its text. */
export function mailInWords(mail: MailInWords): string {
  return `${mailFacts(mail).join('\n')}\n\n${mailLines(mail).join('\n')}\n`;
}

/** Returns a line for each fact of a mail: its recipient, sender, reply address and subject. */
export function mailFacts(mail: MailInWords): string[] {
  const to = recipientInWords(mail);
  return [
    `${to[0]!.toUpperCase()}${to.slice(1)}`,
    `${factLabels.from}: ${mailboxInWords(mail.from)}`,
    ...(mail.replyTo === undefined ? [] : [`${factLabels.reply_to}: ${mailboxInWords(mail.replyTo)}`]),
    `Subject: ${quoted(mail.subject, subjectCharactersMax)}`,
  ];
}

/** Returns the text of a mail, each line behind a bar. */
export function mailLines({ text }: MailInWords): string[] {
  return stripInvisible(text.replaceAll(/\r\n?/g, '\n')).trimEnd().split('\n').flatMap(wrapped);
}

function wrapped(line: string): string[] {
  return (line.match(pieces) ?? ['']).map((piece) => `  | ${piece.trim()}`.trimEnd());
}

export function recipientInWords({ to }: MailInWords): string {
  return to === null ? 'to no real person' : `to ${quoted(to, mailboxCharactersMax)}`;
}

/** Returns the name of one of several mails, such as the step of a workflow, before its recipient; empty without a name. */
export function nameInWords({ name }: MailInWords): string {
  return name === undefined ? '' : `${oneLine(name)}, `;
}

/** Writes the list that a question concerns, one entry per line. @param count of the whole list, if these are its first entries */
export function listInWords(list: readonly string[], count = list.length): string {
  const lines = list.map((one) => `  ${oneLine(one, listedCharactersMax)}`);
  return `${sentence(factWords.whole, { count: count.toLocaleString('en') })}:\n${lines.join('\n')}\n`;
}
