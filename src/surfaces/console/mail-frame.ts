import type { HttpAnswer } from '../http/request-response.ts';
import { type Html, html } from '../public/html.ts';

/** Shows a mail in a sandboxed frame. @param src page that returns `mailAnswer` */
export function mailFrame(src: string): Html {
  return html`<iframe class="mail" sandbox="" title="Preview of the mail" src="${src}"></iframe>`;
}

/** The mail comes from its author, so it runs no script, submits no form and loads nothing. */
const mailHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

export function mailAnswer(mail: { html: string | null; text: string }): HttpAnswer {
  const body = mail.html ?? html`<pre style="white-space:pre-wrap">${mail.text}</pre>`.markup;
  return { status: 200, headers: mailHeaders, body };
}
