import { attachmentDisposition, servedType } from '../../../model/message/served-file.ts';
import type { HttpAnswer } from '../../http/request-response.ts';

export type FileOutput = {
  filename: string;
  content_type: string;
  /** Base64. */
  content: string;
};

/** Returns a download. The octets are untrusted, so browsers must save them and run no script in them. */
export function fileAnswer({ filename, content_type: type, content }: FileOutput): HttpAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': servedType(type),
      'Content-Disposition': attachmentDisposition(filename),
      'Content-Security-Policy': "sandbox; default-src 'none'",
    },
    body: Buffer.from(content, 'base64'),
  };
}
