import { listCampaigns } from '../../../../../tools/campaigns/list-campaigns.ts';
import { previewCampaignAudience } from '../../../../../tools/campaigns/preview-campaign-audience.ts';
import { getEmailMetrics } from '../../../../../tools/emails/get-email-metrics.ts';
import { listAuditLog } from '../../../../../tools/organizations/list-audit-log.ts';
import { pauseSending } from '../../../../../tools/organizations/pause-sending.ts';
import { resumeSending } from '../../../../../tools/organizations/resume-sending.ts';
import { Failure } from '../../../../model/failure.ts';
import { minuteMs } from '../../../../model/instant.ts';
import type { SendingMode } from '../../../../model/organization/sending-mode.ts';
import { pauseReasonCharactersMax } from '../../../../model/organization/sending-pause.ts';
import { hasRole } from '../../../../model/person/roles.ts';
import { queueStanding } from '../../../../store/records/mail/queue-state.ts';
import { version } from '../../../../version.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { describeActivity } from '../../activity/describe-activity.ts';
import { button, dialog, faultNotice, form, presenceForm, textField } from '../../fields.ts';
import { passkeyMissing } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { icon, list, notice, sheet, switchLinks } from '../../look/parts.ts';
import { modeWords, readMode } from '../../mode.ts';
import { inDigits, inNumber, people } from '../../number-words.ts';
import { type ConsolePage, isApprover, type Visit } from '../../page.ts';
import { factList, foreign, formatter, renderShortTime } from '../../shown.ts';
import { countsAtOnce } from '../campaigns/audience-part.ts';
import { attentionRows } from './attention.ts';
import { type PeriodName, periodNamed, periods, readFigures, showChart, showFigures } from './figures.ts';
import { firstStepsMs, readSteps, stepsLeft, welcome } from './first-steps.ts';

export const homePages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console', answer: (visit) => show(visit) },
  { method: 'POST', path: '/console/sending/pause', roles: ['author', 'approver'], answer: pause },
  { method: 'POST', path: '/console/sending/resume', roles: ['approver'], answer: resume },
];

const entriesRead = 50;
const rowsShown = 8;
const campaignsShown = 5;

async function show(visit: Visit, fault: string | null = null): Promise<HttpAnswer> {
  const { organization, now, request } = visit;
  const period = periodNamed(request.query.get('period'));
  const isNew = now - organization.createdAt <= firstStepsMs;
  const [sending, figures, steps] = await Promise.all([
    readMode(visit),
    readFigures(visit, period),
    isNew ? readSteps(visit) : [],
  ]);
  const status = fault === null ? 200 : refusedStatus;
  if (figures.isEmpty && steps.some(({ isDone }) => !isDone)) {
    const body = html`${faultNotice(fault)}${await sendingNotice(visit, sending)}${await welcome(visit, steps)}`;
    return await page(visit, {
      title: 'Welcome to Posthouse',
      sub: `Your server is running. ${inNumber(steps.filter(({ isDone }) => !isDone).length, 'step is', 'steps are')} left to your first campaign.`,
      body,
      status,
    });
  }
  const [attention, activity, coming] = await Promise.all([
    attentionRows(visit),
    recentActivity(visit),
    comingUp(visit),
  ]);
  const calm = html`<div class="pad mid">Nothing needs your attention.</div>`;
  const urgent = sheet({
    title: 'Needs attention',
    ...(attention.length > 0 && { count: attention.length }),
    body: attention.length === 0 ? calm : list(attention),
    bare: true,
  });
  const body = html`${faultNotice(fault)}${await sendingNotice(visit, sending)}${showFigures(visit, figures)}
<div class="cols urgent"><div>${urgent}</div><div>${showChart(visit, figures)}${activity}</div><div>${coming}${stepsLeft(steps)}${serverSheet(visit, sending)}</div></div>`;
  return await page(visit, {
    title: 'Home',
    sub: `${formatter('day', organization.timezone).format(now)}. Times are in ${organization.timezone}.`,
    acts: switchLinks('Period', periodLinks(period)),
    body,
    status,
    also: {
      tool: getEmailMetrics,
      input: { interval: periods[period].interval },
      ask: 'How did our emails do this week?',
    },
  });
}

const refusedStatus = 400;

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

function serverSheet({ engine }: Visit, sending: SendingMode): Html {
  const { delivery } = engine.settings;
  const leaves = delivery === 'capture' ? 'This server captures all mail.' : deliveryWords[delivery];
  const body = factList([
    ['Version', html`${version}`],
    ['Storage', html`${databases[engine.store.database.reader.dialect.name]}`],
    ['Mail', html`${sending.mode === 'off' ? 'Captured, because sending is off.' : leaves}`],
  ]);
  const health = html`<a class="small" href="/console/health">Health</a>`;
  return sheet({ title: 'This server', aside: health, body });
}

function periodLinks(here: PeriodName) {
  return (Object.keys(periods) as PeriodName[]).map((name) => ({
    href: `/console?period=${name}`,
    title: periods[name].title,
    isHere: name === here,
  }));
}

/** Says where mail goes. Pausing needs no confirmation; resuming releases mail, so a passkey confirms it. */
async function sendingNotice(visit: Visit, sending: SendingMode): Promise<Html> {
  const { person } = visit;
  const { state, picture, title } = modeWords[sending.mode];
  // Every page shows a pause or a hold above its content.
  if (sending.mode === 'held') return html``;
  if (sending.mode === 'paused') {
    if (!isApprover(visit)) return html``;
    const body = html`<p>Waiting mail is sent at once.${await queueSentence(visit)}</p>${await presenceForm(visit, { action: '/console/sending/resume', body: button('Resume sending') })}`;
    return sheet({ title: 'Resume sending', body, id: 'sending' });
  }
  const isLive = sending.mode === 'live';
  const mayPause = isLive && hasRole(person.roles, ['author', 'approver']);
  const pausing = dialog('pause', {
    opener: 'Pause sending',
    look: 'tiny',
    picture: 'pause',
    title: 'Pause sending?',
    text: 'All mail waits until someone resumes sending. Nothing is lost.',
    form: form(
      '/console/sending/pause',
      html`${textField({
        name: 'reason',
        label: 'Reason (optional)',
        hint: 'Visible to the people and assistants of the organization.',
        charactersMax: pauseReasonCharactersMax,
        isOptional: true,
      })}${button('Pause sending', { look: 'danger main' })}`,
    ),
  });
  const shown = notice({
    state,
    picture,
    isCalm: true,
    title: isLive ? 'Live: goes to real mailboxes.' : `${title}: nothing reaches a real mailbox.`,
    text: html`${isLive ? deliveryWords[sending.via] : html`Every email is captured in the <a href="/console/inbox">inbox</a>.`}${await queueSentence(visit)}`,
    ...(mayPause && { action: pausing }),
  });
  return html`<div id="sending">${shown}</div>`;
}

const deliveryWords = {
  relay: 'Posthouse delivers through your relay.',
  direct: 'Posthouse delivers to the recipients’ servers.',
} as const;

async function queueSentence({ engine, organization, now }: Visit): Promise<string> {
  const { queued, isMore, oldestAt } = await queueStanding(engine.store.database.reader, organization.key);
  if (queued === 0 || oldestAt === null) return '';
  const count = isMore
    ? `More than ${inDigits(queued)} emails are waiting`
    : inNumber(queued, 'email is waiting', 'emails are waiting');
  const minutes = Math.floor((now - oldestAt) / minuteMs);
  return ` ${count}, the oldest ${minutes < 1 ? 'for less than a minute' : `for ${inNumber(minutes, 'minute')}`}.`;
}

async function recentActivity(visit: Visit): Promise<Html> {
  const log = await visit.call(listAuditLog, { limit: entriesRead });
  const rows = await describeActivity(
    visit,
    // A mistyped form is no news. The audit log keeps it.
    log.data.filter(
      ({ tool, door, outcome }) =>
        tool !== 'sign_in' && !(door === 'console' && outcome === 'validation_error'),
    ),
  );
  const body =
    rows.length === 0
      ? html`<div class="pad mid">No activity yet. Sends and changes by people, programs and assistants appear here.</div>`
      : list(rows.slice(0, rowsShown));
  const all = html`<a class="small" href="/console/settings/audit-log">All activity</a>`;
  return sheet({ title: 'Recent activity', aside: all, body, bare: true });
}

async function comingUp(visit: Visit): Promise<Html | null> {
  const { data } = await visit.call(listCampaigns, { status: 'SCHEDULED', limit: campaignsShown });
  if (data.length === 0) return null;
  const sorted = data.toSorted((a, b) => (a.scheduledAt ?? '').localeCompare(b.scheduledAt ?? ''));
  const counts = new Map<string, string>();
  if (await countsAtOnce(visit)) {
    for (const { id } of sorted) {
      const { count } = await visit.call(previewCampaignAudience, { campaignId: id });
      counts.set(id, people(count));
    }
  }
  const rows = sorted.map(({ id, name, scheduledAt }) => ({
    sign: icon('calendar'),
    body: html`<a href="/console/campaigns/${id}"><b>${foreign(name)}</b></a><small>${counts.get(id) ?? html`<a href="/console/campaigns/${id}/audience">Count the people</a>`}</small>`,
    end: scheduledAt === null ? null : renderShortTime(scheduledAt, visit.organization.timezone, visit.now),
  }));
  return sheet({ title: 'Coming up', body: list(rows), bare: true });
}

async function pause(visit: Visit): Promise<HttpAnswer> {
  const reason = visit.form.get('reason')?.trim();
  try {
    await visit.call(pauseSending, reason ? { reason } : {});
  } catch (error) {
    if (!(error instanceof Failure) || error.failure !== 'validation_error') throw error;
    return await show(visit, error.message);
  }
  return seeOther('/console');
}

async function resume(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) return await show(visit, passkeyMissing().message);
  await visit.call(resumeSending);
  return seeOther('/console');
}
