import { previewInWords } from '../../../model/approval/preview-in-words.ts';
import { isChangeAlone, type PreviewedSend } from '../../../model/sending/send-preview.ts';
import { type Fields, isFields } from '../protocol/fields.ts';

/** The one question a person is asked before a send, and the reading of their answer. */

/** Under which name the question and its answer stand. */
const question = 'confirm';

/** The form that a client puts before its person. */
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

/** What a client opens for its person: the page that says all of it, where they decide. */
export function pageRequest(
  title: string,
  { preview }: PreviewedSend,
  { id, url }: { id: string; url: string },
): Fields {
  return {
    [question]: {
      method: 'elicitation/create',
      // The id is of the revision 2025-11-25; later ones know none.
      params: { mode: 'url', message: previewInWords(title, preview), url, elicitationId: id },
    },
  };
}

/** What the person said; null when there is no answer that can be read as one. */
export function answerIn(inputResponses: Fields | undefined): 'yes' | 'no' | null {
  const answer = inputResponses?.[question];
  if (!isFields(answer)) return null;
  if (answer.action === 'decline' || answer.action === 'cancel') return 'no';
  if (answer.action !== 'accept') return null;
  const content = answer.content;
  if (!isFields(content) || typeof content.confirm !== 'boolean') return null;
  return content.confirm ? 'yes' : 'no';
}
