import { Failure } from '../../model/failure.ts';
import { RenderingBusy } from '../../world/rendering.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { type Html, html } from '../public/html.ts';
import { asSentence, correctable } from './form-faults.ts';
import { type IconName, icon } from './look/parts.ts';
import { wholeNumberIn } from './number-words.ts';
import type { Visit } from './page.ts';

/** Renderings of a mail for its frame. */
const mailLooks = ['light', 'dark', 'no-images'] as const;
export type MailLook = (typeof mailLooks)[number];

export function readMailLook(text: string | null): MailLook {
  return mailLooks.find((look) => look === text) ?? 'light';
}

type FrameOptions = {
  /** Unique in the page. */
  name?: string;
  title?: string;
  note?: Html | string | null;
  /** Offers the other looks, each with a page of its own. */
  looks?: { here: MailLook; href(look: MailLook): string };
};

/**
 * Shows a mail in a sandboxed frame, with a choice between a desktop and a phone that needs no script.
 *
 * @param src page that returns `mailAnswer`
 */
export function mailFrame(
  src: string,
  { name = 'device', title = 'the email', note = null, looks }: FrameOptions = {},
): Html {
  const choices = looks ? devices.slice(0, -1) : devices;
  const shown = looks && looks.here !== 'light' ? `${src}?as=${looks.here}` : src;
  return html`<div class="preview"><div class="tools"><fieldset class="switch"><legend class="vh">Preview as</legend>${choices.map(
    ({ value, text, picture }, index) =>
      html`<label>${icon(picture)}<span>${text}</span><input type="radio" name="${name}" value="${value}"${index === 0 ? html` checked` : null}></label>`,
  )}</fieldset>${looks ? lookLinks(looks) : null}${note && html`<span class="small quiet">${note}</span>`}</div><div class="stage"><iframe src="${shown}"${looks?.here === 'dark' ? html` class="dark"` : null} title="Preview: ${title}" sandbox="" loading="lazy"></iframe></div></div>`;
}

const devices = [
  { value: 'desktop', text: 'Desktop', picture: 'desktop' },
  { value: 'phone', text: 'Phone', picture: 'phone' },
  { value: 'dark', text: 'Dark', picture: 'dark' },
] as const;

function lookLinks({ here, href }: NonNullable<FrameOptions['looks']>): Html {
  return html`<nav class="switch" aria-label="Colors and images">${mailLooks.map((look) => {
    const { text, picture } = lookWords[look];
    return html`<a href="${href(look)}"${look === here ? html` aria-current="true"` : null}>${icon(picture)}<span>${text}</span></a>`;
  })}</nav>`;
}

const lookWords: Readonly<Record<MailLook, { text: string; picture: IconName }>> = {
  light: { text: 'Light', picture: 'light' },
  dark: { text: 'Dark', picture: 'dark' },
  'no-images': { text: 'No images', picture: 'imagesOff' },
};

/** The mail comes from its author, so it runs no script, submits no form and loads nothing. */
function mailHeaders(look: MailLook): Readonly<Record<string, string>> {
  const images = look === 'no-images' ? '' : ' img-src data:;';
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `sandbox; default-src 'none'; style-src 'unsafe-inline';${images} frame-ancestors 'self'`,
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
}

export function mailAnswer(
  mail: { html: string | null; text: string },
  look: MailLook = 'light',
): HttpAnswer {
  const body = mail.html ?? html`<pre style="white-space:pre-wrap">${mail.text}</pre>`.markup;
  return { status: 200, headers: mailHeaders(look), body: look === 'dark' ? asInTheDark(body) : body };
}

/** The script posts the form through this button while a person types. @param isNow at once, because the form has unsaved text */
export function typingPreview(action: string, form: string, isNow: boolean): Html {
  return html`<button type="submit" form="${form}" formaction="${action}" formnovalidate data-preview="${isNow ? 'now' : ''}" hidden></button>`;
}

/** Leaves the frame as it is: browsers ignore a navigation to an answer without content. */
const unchanged: HttpAnswer = { status: 204, headers: { 'Cache-Control': 'no-store' }, body: null };

/** The frame of a mail as typed so far. Beyond a limit, or while rendering is busy, the frame stays as it is. */
export async function typedMailAnswer(
  { attempts, session, organization, now }: Visit,
  render: () => Promise<{ html: string; text: string }>,
): Promise<HttpAnswer> {
  const { previews, organizationPreviews } = attempts;
  const tenant = String(organization.key);
  if (!previews.allows(session.id, now) || !organizationPreviews.allows(tenant, now)) return unchanged;
  previews.spend(session.id, now);
  organizationPreviews.spend(tenant, now);
  try {
    const { html: rendered, text } = await render();
    return mailAnswer({ html: rendered || null, text: text || 'Nothing written yet.' });
  } catch (error) {
    if (error instanceof RenderingBusy) return unchanged;
    return mailAnswer({ html: null, text: asSentence(correctable(error).message) });
  }
}

/** Number of the mail that a page of several shows, from 1. */
export function mailNumberIn({ request }: Visit, count: number): number {
  const asked = wholeNumberIn(request.query.get('mail')) ?? 1;
  return asked >= 1 && asked <= count ? asked : 1;
}

type Mails = {
  count: number;
  show(index: number, signal: AbortSignal): Promise<{ html: string | null; text: string } | null>;
};

/** The frame of the mail with the number in the path. @throws Failure not_found */
export async function numberedMailAnswer(
  { parameters, request }: Visit,
  { count, show }: Mails,
): Promise<HttpAnswer> {
  const number = wholeNumberIn(parameters.number) ?? 0;
  const shown = number >= 1 && number <= count ? await show(number - 1, request.signal) : null;
  if (shown === null) throw new Failure('not_found');
  return mailAnswer(shown);
}

/** Turns media queries for a color scheme into queries that always or never apply, whatever the visitor's system. */
const schemeQuery = /\(\s{0,9}prefers-color-scheme\s{0,9}:\s{0,9}(dark|light)\s{0,9}\)/gi;

/** A style after the document keeps its doctype in front. */
function asInTheDark(body: string): string {
  const forced = body.replace(schemeQuery, (_, scheme: string) =>
    scheme.toLowerCase() === 'dark' ? '(min-width:0)' : '(max-width:0)',
  );
  return `${forced}<style>:root{color-scheme:dark}</style>`;
}
