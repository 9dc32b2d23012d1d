import { factWords, sentence } from '../../../model/approval/approval-words.ts';
import {
  describeName,
  describeRecipient,
  formatList,
  mailFacts,
  mailLines,
} from '../../../model/approval/describe-mails.ts';
import { describePreview } from '../../../model/approval/describe-preview.ts';
import { isChangeAlone, type PreviewedSend, type ShownMail } from '../../../model/sending/send-preview.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { cutAtCodeUnits } from '../../../model/text/text.ts';

const question = 'confirm';

const pageChoice = {
  page: {
    type: 'boolean',
    title: 'Decide later, at the console',
    description: 'The approval page shows all details. Nothing happens until you decide there.',
    default: false,
  },
} as const;

/** Builds the form elicitation. A form that cannot show everything also offers the approval page. */
export async function confirmForm(
  title: string,
  previewed: PreviewedSend,
  signal: AbortSignal,
): Promise<Fields> {
  const { preview } = previewed;
  const mails = await mailsOfForm(previewed, signal);
  // Its mails show the text.
  const shown = mails.text === '' ? preview : { ...preview, text: null };
  const facts = describePreview(title, shown, 'form');
  const isWhole = mails.isWhole && facts === describePreview(title, shown, 'all');
  return {
    [question]: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: [facts, mails.text, isWhole ? '' : factWords.restOnPage]
          .map((part) => part.trimEnd())
          .filter((part) => part !== '')
          .join('\n\n'),
        requestedSchema: {
          type: 'object',
          properties: {
            confirm: { type: 'boolean', title: isChangeAlone(preview) ? 'Do it' : 'Send it' },
            ...(!isWhole && pageChoice),
          },
          required: ['confirm'],
        },
      },
    },
  };
}

export function pageRequest(
  title: string,
  { preview }: PreviewedSend,
  { id, url }: { id: string; url: string },
): Fields {
  return {
    [question]: {
      method: 'elicitation/create',
      // Only revision 2025-11-25 has the id.
      params: { mode: 'url', message: describePreview(title, preview, 'page'), url, elicitationId: id },
    },
  };
}

/** Returns the person's answer, `page` if they decide on the approval page; null if there is none. */
export function answerIn(inputResponses: Fields | undefined): 'yes' | 'no' | 'page' | null {
  const answer = inputResponses?.[question];
  if (!isFields(answer)) return null;
  if (answer.action === 'decline' || answer.action === 'cancel') return 'no';
  if (answer.action !== 'accept') return null;
  const content = answer.content;
  if (isFields(content) && content.page === true) return 'page';
  if (!isFields(content) || typeof content.confirm !== 'boolean') return null;
  return content.confirm ? 'yes' : 'no';
}

/** The list and the mails of a send as its form shows them. The protocol sets no limit for a form; a person has to find its end. */

const formMailLimits = {
  /** Mails that are rendered for one form. */
  mails: 10,
  /** Of the texts of these mails together. Their facts are always whole. */
  textCharacters: 8_000,
  listed: 50,
} as const;

/** Wrapped beyond the limit, so that invisible characters and spaces at line ends do not shorten the shown text. */
const hiddenCharacters = 1_000;

/** `isWhole`: false if something was left out, which `text` says. */
type MailsOfForm = { text: string; isWhole: boolean };

async function mailsOfForm(
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
