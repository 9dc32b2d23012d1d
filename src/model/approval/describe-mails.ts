import { mailboxCharactersMax } from '../address.ts';
import { subjectCharactersMax } from '../email/send-body.ts';
import type { ShownMail } from '../sending/send-preview.ts';
import { oneLine, quoted } from '../text/quoted.ts';
import { stripInvisible } from '../text/strip-invisible.ts';
import { factLabels, factWords, sentence } from './approval-words.ts';
import { describeMailbox } from './describe-preview.ts';

/** Untrusted text is quoted or follows a bar, so that it can neither add nor cover a fact. */

export type MailDescription = Omit<ShownMail, 'html'>;

const listedCharactersMax = 500;
/** A longer line would wrap without the bar. */
const columnsOfText = 72;
const pieces = new RegExp(`.{1,${columnsOfText}}(?= |$)|.{${columnsOfText}}`, 'gu');

export function describeShownMail(mail: MailDescription): string {
  return `${mailFacts(mail).join('\n')}\n\n${mailLines(mail).join('\n')}\n`;
}

export function mailFacts(mail: MailDescription): string[] {
  const to = describeRecipient(mail);
  return [
    `${to[0]!.toUpperCase()}${to.slice(1)}`,
    `${factLabels.from}: ${describeMailbox(mail.from)}`,
    ...(mail.replyTo === undefined ? [] : [`${factLabels.reply_to}: ${describeMailbox(mail.replyTo)}`]),
    `Subject: ${quoted(mail.subject, subjectCharactersMax)}`,
  ];
}

export function mailLines({ text }: MailDescription): string[] {
  return stripInvisible(text.replaceAll(/\r\n?/g, '\n')).trimEnd().split('\n').flatMap(wrapped);
}

function wrapped(line: string): string[] {
  return (line.match(pieces) ?? ['']).map((piece) => `  | ${piece.trim()}`.trimEnd());
}

export function describeRecipient({ to }: MailDescription): string {
  return to === null ? 'to no real person' : `to ${quoted(to, mailboxCharactersMax)}`;
}

export function describeName({ name }: MailDescription): string {
  return name === undefined ? '' : `${oneLine(name)}, `;
}

export function formatList(list: readonly string[], count = list.length): string {
  const lines = list.map((one) => `  ${oneLine(one, listedCharactersMax)}`);
  return `${sentence(factWords.whole, { count: count.toLocaleString('en') })}:\n${lines.join('\n')}\n`;
}
