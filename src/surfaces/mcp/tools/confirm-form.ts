import { factWords } from '../../../model/approval/approval-words.ts';
import { describePreview } from '../../../model/approval/describe-preview.ts';
import { isChangeAlone, type PreviewedSend } from '../../../model/sending/send-preview.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { mailsOfForm } from './form-mails.ts';

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
