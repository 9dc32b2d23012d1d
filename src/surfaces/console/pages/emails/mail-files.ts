import { getEmail } from '../../../../../tools/emails/get-email.ts';
import { getEmailAttachment } from '../../../../../tools/emails/get-email-attachment.ts';
import { getEmailSource } from '../../../../../tools/emails/get-email-source.ts';
import { Failure } from '../../../../model/failure.ts';
import { attachmentDisposition, servedType } from '../../../../model/message/served-file.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { mailAnswer, readMailLook } from '../../mail-frame.ts';
import type { Visit } from '../../page.ts';

/** The mail in the frame of a preview. */
export async function showContent(visit: Visit): Promise<HttpAnswer> {
  const { html: written, text } = await visit.call(getEmail, { id: visit.parameters.id });
  if (written === null && text === null) throw new Failure('not_found');
  const look = readMailLook(visit.request.query.get('as'));
  return mailAnswer({ html: written || null, text: text ?? '' }, look);
}

export async function showSource(visit: Visit): Promise<HttpAnswer> {
  const file = await visit.call(getEmailSource, { id: visit.parameters.id });
  return download(file.filename, file.content_type, file.content);
}

export async function showAttachment(visit: Visit): Promise<HttpAnswer> {
  const { id, n } = visit.parameters;
  const file = await visit.call(getEmailAttachment, { id, n: Number(n) });
  return download(file.filename, file.content_type, file.content);
}

/** The browser stores the file and never shows it as a page of this server. */
function download(name: string, type: string, base64: string): HttpAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': servedType(type),
      'Content-Disposition': attachmentDisposition(name),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    },
    body: Buffer.from(base64, 'base64'),
  };
}
