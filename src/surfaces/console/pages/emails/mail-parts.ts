/** The parts of a mail that the inbox and the page of an email share, each with a URL. */
import { getEmailSource } from '../../../../../tools/emails/get-email-source.ts';
import { Failure } from '../../../../model/failure.ts';
import { readFields, unfoldedValue } from '../../../../model/message/reading/read-fields.ts';
import { scopesAllow } from '../../../../model/organization/token.ts';
import { cutAtCodeUnits } from '../../../../model/text/text.ts';
import { mailExtracts } from '../../../../sdk/mail-extracts.ts';
import { type Html, html } from '../../../public/html.ts';
import { codeFigure, emptyState, icon, linkButton, list, notice } from '../../look/parts.ts';
import { type MailLook, mailFrame, readMailLook } from '../../mail-frame.ts';
import { inNumber, renderSize } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import { renderChecks } from './mail-checks.ts';
import { subjectTitle, type Whole } from './mail-words.ts';

const partTitles = {
  preview: 'Preview',
  checks: 'Checks',
  text: 'Text',
  source: 'Source',
  headers: 'Headers',
  attachments: 'Attachments',
} as const;
export type MailPart = keyof typeof partTitles;
export const mailParts = Object.keys(partTitles) as MailPart[];

/** Characters of a text or a source on a page; the download has the rest. */
const shownCharactersMax = 200_000;

/** The source has working links of the recipient, so it needs the right to change subscribers. */
export function offersPart({ caller }: Visit, { attachments }: Whole, part: MailPart): boolean {
  if (part === 'attachments') return attachments.length > 0;
  return (part !== 'source' && part !== 'headers') || scopesAllow(caller.scopes, 'subscribers.write');
}

export function partTab(email: Whole, part: MailPart, href: string, isHere: boolean) {
  const title = partTitles[part];
  return part === 'attachments'
    ? { href, title, isHere, count: email.attachments.length }
    : { href, title, isHere };
}

/** @param href page of the preview with a look */
export async function renderPart(
  visit: Visit,
  email: Whole,
  part: MailPart,
  href: (look: MailLook) => string,
): Promise<Html> {
  if (part === 'attachments') return attachmentList(email);
  if (email.html === null && email.text === null) return removed(visit, email);
  if (part === 'checks') return await renderChecks(visit, email);
  if (part === 'text') return shownText('mail-text', 'Text', email.text ?? '');
  if (part === 'preview') return preview(visit, email, href);
  const source = await readSource(visit, email);
  if (source instanceof Failure)
    return notice({ state: 'warn', title: 'The source is not available.', text: source.message });
  return part === 'source' ? wholeSource(email, source) : headerTable(source);
}

function preview({ request }: Visit, email: Whole, href: (look: MailLook) => string): Html {
  return mailFrame(`/console/emails/${email.id}/content`, {
    title: subjectTitle(email),
    note: contentNote(email),
    looks: { here: readMailLook(request.query.get('as')), href },
  });
}

/** Size, links and images. The frame loads no image from elsewhere. */
function contentNote({ html: written, text }: Whole): string {
  const { links } = mailExtracts(written, text);
  const octets = Buffer.byteLength(written || text || '');
  const images = (written ?? '').match(/<img\b/gi)?.length ?? 0;
  const shownImages =
    images === 0 ? 'no images' : `${inNumber(images, 'image')}; remote images are not loaded`;
  return `${renderSize(octets)}, ${links.length === 0 ? 'no links' : inNumber(links.length, 'link')}, ${shownImages}`;
}

function removed({ organization }: Visit, { content_removed_at }: Whole): Html {
  const when =
    content_removed_at === null ? '.' : html` ${renderTime(content_removed_at, organization.timezone)}.`;
  return emptyState({
    picture: 'file',
    title: 'The content was removed',
    text: html`Posthouse removes content after the retention period. This happened${when}`,
  });
}

function shownText(id: string, title: string, text: string): Html {
  const cut = cutAtCodeUnits(text, shownCharactersMax);
  const more =
    cut.length < text.length
      ? html`<p class="small mid section">Only the first ${renderSize(cut.length)} are shown.</p>`
      : null;
  return html`<div class="pad">${codeFigure(id, title, cut)}${more}</div>`;
}

async function readSource(visit: Visit, { id }: Whole): Promise<string | Failure> {
  try {
    const { content } = await visit.call(getEmailSource, { id });
    return Buffer.from(content, 'base64').toString('latin1');
  } catch (error) {
    if (error instanceof Failure && error.failure === 'conflict') return error;
    throw error;
  }
}

function wholeSource({ id }: Whole, source: string): Html {
  const text = Buffer.from(source, 'latin1').toString();
  return html`<div class="pad"><p>${linkButton(`/console/emails/${id}/source`, 'Download', { look: 'tiny', picture: 'download' })} <span class="small quiet">${renderSize(source.length)}, as Posthouse sends it</span></p></div>${shownText('mail-source', 'Source', text)}`;
}

/** Real mail has fewer than fifty. */
const fieldsShownMax = 200;

function headerTable(source: string): Html {
  const end = source.indexOf('\r\n\r\n');
  const fields = readFields(end === -1 ? source : source.slice(0, end + 2)).slice(0, fieldsShownMax);
  const text = (octets: string): string => Buffer.from(octets, 'latin1').toString();
  return html`<div class="pad stacked">${factList(
    fields.map((field) => [field.name || '(invalid line)', foreign(text(unfoldedValue(field)))]),
  )}</div>`;
}

function attachmentList({ id, attachments }: Whole): Html {
  return list(
    attachments.map(({ filename, content_type, size }, index) => ({
      sign: icon('attachment'),
      body: html`<b>${foreign(filename ?? `Attachment ${index + 1}`)}</b><small>${foreign(content_type)}, ${renderSize(size)}</small>`,
      end: linkButton(`/console/emails/${id}/attachments/${index + 1}`, 'Download', {
        look: 'tiny',
        picture: 'download',
      }),
    })),
  );
}

/** The headers of the message as it is or would be sent; null if a person may not read them or it cannot be sent. */
export async function readMailFields(visit: Visit, email: Whole) {
  if (email.html === null && email.text === null) return null;
  if (!offersPart(visit, email, 'headers')) return null;
  const source = await readSource(visit, email);
  if (source instanceof Failure) return null;
  const end = source.indexOf('\r\n\r\n');
  return readFields(end === -1 ? source : source.slice(0, end + 2));
}
