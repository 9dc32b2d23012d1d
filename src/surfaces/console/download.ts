import { attachmentDisposition } from '../../model/message/served-file.ts';
import type { HttpAnswer } from '../http/request-response.ts';

/** A file that the browser stores and never shows as a page of this server, because others may have written it. */
export function fileAnswer(name: string, type: string, body: string | Buffer): HttpAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'Content-Disposition': attachmentDisposition(name),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    },
    body,
  };
}
