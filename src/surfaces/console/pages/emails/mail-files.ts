import { getEmail } from '../../../../../tools/emails/get-email.ts';
import { getEmailAttachment } from '../../../../../tools/emails/get-email-attachment.ts';
import { getEmailSource } from '../../../../../tools/emails/get-email-source.ts';
import { Failure } from '../../../../model/failure.ts';
import { servedType } from '../../../../model/message/served-file.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { fileAnswer } from '../../download.ts';
import { mailAnswer, readMailLook } from '../../mail-frame.ts';
import type { Visit } from '../../page.ts';
import type { Whole } from './mail-words.ts';
import { noteOpened } from './note-opened.ts';

/** The mail in the frame of a preview. */
export async function showContent(visit: Visit): Promise<HttpAnswer> {
  const email = await visit.call(getEmail, { id: visit.parameters.id });
  if (email.html === null && email.text === null) throw new Failure('not_found');
  const look = readMailLook(visit.request.query.get('as'));
  const written = look === 'no-images' ? email.html : await withInlineImages(visit, email);
  return mailAnswer({ html: written || null, text: email.text ?? '' }, look);
}

/** Each image is read with the whole message. */
const inlineImagesMax = 5;
const inlineImageOctetsMax = 500_000;
/** A mail may refer to one image any number of times. */
const inlinedCharactersMax = 5_000_000;
const imageTypes: ReadonlySet<string> = new Set(['image/gif', 'image/jpeg', 'image/png', 'image/webp']);

/** The frame loads nothing, so the images of a mail submitted over SMTP become part of its HTML. */
async function withInlineImages(
  visit: Visit,
  { id, html: written, attachments }: Whole,
): Promise<string | null> {
  if (!written?.includes('cid:')) return written;
  const images = attachments
    .flatMap(({ content_id, content_type, size }, index) => {
      const isShown = imageTypes.has(content_type) && size <= inlineImageOctetsMax;
      return isShown && content_id ? [{ n: index + 1, reference: `cid:${content_id}` }] : [];
    })
    .filter(({ reference }) => written.includes(reference))
    .slice(0, inlineImagesMax);
  let shown = written;
  let left = inlinedCharactersMax;
  for (const { n, reference } of images) {
    const { content, content_type } = await visit.call(getEmailAttachment, { id, n });
    const address = `data:${content_type};base64,${content}`;
    // The character after a reference, because another one may begin with it.
    for (const end of ['"', "'", ')']) {
      shown = shown.replaceAll(reference + end, (found) => {
        if (address.length > left) return found;
        left -= address.length;
        return address + end;
      });
    }
  }
  return shown;
}

export async function showSource(visit: Visit): Promise<HttpAnswer> {
  const { id = '' } = visit.parameters;
  const file = await visit.call(getEmailSource, { id });
  await noteOpened(visit, id);
  return mailFile(file);
}

export async function showAttachment(visit: Visit): Promise<HttpAnswer> {
  const { id, n } = visit.parameters;
  const file = await visit.call(getEmailAttachment, { id, n: Number(n) });
  return mailFile(file);
}

function mailFile(file: { filename: string; content_type: string; content: string }): HttpAnswer {
  return fileAnswer(file.filename, servedType(file.content_type), Buffer.from(file.content, 'base64'));
}
