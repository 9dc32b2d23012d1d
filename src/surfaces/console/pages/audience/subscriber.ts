import type { z } from 'zod';
import { listEmails } from '../../../../../tools/emails/list-emails.ts';
import { listSegments } from '../../../../../tools/segments/list-segments.ts';
import { getSubscriber } from '../../../../../tools/subscribers/get-subscriber.ts';
import { listSubscriberEvents } from '../../../../../tools/subscribers/list-subscriber-events.ts';
import { listWorkflowRuns } from '../../../../../tools/workflows/list-workflow-runs.ts';
import type { EmailSummary } from '../../../../model/email/email.ts';
import type { Failure } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { emailBadge } from '../../email-states.ts';
import { button, dialog, doneNotice, form, hiddenField, textField } from '../../fields.ts';
import { page } from '../../layout.ts';
import {
  avatar,
  columns,
  copyable,
  emptyState,
  hiddenWords,
  icon,
  linkButton,
  list,
  notice,
  type Statistic,
  sheet,
  stateBadge,
  statistics,
  tabs,
  trail,
} from '../../look/parts.ts';
import { lead, olderCursor, pager, table } from '../../look/tables.ts';
import { inDigits } from '../../number-words.ts';
import { type ConsolePage, isAuthor, type Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import { runBadge } from '../workflows/workflow-states.ts';
import { failedNotice, rowsShown } from './forms.ts';
import { sourceWords, subscriberSentences, subscriberStates } from './subscriber-states.ts';
import {
  consentEntries,
  mailTitle,
  readWorkflowNames,
  runSentence,
  timelineEntries,
} from './subscriber-timeline.ts';
import { fullName, type ShownSubscriber } from './subscribers.ts';

export const path = '/console/subscribers';

export const subscriberPages: readonly ConsolePage[] = [
  { method: 'GET', path: `${path}/:id`, answer: (visit) => showPerson(visit) },
  { method: 'GET', path: `${path}/:id/emails`, answer: showEmails },
  { method: 'GET', path: `${path}/:id/workflows`, answer: showRuns },
  { method: 'GET', path: `${path}/:id/consent`, answer: showConsent },
];

const notices = {
  added: 'Saved.',
  changed: 'Saved.',
  tagged: 'Tags added.',
  untagged: 'Tag removed.',
  unsubscribed: 'Unsubscribed. They get no more campaigns.',
  resubscribed: 'Subscribed again.',
};

type Mails = readonly z.output<typeof EmailSummary>[];

/** The statistics and the timeline cover the newest mails and events only. */
const newestRead = 100;
const timelineShown = 40;

/** @param fault of a form on the page */
export async function showPerson(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const person = await visit.call(getSubscriber, { subscriber: visit.parameters.id });
  const named = { subscriber: person.id };
  const [mails, events, runs] = await Promise.all([
    visit.call(listEmails, { ...named, limit: newestRead }),
    visit.call(listSubscriberEvents, { ...named, limit: timelineShown }),
    visit.call(listWorkflowRuns, { ...named, limit: timelineShown }),
  ]);
  const names = await readWorkflowNames(visit, runs.data);
  const entries = timelineEntries(visit, {
    person,
    mails: mails.data,
    events: events.data,
    runs: runs.data,
    names,
  });
  const isCut = entries.length > timelineShown || mails.has_more || events.has_more;
  const history = sheet({
    title: 'Timeline',
    bare: true,
    body: trail(entries.slice(0, timelineShown).map(({ entry }) => entry)),
    footer: isCut
      ? html`<span class="quiet">The newest entries.</span> <a href="${path}/${person.id}/emails">All emails</a>`
      : null,
  });
  return await shown(visit, person, {
    tab: 'timeline',
    main: history,
    mails: mails.data,
    hasMore: mails.has_more,
    fault,
  });
}

async function showEmails(visit: Visit): Promise<HttpAnswer> {
  const person = await visit.call(getSubscriber, { subscriber: visit.parameters.id });
  const after = visit.request.query.get('after') || undefined;
  const found = await visit.call(listEmails, { subscriber: person.id, after, limit: rowsShown });
  const body =
    found.data.length === 0
      ? emptyState({
          picture: 'email',
          title: 'No emails yet',
          text: 'No campaign, workflow or app has emailed this person.',
        })
      : mailRows(found.data, visit.organization.timezone);
  const here = `${path}/${person.id}/emails`;
  const main = html`${sheet({ bare: true, body })}${pager(here, {}, { older: olderCursor(found), isFirst: after === undefined })}`;
  return await shown(visit, person, { tab: 'emails', main });
}

function mailRows(mails: Mails, timeZone: string): Html {
  return table({
    caption: 'Emails',
    columns: [
      { title: 'Email', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'Accepted', kind: 'n' },
    ],
    rows: mails.map((mail) => [
      lead(`/console/emails/${mail.id}`, mailTitle(mail)),
      emailBadge(mail),
      renderTime(mail.created_at, timeZone),
    ]),
  });
}

async function showRuns(visit: Visit): Promise<HttpAnswer> {
  const { timezone } = visit.organization;
  const person = await visit.call(getSubscriber, { subscriber: visit.parameters.id });
  const after = visit.request.query.get('after') || undefined;
  const found = await visit.call(listWorkflowRuns, { subscriber: person.id, after, limit: rowsShown });
  const names = await readWorkflowNames(visit, found.data);
  const body =
    found.data.length === 0
      ? emptyState({
          picture: 'workflow',
          title: 'Not in any workflow',
          text: 'A tag, an event or a segment can start a workflow for a person.',
          actions: linkButton('/console/workflows', 'Show workflows'),
        })
      : table({
          caption: 'Workflows',
          columns: [
            { title: 'Workflow', kind: 'lead' },
            { title: 'State', kind: 'state' },
            { title: 'Started', kind: 'n' },
          ],
          rows: found.data.map((run) => [
            lead(
              `/console/workflows/${run.workflowId}`,
              foreign(names.get(run.workflowId) ?? 'A deleted workflow'),
              runSentence(run, timezone),
            ),
            runBadge(run.status),
            renderTime(run.startedAt, timezone),
          ]),
        });
  const here = `${path}/${person.id}/workflows`;
  const main = html`${sheet({ bare: true, body })}${pager(here, {}, { older: olderCursor(found), isFirst: after === undefined })}`;
  return await shown(visit, person, { tab: 'workflows', main });
}

async function showConsent(visit: Visit): Promise<HttpAnswer> {
  const person = await visit.call(getSubscriber, { subscriber: visit.parameters.id });
  const entries = consentEntries(person, visit.organization.timezone);
  const main = sheet({
    title: 'Consent history',
    bare: true,
    body: trail(entries.map(({ entry }) => entry)),
  });
  return await shown(visit, person, { tab: 'consent', main });
}

type Tab = 'timeline' | 'emails' | 'workflows' | 'consent';

type Part = {
  tab: Tab;
  main: Html;
  mails?: Mails;
  hasMore?: boolean;
  fault?: Failure | null;
};

async function shown(visit: Visit, person: ShownSubscriber, part: Part): Promise<HttpAnswer> {
  const { tab, main, mails, hasMore = false, fault = null } = part;
  const here = `${path}/${person.id}`;
  const name = fullName(person);
  const zone = visit.organization.timezone;
  const segments = await visit.call(listSegments, { subscriber: person.id, limit: segmentsExamined });
  const explained = subscriberSentences[person.status];
  const body = html`${doneNotice(visit, notices)}${failedNotice(fault)}${explained === '' ? null : notice({ ...subscriberStates[person.status], title: `${subscriberStates[person.status].text}.`, text: html`${explained}${person.unsubscribeReason ? html` Reason: ${foreign(person.unsubscribeReason)}` : null}` })}
${mails === undefined ? null : statistics(figures(mails, hasMore))}${columns(
  html`${tabs('About this person', [
    { href: here, title: 'Timeline', isHere: tab === 'timeline' },
    { href: `${here}/emails`, title: 'Emails', isHere: tab === 'emails' },
    { href: `${here}/workflows`, title: 'Workflows', isHere: tab === 'workflows' },
    { href: `${here}/consent`, title: 'Consent', isHere: tab === 'consent' },
  ])}${main}`,
  html`${attributesSheet(visit, person)}${tagsSheet(visit, person)}${segmentsSheet(segments)}${consentSheet(person, zone)}`,
)}`;
  return await page(visit, {
    title: straight([person.firstName, person.lastName].filter(Boolean).join(' ') || person.email),
    heading: html`${avatar(straight([person.firstName, person.lastName].filter(Boolean).join(' ') || person.email), 'person', 'big')}${name ?? foreign(person.email)}`,
    crumb: { href: path, title: 'Subscribers' },
    badge: stateBadge(subscriberStates[person.status]),
    sub: html`${name === null ? null : html`${foreign(person.email)}. `}Joined ${renderTime(person.createdAt, zone)} ${sourceWords[person.source]}.`,
    acts: acts(visit, person),
    body,
    status: fault?.status ?? 200,
    also: {
      tool: getSubscriber,
      input: { subscriber: 'ada@example.com' },
      ask: 'What has ada@example.com received from us this month?',
    },
  });
}

function figures(mails: Mails, hasMore: boolean): Statistic[] {
  const amount = (events: readonly string[]): number =>
    mails.filter(({ last_event }) => events.includes(last_event)).length;
  const share = hasMore ? `of the newest ${inDigits(mails.length)}` : undefined;
  const bounced = amount(['bounced']);
  const figure = (label: string, value: number): Statistic => ({
    label,
    value: inDigits(value),
    ...(share !== undefined && { note: share }),
  });
  return [
    { label: 'Emails', value: hasMore ? `${inDigits(mails.length)}+` : inDigits(mails.length) },
    figure('Opened', amount(['opened', 'clicked'])),
    figure('Clicked', amount(['clicked'])),
    figure('Bounced', bounced),
  ];
}

function acts(visit: Visit, { id, status, email }: ShownSubscriber): Html {
  const here = `${path}/${id}`;
  const download = form(
    `${here}/export`,
    button('Download all data', { look: '', picture: 'download' }),
    'inline',
  );
  if (!isAuthor(visit)) return download;
  const leave =
    status === 'UNSUBSCRIBED' || status === 'COMPLAINED'
      ? dialog('resubscribe', {
          opener: 'Subscribe again',
          title: 'Subscribe this person again?',
          text: html`Do this only if ${foreign(email)} asked for it. They will get campaigns again.`,
          form: form(
            `${here}/resubscribe`,
            html`${textField({ name: 'source', label: 'How did they agree to get mail again?', charactersMax: 256 })}${button('Subscribe again')}`,
          ),
        })
      : dialog('unsubscribe', {
          opener: 'Unsubscribe',
          title: 'Unsubscribe this person?',
          text: html`${foreign(email)} gets no more campaigns. Receipts and other transactional mail continue.`,
          form: form(
            `${here}/unsubscribe`,
            html`${textField({ name: 'reason', label: 'Reason (optional)', isOptional: true, charactersMax: 200 })}${button('Unsubscribe', { look: 'danger main' })}`,
          ),
        });
  return html`${download}${leave}<a class="btn danger" href="${here}/erase">${icon('trash')}Erase</a>`;
}

function attributesSheet(visit: Visit, person: ShownSubscriber): Html {
  const { id, firstName, lastName, timezone, locale, externalId, attributes } = person;
  const given = (label: string, value: string | null): readonly [string, Html] | null =>
    value === null || value === '' ? null : [label, foreign(value)];
  const rows = [
    given('First name', firstName),
    given('Last name', lastName),
    ...Object.entries(attributes).map(([name, value]) =>
      given(straight(name), value === null ? null : readable(value)),
    ),
    given('Time zone', timezone),
    given('Language', locale),
    given('Your ID', externalId),
    ['ID', copyable(id, 'ID')] as const,
  ];
  return sheet({
    title: 'Attributes',
    aside: isAuthor(visit)
      ? linkButton(`${path}/${id}/edit`, 'Edit', { look: 'tiny', picture: 'edit' })
      : null,
    body: factList(rows),
  });
}

function readable(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

function tagsSheet(visit: Visit, { id, tags }: ShownSubscriber): Html {
  const here = `${path}/${id}`;
  const one = ({ id: tag, name }: ShownSubscriber['tags'][number]): Html =>
    isAuthor(visit)
      ? form(
          `${here}/untag`,
          html`<span class="tag">${foreign(name)}</span>${hiddenField('tag', tag)}<button type="submit" class="btn bare tiny only">${icon('bad')}${hiddenWords(`Remove the tag ${straight(name)}`)}</button>`,
          'inline',
        )
      : html`<span class="tag">${foreign(name)}</span>`;
  const adding = isAuthor(visit)
    ? form(
        `${here}/tag`,
        html`<input name="tags" aria-label="Tags to add, separated by commas" placeholder="Add a tag" maxlength="500" required>${button('Add', { look: 'tiny', picture: 'add' })}`,
        'inline',
      )
    : null;
  return sheet({
    title: 'Tags',
    body: html`<div class="gap"><div class="inline">${tags.length === 0 ? html`<span class="quiet">No tags</span>` : tags.map(one)}</div>${adding}</div>`,
  });
}

/** The search is bounded in number and time, because each rule is compared with this person now. */
function segmentsSheet({ data, has_more }: z.output<typeof listSegments.output>): Html {
  const named = data.map(
    ({ id, name }) => html`<a class="tag" href="/console/segments/${id}">${foreign(name)}</a>`,
  );
  return sheet({
    title: 'Segments',
    body: html`<div class="inline">${named.length === 0 ? html`<span class="quiet">In no segment</span>` : named}</div>`,
    footer: has_more ? html`<span>Older segments were not compared.</span>` : null,
  });
}

const segmentsExamined = 100;

function consentSheet({ consent, status }: ShownSubscriber, timeZone: string): Html {
  if (consent === null) {
    return sheet({
      title: 'Consent',
      body: html`<p class="quiet">${status === 'PENDING' ? 'Waiting for the confirmation.' : 'No proof of consent is recorded.'}</p>`,
    });
  }
  const { at, ip, source } = consent;
  const said = source === null ? html`Agreed to get mail` : html`${foreign(source)}`;
  const when = html`${at === null ? null : renderTime(at, timeZone)}${ip === null ? null : html` from ${foreign(ip)}`}`;
  return sheet({
    title: 'Consent',
    bare: true,
    body: list([{ state: 'ok', sign: icon('ok'), body: html`<b>${said}</b><small>${when}</small>` }]),
  });
}
