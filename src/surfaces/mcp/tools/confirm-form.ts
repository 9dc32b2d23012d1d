import { previewInWords } from '../../../model/approval/preview-in-words.ts';
import { isChangeAlone, type PreviewedSend } from '../../../model/sending/send-preview.ts';
import { type Fields, isFields } from '../protocol/fields.ts';

const question = 'confirm';

export function confirmForm(title: string, { preview }: PreviewedSend): Fields {
  return {
    [question]: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: previewInWords(title, preview),
        requestedSchema: {
          type: 'object',
          properties: { confirm: { type: 'boolean', title: isChangeAlone(preview) ? 'Do it' : 'Send it' } },
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
      params: { mode: 'url', message: previewInWords(title, preview, 'page'), url, elicitationId: id },
    },
  };
}

export function answerIn(inputResponses: Fields | undefined): 'yes' | 'no' | null {
  const answer = inputResponses?.[question];
  if (!isFields(answer)) return null;
  if (answer.action === 'decline' || answer.action === 'cancel') return 'no';
  if (answer.action !== 'accept') return null;
  const content = answer.content;
  if (!isFields(content) || typeof content.confirm !== 'boolean') return null;
  return content.confirm ? 'yes' : 'no';
}
