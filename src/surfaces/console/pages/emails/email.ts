import { getEmail } from '../../../../../tools/emails/get-email.ts';
import { listEmails } from '../../../../../tools/emails/list-emails.ts';
import { explainOutcome } from '../../../../model/email/explain-outcome.ts';
import type { Failure } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { emailBadge, emailState } from '../../email-states.ts';
import { doneNotice } from '../../fields.ts';
import { page } from '../../layout.ts';
import { columns, icon, list, notice, sheet, type Tab, tabs } from '../../look/parts.ts';
import { pathWith } from '../../look/tables.ts';
import type { MailLook } from '../../mail-frame.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderExactTime, renderShortTime, renderTime } from '../../shown.ts';
import { findSuppression, type KnownSuppression, renderActions } from './email-actions.ts';
import { type Cause, causeSheet, describeDirectCause, factsSheet, readCause } from './email-cause.ts';
import { renderAuthentication, renderVisits } from './email-reports.ts';
import { noticeState, renderTimeline } from './email-timeline.ts';
import { type MailPart, mailParts, offersPart, partTab, renderPart } from './mail-parts.ts';
import { describeTrouble, subjectTitle, subjectWords, type Whole } from './mail-words.ts';
import { noteOpened } from './note-opened.ts';

type EmailPart = MailPart | 'timeline' | 'authentication' | 'visits';

const notices: Readonly<Record<string, string>> = {
  retried: 'Posthouse is sending the email again.',
  suppressed: 'The address is suppressed.',
};

const othersShown = 6;

/** @param fault of an action, shown in place of its result */
export async function showEmail(visit: Visit, fault: Failure | null = null): Promise<HttpAnswer> {
  const { organization, now } = visit;
  const email = await visit.call(getEmail, { id: visit.parameters.id });
  await noteOpened(visit, email.id);
  const part = readPart(visit, email);
  const [cause, suppression] = await Promise.all([readCause(visit, email), findSuppression(visit, email)]);
  const failed =
    fault && notice({ state: 'bad', title: 'Not done.', text: describeFault(fault, organization.timezone) });
  const body = html`${failed ?? doneNotice(visit, notices) ?? answer(email)}${tabs('Parts of this email', partTabs(visit, email, part))}${
    part === 'timeline'
      ? await overview(visit, email, cause, suppression)
      : await otherPart(visit, email, part)
  }`;
  return await page(visit, {
    title: subjectTitle(email),
    heading: subjectWords(email),
    crumb: { href: '/console/emails', title: 'Emails' },
    badge: emailBadge(email),
    sub: html`To ${foreign(email.to.join(', '))}, ${renderExactTime(email.created_at, organization.timezone, now)}`,
    acts: await renderActions(visit, email, suppression),
    body,
    also: { tool: getEmail, input: { id: email.id }, ask: alsoAsk(email) },
    status: fault?.status ?? 200,
  });
}

/** A mailbox rests after a bounce. */
function describeFault({ details, message }: Failure, timeZone: string): Html {
  const at = (details as { retry_at?: unknown } | undefined)?.retry_at;
  return typeof at === 'string'
    ? html`Posthouse waits after a bounce. You can send again from ${renderTime(at, timeZone)}.`
    : html`${foreign(message)}.`;
}

function alsoAsk({ last_event }: Whole): string {
  return last_event === 'bounced' ? 'Why did this email bounce?' : 'What happened to this email?';
}

function answer(email: Whole): Html {
  const { last_event, delivery_mode, to, events } = email;
  const outcome = explainOutcome({
    lastEvent: last_event,
    deliveryMode: delivery_mode,
    to: to[0] ?? '',
    events,
  });
  const { picture } = emailState(email);
  const text = html`${foreign(outcome.reason)}${outcome.advice && html` ${outcome.advice}`}`;
  return notice({ ...noticeState(email, outcome), picture, title: outcome.title, text });
}

const ownParts: Readonly<Record<Exclude<EmailPart, MailPart>, string>> = {
  timeline: 'Timeline',
  authentication: 'Authentication',
  visits: 'Opens and links',
};

function readPart(visit: Visit, email: Whole): EmailPart {
  const wanted = visit.request.query.get('part') ?? '';
  if (Object.hasOwn(ownParts, wanted)) return wanted as EmailPart;
  const offered = mailParts.filter((part) => offersPart(visit, email, part));
  return offered.find((part) => part === wanted) ?? 'timeline';
}

function partTabs(visit: Visit, email: Whole, here: EmailPart): Tab[] {
  const href = (part: EmailPart): string =>
    pathWith(`/console/emails/${email.id}`, { part: part === 'timeline' ? '' : part });
  const own = (part: keyof typeof ownParts): Tab => ({
    href: href(part),
    title: ownParts[part],
    isHere: part === here,
  });
  const shared = mailParts
    .filter((part) => offersPart(visit, email, part))
    .map((part) => partTab(email, part, href(part), part === here));
  return [own('timeline'), ...shared, own('authentication'), own('visits')];
}

async function otherPart(visit: Visit, email: Whole, part: Exclude<EmailPart, 'timeline'>): Promise<Html> {
  if (part === 'authentication') return await renderAuthentication(visit, email);
  if (part === 'visits') return renderVisits(visit, email);
  const href = (look: MailLook): string =>
    pathWith(`/console/emails/${email.id}`, { part: 'preview', as: look === 'light' ? '' : look });
  return sheet({ bare: true, body: await renderPart(visit, email, part, href) });
}

async function overview(
  visit: Visit,
  email: Whole,
  cause: Cause,
  suppression: KnownSuppression | null,
): Promise<Html> {
  const direct = describeDirectCause(visit, email, cause);
  const timeline = sheet({
    title: 'Delivery timeline',
    bare: true,
    body: renderTimeline(visit, email, { cause: direct, suppression }),
  });
  return columns(
    timeline,
    html`${factsSheet(visit, email, cause)}${causeSheet(visit, email, cause)}${await otherEmails(visit, email)}`,
  );
}

async function otherEmails(visit: Visit, { id, to: [address = ''] }: Whole): Promise<Html | null> {
  if (address === '') return null;
  const { data } = await visit.call(listEmails, { to: address, limit: othersShown });
  const others = data.filter((one) => one.id !== id).slice(0, othersShown - 1);
  if (others.length === 0) return null;
  const { organization, now } = visit;
  return sheet({
    title: 'Other emails to this person',
    bare: true,
    body: list(
      others.map((one) => {
        const { state, text, picture } = emailState(one);
        return {
          state,
          sign: icon(picture),
          body: html`<a href="/console/emails/${one.id}">${subjectWords(one)}</a><small>${describeTrouble(one) ?? text}</small>`,
          end: renderShortTime(one.created_at, organization.timezone, now),
        };
      }),
    ),
    footer: html`<a href="${pathWith('/console/emails', { to: address })}">All emails to this address</a>`,
  });
}
