import { getEmail } from '../../../../../tools/emails/get-email.ts';
import { listEmails } from '../../../../../tools/emails/list-emails.ts';
import { listTokens } from '../../../../../tools/tokens/list-tokens.ts';
import { countUnread, unreadAmong } from '../../../../store/records/mail/unread-mails.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, doneNotice, form } from '../../fields.ts';
import { foundOrNull } from '../../found-or-null.ts';
import { page } from '../../layout.ts';
import { countedMax, emptyState, hiddenWords, icon, linkButton, shownCount } from '../../look/parts.ts';
import { type Choice, olderCursor, pager, pathWith } from '../../look/tables.ts';
import type { ConsolePage, NavEntry, Visit } from '../../page.ts';
import { foreign, renderShortTime } from '../../shown.ts';
import { type Listed, subjectTitle, subjectWords, type Whole } from '../emails/mail-words.ts';
import { noteOpened } from '../emails/note-opened.ts';
import { inboxActions, renderInboxActions } from './inbox-actions.ts';
import { type InboxFilter, renderReader } from './reader.ts';
import { sendTestPages } from './send-test.ts';

export const inboxPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/inbox', answer: showInbox },
  ...sendTestPages,
  ...inboxActions,
  { method: 'GET', path: '/console/inbox/:id', answer: showInbox },
];

export const inboxEntry: NavEntry = { href: '/console/inbox', title: 'Inbox', picture: 'inbox', group: '' };

const mailsShown = 50;
const tokensShown = 100;
const searchCharactersMax = 300;

const notices: Readonly<Record<string, string>> = {
  sent: 'The test email was accepted.',
  deleted: 'Deleted.',
  deleted_some: 'Deleted. More emails are left: delete again to continue.',
  read_some: 'Marked. More emails are unread: mark again to continue.',
  released: 'Released. Posthouse sends the emails now.',
  released_some:
    'Released, but some emails are left. Either their recipients cannot receive mail, or there were too many for one step: release again to continue.',
};

function readFilter({ request: { query } }: Visit): InboxFilter {
  return {
    q: (query.get('q') ?? '').slice(0, searchCharactersMax),
    token: (query.get('token') ?? '').slice(0, searchCharactersMax),
  };
}

/** `to:ada@example.com` in a search names the recipient. */
function toolFilter({ q, token }: InboxFilter): Record<string, unknown> {
  const words = q.split(/\s+/).filter((word) => word !== '');
  const to = words.find((word) => recipientWord.test(word))?.slice('to:'.length);
  const query = words.filter((word) => !recipientWord.test(word)).join(' ');
  return { unsent: true, ...(to && { to }), ...(query && { query }), ...(token && { token_id: token }) };
}

const recipientWord = /^to:./i;

/** Without an id, the page opens the newest email and updates it with the list. */
async function showInbox(visit: Visit): Promise<HttpAnswer> {
  const filter = readFilter(visit);
  const after = visit.request.query.get('after') || undefined;
  const { id } = visit.parameters;
  const input = toolFilter(filter);
  const [found, tokens] = await Promise.all([
    visit.call(listEmails, { ...input, after, limit: mailsShown }),
    visit.call(listTokens, { limit: tokensShown }),
  ]);
  const openId = id ?? found.data[0]?.id;
  const email = openId === undefined ? null : await readOpen(visit, openId, id !== undefined);
  const isOpen = id !== undefined && email !== null;
  if (isOpen) await noteOpened(visit, email.id);
  const mail = { queries: visit.engine.store.database.reader, organization: visit.organization.key };
  const [unread, amount] = await Promise.all([
    unreadAmong(
      mail,
      found.data.map((one) => one.id),
    ),
    countUnread(mail, countedMax),
  ]);
  const place = { filter, after, openId, unread };
  const older = olderCursor(found);
  const isFiltered = filter.q !== '' || filter.token !== '';
  const path = id === undefined ? '/console/inbox' : `/console/inbox/${id}`;
  const list =
    found.data.length === 0 ? emptyList(isFiltered, older !== undefined) : mailList(visit, found.data, place);
  const reader = email ? await renderReader(visit, email, filter, isOpen ? 'h1' : 'h2') : nothingOpen;
  const acts = await renderInboxActions(visit, found.data);
  // Phones hide this heading while a mail is open, so the mail has the heading of the page.
  const head = isOpen
    ? html`<div class="head"><h2>Inbox${unreadCount(amount)}</h2><p class="sub">${inboxSentence}</p><div class="acts">${acts}</div></div>`
    : null;
  const body = html`${head}${doneNotice(visit, notices)}<div class="split${isOpen ? ' open' : ''}">
<div>${searchForm(filter, tokens.data)}
<div id="inbox-list" data-live>${amount === 0 ? null : markAllForm}${list}${pager(path, { ...filter, ...readPartOf(visit, id) }, { older, isFirst: after === undefined })}</div></div>
<article id="inbox-mail" class="reader"${id === undefined ? html` data-live` : null}>${reader}</article></div>`;
  return await page(visit, {
    title: isOpen ? subjectTitle(email) : amount === 0 ? 'Inbox' : `Inbox (${shownCount(amount)})`,
    heading: isOpen ? null : 'Inbox',
    badge: unreadCount(amount),
    sub: inboxSentence,
    acts,
    body,
    isFlush: true,
    also: {
      tool: listEmails,
      input: { ...input, limit: mailsShown },
      ask: 'Read me the last captured email.',
    },
  });
}

const inboxSentence = 'Captured and test emails. Nothing here reached a real mailbox.';

/** Live, so that it counts mail that arrives. */
function unreadCount(amount: number): Html {
  const shown =
    amount > 0 ? html`<span class="count hot">${shownCount(amount)}${hiddenWords(' unread')}</span>` : null;
  return html`<span id="inbox-unread" data-live>${shown}</span>`;
}

const markAllForm = form('/console/inbox/read', button('Mark all as read', { look: 'bare tiny' }), 'inline');

function readPartOf({ request }: Visit, id: string | undefined): Record<string, string> {
  return id === undefined ? {} : { part: request.query.get('part') ?? '' };
}

/** The list may have lost the mail meanwhile. @throws Failure not_found for an id in the URL */
async function readOpen(visit: Visit, id: string, isAsked: boolean): Promise<Whole | null> {
  const read = visit.call(getEmail, { id });
  return isAsked ? await read : await foundOrNull(read);
}

function searchForm({ q, token }: InboxFilter, tokens: readonly { id: string; name: string }[]): Html {
  const choices: Choice[] = [
    { value: '', title: 'All tokens' },
    ...tokens.map(({ id, name }) => ({ value: id, title: name })),
  ];
  // With a single token, there is nothing to choose.
  const byToken =
    tokens.length < 2 && token === ''
      ? null
      : html`<select name="token" aria-label="Token">${choices.map(
          ({ value, title }) =>
            html`<option value="${value}"${value === token ? html` selected` : null}>${title}</option>`,
        )}</select><button class="btn" type="submit">Apply</button>`;
  return html`<form class="tools" role="search" method="get" action="/console/inbox"><div class="find">${icon('search')}<input type="search" name="q" value="${q}" maxlength="${String(searchCharactersMax)}" placeholder="Search, or to:address" aria-label="Search the inbox by subject or recipient"></div>${byToken ?? html`<button class="vh" type="submit">Search</button>`}</form>`;
}

type Position = {
  filter: InboxFilter;
  after: string | undefined;
  openId: string | undefined;
  unread: ReadonlySet<string>;
};

function mailList({ organization, now }: Visit, emails: readonly Listed[], place: Position): Html {
  return html`<ul class="mails">${emails.map((email) => {
    const isOpen = email.id === place.openId;
    const href = pathWith(`/console/inbox/${email.id}`, { ...place.filter, after: place.after });
    const isUnread = place.unread.has(email.id);
    return html`<li><a ${isUnread ? html`class="new" ` : null}href="${href}"${isOpen ? html` aria-current="true"` : null}><b class="cut">${isUnread ? hiddenWords('Unread') : null}${subjectWords(email)}</b>${renderShortTime(email.created_at, organization.timezone, now)}<span class="cut line2">To ${foreign(email.to.join(', '))}</span>${email.preview ? html`<span class="cut line2 quiet">${foreign(email.preview)}</span>` : null}</a></li>\n`;
  })}</ul>`;
}

function emptyList(isFiltered: boolean, isUnfinished: boolean): Html {
  if (!isFiltered) {
    return emptyState({
      picture: 'inbox',
      title: 'No emails yet',
      text: 'Emails appear here as soon as Posthouse captures them. Send one from your application, or send a test email.',
    });
  }
  return emptyState({
    picture: 'search',
    title: isUnfinished ? 'No emails found yet' : 'No emails found',
    text: isUnfinished ? 'Continue with older emails.' : 'No email matches this search.',
    actions: linkButton('/console/inbox', 'Show all emails'),
  });
}

const nothingOpen = emptyState({
  picture: 'email',
  title: 'No email selected',
  text: 'Select an email to read it.',
});
