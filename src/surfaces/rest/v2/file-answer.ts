import { attachmentDisposition, servedType } from '../../../model/message/served-file.ts';
import type { HttpAnswer } from '../../http/request-response.ts';

/** The output of a tool whose answer over REST is a file. */
export type FileOutput = {
  filename: string;
  content_type: string;
  /** In base64. */
  content: string;
};

/** Answers with a download. The octets are untrusted: a browser saves them, and runs no script if it opens them anyway. */
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
