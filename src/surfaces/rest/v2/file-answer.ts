import { attachmentDisposition, servedType } from '../../../model/message/served-file.ts';
import type { HttpAnswer } from '../../http/request-response.ts';

/** Output of a tool that REST answers with a file. */
export type FileOutput = {
  filename: string;
  content_type: string;
  /** In base64. */
  content: string;
};

/** Answers with a download. The octets are untrusted, so the browser must save them and never run a script in them. */
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
