import type { z } from 'zod';
import { getEmail } from '../../../../tools/emails/get-email.ts';
import { listEmails } from '../../../../tools/emails/list-emails.ts';
import { deliverySentences, factLabels, factWords } from '../../../model/approval/approval-words.ts';
import type { EmailSummary } from '../../../model/email/email.ts';
import { Failure } from '../../../model/failure.ts';
import { stripInvisible } from '../../../model/text/strip-invisible.ts';
import { resolveRunVersion } from '../../../model/workflow/workflow.ts';
import type { HttpAnswer } from '../../http/request-response.ts';
import { type Html, html } from '../../public/html.ts';
import { describeCauseLink, readCauseNames } from '../cause-words.ts';
import { emailBadge } from '../email-states.ts';
import { button, hiddenField, textField } from '../fields.ts';
import { page } from '../layout.ts';
import { mailAnswer, mailFrame } from '../mail-frame.ts';
import type { ConsolePage, NavEntry, Visit } from '../page.ts';
import { factList, foreign, renderTime } from '../shown.ts';

export const emailPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/emails', answer: showAll },
  { method: 'GET', path: '/console/emails/:id', answer: showOne },
  { method: 'GET', path: '/console/emails/:id/content', answer: showContent },
];

export const emailsEntry: NavEntry = {
  href: '/console/emails',
  title: 'Emails',
  picture: 'email',
  group: 'Sending',
};

const emailsShown = 50;
const queryCharactersMax = 200;

type Answered = z.output<typeof getEmail.output>;

async function showAll(visit: Visit): Promise<HttpAnswer> {
  const { request, organization } = visit;
  const asked = (name: string): string | undefined => request.query.get(name) || undefined;
  const filter = { query: asked('query')?.slice(0, queryCharactersMax), campaign: asked('campaign') };
  const found = await visit.call(listEmails, { ...filter, after: asked('after'), limit: emailsShown });
  // A search may stop before it has seen every mail.
  const after = found.next_after ?? (found.has_more ? found.data.at(-1)?.id : undefined);
  const older = after && new URLSearchParams(Object.entries({ ...filter, after }).filter(isGiven));
  const campaign =
    filter.campaign === undefined
      ? null
      : html`${hiddenField('campaign', filter.campaign)}<p>Mails of the campaign <code>${filter.campaign}</code>. <a href="/console/emails">All mails</a></p>`;
  const body = html`<form method="get" action="/console/emails">${campaign}
${textField({
  name: 'query',
  label: 'Search recipients and subjects',
  value: filter.query ?? '',
  charactersMax: queryCharactersMax,
  isOptional: true,
})}${button('Search', { look: '' })}</form>
<section class="sheet"><div class="pad">${found.data.length === 0 ? html`<p>${older ? 'No mails found yet.' : 'No mails found.'}</p>` : rowsOf(found.data, organization.timezone)}</div></section>
<p class="ways">${asked('after') === undefined ? null : html`<a href="/console/emails?${String(new URLSearchParams(Object.entries(filter).filter(isGiven)))}">Newest mails</a>`}
${older ? html`<a href="/console/emails?${String(older)}">Older mails</a>` : null}</p>`;
  return await page(visit, { title: 'Emails', body });
}

function isGiven(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined;
}

function rowsOf(emails: readonly z.output<typeof EmailSummary>[], timeZone: string): Html {
  return html`<ul class="list">
${emails.map(
  ({
    id,
    subject,
    to,
    last_event,
    delivery_mode,
    created_at,
  }) => html`<li><span><a href="/console/emails/${id}">${subjectOf(subject)}</a><br>
<span class="quiet">${foreign(to.join(', '))}</span></span>
<span>${emailBadge({ last_event, delivery_mode })}</span>
<span class="quiet">${renderTime(created_at, timeZone)}</span></li>
`,
)}</ul>`;
}

async function showOne(visit: Visit): Promise<HttpAnswer> {
  const { timezone } = visit.organization;
  const email = await visit.call(getEmail, { id: visit.parameters.id });
  const body = html`<section class="sheet"><div class="pad">${factList([
    [factLabels.subjects, subjectOf(email.subject)],
    [factLabels.from, foreign(stripInvisible(email.from))],
    [factWords.to, foreign(email.to.join(', '))],
    email.reply_to === null ? null : [factLabels.reply_to, foreign(stripInvisible(email.reply_to))],
    ['Status', emailBadge(email)],
    [factLabels.delivery, html`${deliverySentences[email.delivery_mode]}`],
    ['Accepted', renderTime(email.created_at, timezone)],
    email.sent_at === null ? null : ['Sent', renderTime(email.sent_at, timezone)],
    ['ID', html`<code>${email.id}</code>`],
  ])}</div></section>
<section class="sheet"><header><h2>Why it was sent</h2></header><div class="pad"><p class="quiet">Most direct cause first.</p>${await causes(visit, email)}</div></section>
<section class="sheet"><header><h2>History</h2></header><div class="pad">${timeline(email, timezone)}</div></section>
${content(email, timezone)}
<p><a href="/console/emails">All mails</a></p>`;
  return await page(visit, { title: 'Mail', body });
}

async function causes(visit: Visit, email: Answered): Promise<Html> {
  const { timezone } = visit.organization;
  const chain = email.cause ?? [];
  const [names, origin] = await Promise.all([readCauseNames(visit, chain), originOf(visit, email)]);
  const items = [
    ...(origin ? [origin] : []),
    ...chain.map((link) => describeCauseLink(link, names, timezone)),
  ];
  if (chain.length === 0) {
    const unknown =
      'No call is recorded: Posthouse created the mail itself, or an earlier version accepted it.';
    items.push(html`${unknown}`);
  }
  return html`<ol class="long">${items.map((item) => html`<li>${item}</li>\n`)}</ol>`;
}

/** Returns the campaign or workflow step of a mail; null for other mails, and after the run was deleted. */
async function originOf(
  { engine, organization }: Visit,
  { id, campaign_id, workflow_run_id }: Answered,
): Promise<Html | null> {
  const store = engine.store.forOrganization(organization.key);
  if (campaign_id !== null) {
    const campaign = await store.campaigns.headById(campaign_id);
    return html`Campaign ${campaign ? foreign(campaign.name) : html`<code>${campaign_id}</code>`}`;
  }
  const known = workflow_run_id === null ? undefined : await store.workflowRuns.byId(workflow_run_id);
  if (!known) return null;
  const { run, state } = known;
  const workflow = (await store.workflows.byKeys([run.workflow])).get(run.workflow);
  if (!workflow) return null;
  const visits = await store.workflowRuns.visitsOf(run.key);
  const step = visits.find(({ emailId }) => emailId === id)?.step;
  const version = await store.workflows.version(run.workflow, resolveRunVersion(workflow, state));
  const index = version?.definition.steps.findIndex(({ key }) => key === step) ?? -1;
  const which = index < 0 ? html`A step` : html`Step ${String(index + 1)} (${foreign(step!)})`;
  return html`${which} of the workflow ${foreign(workflow.name)}`;
}

function timeline({ events }: Answered, timeZone: string): Html {
  return html`<ul class="list">
${events.map(
  ({
    type,
    created_at,
    machine,
    data,
  }) => html`<li><span>${inPlainWords(type)}${machine ? ' by a scanner or an image proxy' : ''}
${detailsOf(data).map((detail) => html`<br><span class="quiet">${foreign(stripInvisible(detail))}</span>`)}</span>
<span class="quiet">${renderTime(created_at, timeZone)}</span></li>
`,
)}</ul>`;
}

/** Returns the plain values of an event, and its warnings. */
function detailsOf({ warnings, ...data }: Readonly<Record<string, unknown>>): string[] {
  const values = Object.entries(data).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [`${inPlainWords(name)}: ${value}`] : [],
  );
  const warned = Array.isArray(warnings) ? warnings.map(({ message }) => String(message)) : [];
  return [...values, ...warned];
}

function content({ id, html: written, text, content_removed_at }: Answered, timeZone: string): Html {
  if (written !== null || text !== null) {
    return html`<section class="sheet"><header><h2>Content</h2></header><div class="pad">${mailFrame(`/console/emails/${id}/content`)}</div></section>`;
  }
  const when = content_removed_at === null ? html`` : html` ${renderTime(content_removed_at, timeZone)}`;
  return html`<section class="sheet"><header><h2>Content</h2></header><div class="pad"><p>The content was removed${when}.</p></div></section>`;
}

async function showContent(visit: Visit): Promise<HttpAnswer> {
  const { html: written, text } = await visit.call(getEmail, { id: visit.parameters.id });
  if (written === null && text === null) throw new Failure('not_found');
  return mailAnswer({ html: written || null, text: text ?? '' });
}

function subjectOf(subject: string): Html {
  const shown = stripInvisible(subject).trim();
  return shown === '' ? html`(no subject)` : foreign(shown);
}

function inPlainWords(name: string): string {
  return name.replaceAll('_', ' ');
}
