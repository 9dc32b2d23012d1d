import type { HttpAnswer } from '../http/request-response.ts';
import { type Html, html } from '../public/html.ts';
import { icon } from './look/parts.ts';

/**
 * Shows a mail in a sandboxed frame, with a choice between a desktop and a phone that needs no script.
 *
 * @param src page that returns `mailAnswer`
 * @param name unique in the page
 */
export function mailFrame(
  src: string,
  { name = 'device', title = 'the email', note = null as Html | null } = {},
): Html {
  return html`<div class="preview"><div class="tools"><fieldset class="switch"><legend class="vh">Preview as</legend>${devices.map(
    ({ value, text, picture }, index) =>
      html`<label>${icon(picture)}<span>${text}</span><input type="radio" name="${name}" value="${value}"${index === 0 ? html` checked` : null}></label>`,
  )}</fieldset>${note && html`<span class="small quiet">${note}</span>`}</div><div class="stage"><iframe src="${src}" title="Preview: ${title}" sandbox="" loading="lazy"></iframe></div></div>`;
}

const devices = [
  { value: 'desktop', text: 'Desktop', picture: 'desktop' },
  { value: 'phone', text: 'Phone', picture: 'phone' },
  { value: 'dark', text: 'Dark', picture: 'dark' },
] as const;

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
