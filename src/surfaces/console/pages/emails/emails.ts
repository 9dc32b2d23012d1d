import { listEmails } from '../../../../../tools/emails/list-emails.ts';
import { emailSources } from '../../../../model/email/email.ts';
import { emailEvents } from '../../../../model/email/lifecycle.ts';
import { dayMs, hourMs, isoInstant } from '../../../../model/instant.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { emailBadge, emailStates } from '../../email-states.ts';
import { addressCharactersMax } from '../../fields.ts';
import { page } from '../../layout.ts';
import { emptyState, linkButton, sheet } from '../../look/parts.ts';
import { type Choice, filters, lead, olderCursor, pager, table } from '../../look/tables.ts';
import type { ConsolePage, NavEntry, Visit } from '../../page.ts';
import { foreign, renderSender, renderShortTime } from '../../shown.ts';
import { emailActions } from './act-on-email.ts';
import { showEmail } from './email.ts';
import { showAttachment, showContent, showSource } from './mail-files.ts';
import { describeTrouble, type Listed, sourceWords, subjectWords } from './mail-words.ts';

export const emailPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/emails', answer: showAll },
  { method: 'GET', path: '/console/emails/:id', answer: (visit) => showEmail(visit) },
  { method: 'GET', path: '/console/emails/:id/content', answer: showContent },
  { method: 'GET', path: '/console/emails/:id/source', answer: showSource },
  { method: 'GET', path: '/console/emails/:id/attachments/:n', answer: showAttachment },
  ...emailActions,
];

export const emailsEntry: NavEntry = {
  href: '/console/emails',
  title: 'Emails',
  picture: 'email',
  group: 'Sending',
};

const emailsShown = 50;
const textCharactersMax = 200;
/** A state that is a delivery mode for the tool. */
const capturedState = 'captured';

const stateChoices: readonly Choice[] = [
  { value: '', title: 'Any state' },
  ...emailEvents.map((event) => ({ value: event, title: emailStates[event].text })),
  { value: capturedState, title: 'Captured' },
];
const sourceChoices: readonly Choice[] = [
  { value: '', title: 'Any source' },
  ...emailSources.map((source) => ({ value: source, title: sourceWords[source] })),
];
const periods: Readonly<Record<string, { title: string; ms: number }>> = {
  hour: { title: 'Last hour', ms: hourMs },
  day: { title: 'Last 24 hours', ms: dayMs },
  week: { title: 'Last 7 days', ms: 7 * dayMs },
  month: { title: 'Last 30 days', ms: 30 * dayMs },
};
const timeChoices: readonly Choice[] = [
  { value: '', title: 'Any time' },
  ...Object.entries(periods).map(([value, { title }]) => ({ value, title })),
];

type Asked = Readonly<Record<'query' | 'to' | 'from' | 'state' | 'source' | 'time' | 'campaign', string>>;

function readAsked({ request: { query } }: Visit): Asked {
  const text = (name: string, most = textCharactersMax): string => (query.get(name) ?? '').slice(0, most);
  return {
    query: text('query'),
    to: text('to', addressCharactersMax),
    from: text('from', addressCharactersMax),
    state: text('state'),
    source: text('source'),
    time: text('time'),
    campaign: text('campaign'),
  };
}

function filterOf({ state, time, ...asked }: Asked, now: number): Record<string, string> {
  const period = Object.hasOwn(periods, time) ? periods[time] : undefined;
  return given({
    ...asked,
    ...(state === capturedState ? { delivery_mode: capturedState } : { last_event: state }),
    created_after: period ? isoInstant(now - period.ms) : '',
  });
}

function given(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

async function showAll(visit: Visit): Promise<HttpAnswer> {
  const { request, organization, now } = visit;
  const asked = readAsked(visit);
  const filter = filterOf(asked, now);
  const position = request.query.get('after') || undefined;
  const found = await visit.call(listEmails, { ...filter, after: position, limit: emailsShown });
  // A search may stop before it has seen every mail.
  const older = olderCursor(found);
  const isFiltered = Object.keys(filter).length > 0;
  const list =
    found.data.length > 0
      ? renderRows(found.data, organization.timezone, now)
      : isFiltered || position !== undefined
        ? nothingFound(older !== undefined)
        : nothingYet;
  const body = html`${filters(
    '/console/emails',
    [
      search('query', 'Subject or recipient', asked.query, textCharactersMax),
      search('to', 'To (whole address)', asked.to, addressCharactersMax),
      search('from', 'From', asked.from, addressCharactersMax),
      choice('state', 'State', asked.state, stateChoices),
      choice('source', 'Source', asked.source, sourceChoices),
      choice('time', 'Time', asked.time, timeChoices),
    ],
    { campaign: asked.campaign },
  )}${asked.campaign === '' ? null : html`<p class="small mid section">Only emails of <a href="/console/campaigns/${asked.campaign}">one campaign</a>. <a href="/console/emails">Show all emails</a></p>`}
${sheet({ body: list, bare: true, footer: pager('/console/emails', given(asked), { older, isFirst: position === undefined }) })}`;
  return await page(visit, {
    title: 'Emails',
    sub: 'Every email of this organization, with its delivery.',
    body,
    also: {
      tool: listEmails,
      input: { ...filter, limit: emailsShown },
      ask: 'Which emails bounced today, and why?',
    },
  });
}

function search(name: string, label: string, value: string, charactersMax: number) {
  return { kind: 'search', name, label, value, charactersMax } as const;
}

function choice(name: string, label: string, value: string, choices: readonly Choice[]) {
  return { kind: 'choice', name, label, value, choices } as const;
}

function renderRows(emails: readonly Listed[], timeZone: string, now: number): Html {
  return table({
    caption: 'Emails, newest first',
    columns: [
      { title: 'Email', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'From', kind: 'val' },
      { title: 'Source' },
      { title: 'Accepted', kind: 'n' },
    ],
    rows: emails.map((email) => [
      leadCell(email),
      emailBadge(email),
      renderSender(email.from),
      email.delivery_mode === 'test' ? `${sourceWords[email.source]}, simulated` : sourceWords[email.source],
      renderShortTime(email.created_at, timeZone, now),
    ]),
  });
}

function leadCell(email: Listed): Html {
  const why = describeTrouble(email);
  const to = html`To ${foreign(email.to.join(', '))}`;
  return html`${lead(`/console/emails/${email.id}`, subjectWords(email), to)}${why === null ? null : html`<small>${why}</small>`}`;
}

const nothingYet = emptyState({
  picture: 'email',
  title: 'No emails yet',
  text: 'Every email that Posthouse accepts is listed here, with its delivery.',
  actions: linkButton('/console/inbox/new', 'Send a test email', { look: 'main', picture: 'send' }),
});

function nothingFound(isUnfinished: boolean): Html {
  return emptyState({
    picture: 'search',
    title: isUnfinished ? 'No emails found yet' : 'No emails found',
    text: isUnfinished
      ? 'The newest emails do not match. Continue with older ones.'
      : 'No email matches these filters.',
    actions: linkButton('/console/emails', 'Show all emails'),
  });
}
