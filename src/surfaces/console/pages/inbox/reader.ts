import { mailExtracts } from '../../../../sdk/mail-extracts.ts';
import { type Html, html } from '../../../public/html.ts';
import { emailBadge } from '../../email-states.ts';
import { button, dialog, form, presenceForm } from '../../fields.ts';
import { badge, copyButton, icon, tabs } from '../../look/parts.ts';
import { pathWith } from '../../look/tables.ts';
import type { MailLook } from '../../mail-frame.ts';
import { isAuthor, type Visit } from '../../page.ts';
import { foreign, renderExactTime, renderSender } from '../../shown.ts';
import { canRelease } from '../emails/email-actions.ts';
import { type MailPart, mailParts, offersPart, partTab, renderPart } from '../emails/mail-parts.ts';
import { subjectTitle, subjectWords, type Whole } from '../emails/mail-words.ts';

export type InboxFilter = { q: string; token: string };

/** Renders the open mail. */
export async function renderReader(
  visit: Visit,
  email: Whole,
  filter: InboxFilter,
  heading: 'h1' | 'h2',
): Promise<Html> {
  const { organization, now, request } = visit;
  const wanted = request.query.get('part');
  const offered = mailParts.filter((part) => offersPart(visit, email, part));
  const here = offered.find((part) => part === wanted) ?? 'preview';
  const href = (part: MailPart, look: MailLook = 'light'): string =>
    pathWith(`/console/inbox/${email.id}`, {
      ...filter,
      part: part === 'preview' ? '' : part,
      as: look === 'light' ? '' : look,
    });
  return html`<header><a class="back btn tiny" href="${pathWith('/console/inbox', filter)}">${icon('back')}Inbox</a>
<div class="head"><${heading}>${subjectWords(email)}</${heading}><p class="sub small">${renderSender(email.from)} to ${foreign(email.to.join(', '))}, ${renderExactTime(email.created_at, organization.timezone, now)}</p><div class="acts">${heading === 'h1' ? markUnreadForm(email) : null}${await mailActions(visit, email)}</div></div>
<div class="inline">${email.delivery_mode === 'test' ? badge('test', 'Test email') : null}${emailBadge(email)}${extractTags(email)}<a class="small" href="/console/emails/${email.id}">Delivery details</a></div></header>
<div class="sheet-tabs">${tabs(
    'Parts of this email',
    offered.map((part) => partTab(email, part, href(part), part === here)),
  )}</div>
${await renderPart(visit, email, here, (look) => href('preview', look))}`;
}

const linksShownMax = 3;
const codesShownMax = 2;
const linkCharactersMax = 40;

/** Codes and links that a developer wants from a captured mail, each with a button that copies it. */
function extractTags({ html: written, text }: Whole): Html[] {
  const { codes, links } = mailExtracts(written, text);
  const shownLinks = links.filter(({ href }) => /^https?:\/\//i.test(href)).slice(0, linksShownMax);
  return [
    ...codes
      .slice(0, codesShownMax)
      .map(
        (code) =>
          html`<span class="tag">Code <b class="mono"><bdi>${code}</bdi></b>${copyButton(code, 'code')}</span>`,
      ),
    ...shownLinks.map(
      ({ href }) =>
        html`<span class="tag">Link <span class="mono cut">${foreign(shortLink(href))}</span>${copyButton(href, 'link')}</span>`,
    ),
  ];
}

/** The path without the host, which is the same in most links of a mail. */
function shortLink(href: string): string {
  const url = URL.parse(href);
  const shown =
    url === null ? href : url.pathname === '/' && url.search === '' ? url.host : url.pathname + url.search;
  return shown.length > linkCharactersMax ? `${shown.slice(0, linkCharactersMax)}…` : shown;
}

/** Opening the mail marked it as read. */
function markUnreadForm({ id, delivery_mode }: Whole): Html | null {
  if (delivery_mode === 'live') return null;
  return form(`/console/inbox/${id}/unread`, button('Mark as unread', { look: 'tiny' }), 'inline');
}

async function mailActions(visit: Visit, email: Whole): Promise<Html> {
  const { id, delivery_mode } = email;
  const release = canRelease(visit, email)
    ? await presenceForm(visit, {
        action: `/console/inbox/${id}/release`,
        body: button('Release to recipient', { look: 'tiny', picture: 'send' }),
        look: 'inline',
      })
    : null;
  const mayDelete = delivery_mode !== 'live' && isAuthor(visit);
  const remove = mayDelete
    ? dialog('delete-one', {
        opener: 'Delete',
        look: 'tiny',
        picture: 'trash',
        title: 'Delete this email?',
        text: html`“${foreign(subjectTitle(email))}” is permanently deleted.`,
        form: form(`/console/inbox/${id}/delete`, button('Delete email', { look: 'danger main' })),
      })
    : null;
  return html`${release}${remove}`;
}
