import { factWords, sentence } from '../../../model/approval/approval-words.ts';
import {
  describeName,
  describeRecipient,
  formatList,
  mailFacts,
  mailLines,
} from '../../../model/approval/describe-mails.ts';
import type { PreviewedSend, ShownMail } from '../../../model/sending/send-preview.ts';
import { cutAtCodeUnits } from '../../../model/text/text.ts';

/** The list and the mails of a send as its form shows them. The protocol sets no limit for a form; a person has to find its end. */

export const formMailLimits = {
  /** Mails that are rendered for one form. */
  mails: 10,
  /** Of the texts of these mails together. Their facts are always whole. */
  textCharacters: 8_000,
  listed: 50,
} as const;

/** Wrapped beyond the limit, so that invisible characters and spaces at line ends do not shorten the shown text. */
const hiddenCharacters = 1_000;

/** `isWhole`: false if something was left out, which `text` says. */
export type MailsOfForm = { text: string; isWhole: boolean };

export async function mailsOfForm(
  { list, mails }: Pick<PreviewedSend, 'list' | 'mails'>,
  signal: AbortSignal,
): Promise<MailsOfForm> {
  const blocks: string[] = [];
  let isWhole = true;
  if (list) {
    const shown = list.slice(0, formMailLimits.listed);
    isWhole &&= shown.length === list.length;
    blocks.push(shown.length === list.length ? formatList(list) : beginningOfList(shown, list.length));
  }
  let left: number = formMailLimits.textCharacters;
  const count = mails?.count ?? 0;
  for (let index = 0; index < Math.min(count, formMailLimits.mails); index += 1) {
    const mail = await mails!.show(index, signal);
    const title = count === 1 ? 'The mail' : `Mail ${index + 1} of ${count.toLocaleString('en')}`;
    if (mail === null) {
      isWhole = false;
      blocks.push(`${title} is kept as a whole message, which a form cannot show.\n`);
      continue;
    }
    const { shown, cut } = beginningOfText(mail, left);
    left -= charactersOf(shown);
    isWhole &&= cut === 0;
    const rest = cut === 0 ? [] : [`  … ${cut.toLocaleString('en')} more characters of this mail`];
    const [, ...facts] = mailFacts(mail);
    const head = `${title}: ${describeName(mail)}${describeRecipient(mail)}`;
    blocks.push(`${[head, ...facts, '', ...shown, ...rest].join('\n')}\n`);
  }
  const note = mails?.note === undefined || count === 0 ? [] : [`${mails.note}\n`];
  const more = count - formMailLimits.mails;
  if (more > 0) {
    isWhole = false;
    blocks.push(`${sentence(factWords.moreMails, { count: more.toLocaleString('en') })}\n`);
  }
  return { text: [...note, ...blocks].join('\n'), isWhole };
}

function beginningOfList(shown: readonly string[], count: number): string {
  const more = sentence(factWords.others, { count: (count - shown.length).toLocaleString('en') });
  return `${formatList(shown, count)}  ${more}\n`;
}

/** Wraps only the beginning: a whole text can block for half a second. `cut` counts the hidden characters. */
function beginningOfText(mail: ShownMail, most: number): { shown: string[]; cut: number } {
  const text = mail.text.trimEnd();
  const beginning = cutAtCodeUnits(text, most + hiddenCharacters);
  const rest = text.length - beginning.length;
  const lines = mailLines({ ...mail, text: beginning });
  let left = most;
  const end = lines.findIndex((line) => {
    left -= line.length;
    return left < 0;
  });
  if (end === -1) return { shown: lines, cut: rest };
  return { shown: lines.slice(0, end), cut: charactersOf(lines.slice(end)) + rest };
}

function charactersOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
