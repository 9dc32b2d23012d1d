/** The report of a campaign that is being sent or was sent: counters at once, and the chart and links with them or after. */
import type { z } from 'zod';
import { getCampaign } from '../../../../../tools/campaigns/get-campaign.ts';
import { getCampaignReport } from '../../../../../tools/campaigns/sending/get-campaign-report.ts';
import type { CampaignReport } from '../../../../model/campaign/campaign-report.ts';
import type { Failure } from '../../../../model/failure.ts';
import { dayMs } from '../../../../model/instant.ts';
import { stripInvisible } from '../../../../model/text/strip-invisible.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { isPaused } from '../../campaign-states.ts';
import { rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { barChart, legend, lineChart, meter } from '../../look/charts.ts';
import {
  badge,
  columns,
  linkButton,
  list,
  notice,
  type Statistic,
  sheet,
  statistics,
} from '../../look/parts.ts';
import { inDigits, inNumber, people } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { foreign, formatter, renderTime } from '../../shown.ts';
import type { CampaignAnswer } from './campaign-form.ts';
import { campaignHead, campaignNotice, campaignPath, reportTabs, wasStarted } from './campaign-head.ts';
import { linksTable } from './campaign-links.ts';
import { skippedPath } from './campaign-recipients.ts';
import {
  campaignFieldLabels,
  describeBounce,
  describeProblem,
  describeShare,
  describeSkipReason,
  describeWarning,
} from './campaign-words.ts';
import { type EstimatedReport, readReport } from './estimated-report.ts';

/** The report reads one row per recipient. Up to this many, that takes a few milliseconds. */
const readAtOnceMax = 5_000;
const partId = 'report-details';
/** Links on the overview; the tab Links has all. */
const linksShown = 4;

export async function showReport(visit: Visit, failure: Failure | null = null): Promise<HttpAnswer> {
  const campaign = await visit.call(getCampaign, { campaignId: visit.parameters.id });
  const { status, scheduledAt, stats } = campaign;
  const starts = status === 'SCHEDULED' && scheduledAt !== null && Date.parse(scheduledAt) <= visit.now;
  if (!wasStarted(campaign) && !starts) return seeOther(campaignPath(campaign));
  const isSmall = stats.recipients <= readAtOnceMax;
  const details = isSmall ? await reportDetails(visit, campaign) : deferred(campaign);
  const body = html`${campaignNotice(visit)}${rejectedNotice(failure, campaignFieldLabels, 'That did not work.')}${reportTabs(campaign, 'report')}<div id="campaign-figures" data-live>${standing(campaign)}${progress(campaign)}${figures(campaign)}</div>
${details}`;
  return await page(visit, {
    ...(await campaignHead(visit, campaign)),
    sub: summary(visit, campaign),
    body,
    status: failure?.status ?? 200,
    also: {
      tool: getCampaignReport,
      input: { campaignId: campaign.id },
      ask: 'How did this campaign do against the one before?',
    },
  });
}

function deferred(campaign: CampaignAnswer): Html {
  const path = campaignPath(campaign, '/report/details');
  return html`<div id="${partId}" data-deferred="${path}"><p><a href="${path}">Show opens and clicks over time, links and bounces</a></p></div>`;
}

/** The page behind the deferred part, which also works without a script. */
export async function showReportDetails(visit: Visit): Promise<HttpAnswer> {
  const campaign = await visit.call(getCampaign, { campaignId: visit.parameters.id });
  return await page(visit, {
    ...(await campaignHead(visit, campaign)),
    crumb: { href: campaignPath(campaign, '/report'), title: campaign.name },
    acts: null,
    body: html`${reportTabs(campaign, 'report')}${await reportDetails(visit, campaign)}`,
  });
}

function summary({ organization }: Visit, { subject, sentAt }: CampaignAnswer): Html {
  const time = sentAt === null ? null : html`, sent ${renderTime(sentAt, organization.timezone)}`;
  return html`${subject === null ? 'No subject' : foreign(subject)}${time}`;
}

/** Why sending waits, if it does. */
function standing(campaign: CampaignAnswer): Html | null {
  const { status, problem } = campaign;
  if (status === 'SCHEDULED')
    return notice({ state: 'info', title: 'Starting.', text: 'Sending begins in a moment.' });
  if (status === 'SENDING' && problem !== null) {
    return notice({ state: 'warn', title: 'Sending is waiting.', text: foreign(describeProblem(problem)) });
  }
  if (!isPaused(campaign)) return null;
  return notice({
    state: 'warn',
    picture: 'pause',
    title: 'Paused.',
    text: 'The remaining recipients wait until someone resumes sending.',
  });
}

/** Recipients whose mail left, failed or was skipped. */
export function countHandled({
  recipients,
  sent,
  delivered,
  failed,
  skipped,
}: CampaignAnswer['stats']): number {
  return Math.min(recipients, Math.max(sent, delivered) + failed + skipped);
}

function progress(campaign: CampaignAnswer): Html | null {
  const { stats, status } = campaign;
  if (status !== 'SENDING') return null;
  const handled = countHandled(stats);
  const text =
    stats.recipients === 0
      ? html`Collecting the recipients.`
      : html`<b>${inDigits(handled)} of ${inDigits(stats.recipients)}</b> done, ${inDigits(stats.recipients - handled)} to go.`;
  return sheet({
    title: 'Progress',
    body: html`<p>${text}</p>${meter(stats.recipients === 0 ? 0 : handled / stats.recipients, isPaused(campaign) ? 'c3' : 'c1')}`,
  });
}

function figures({ stats }: CampaignAnswer): Html {
  const { sent, delivered, human, unsubscribed, bounced, complained } = stats;
  const reached = Math.max(sent, delivered);
  // A relay reports few deliveries or none.
  const first =
    delivered === 0 && sent > 0
      ? { label: 'Sent', value: inDigits(sent), note: 'no delivery reports' }
      : share('Delivered', delivered, reached);
  return statistics([
    first,
    share('Opened by people', human.opened, reached),
    share('Clicked', human.clicked, reached),
    share('Unsubscribed', unsubscribed, reached),
    share('Bounced', bounced, Math.max(reached, bounced), bounceShareMax),
    share('Marked as spam', complained, reached, complaintShareMax),
  ]);
}

/** A percentage with the number of people, or the number with the whole. @param most share above which it is a warning */
function share(label: string, count: number, of: number, most = 1): Statistic {
  const value = describeShare(count, of);
  const note = value === inDigits(count) ? `of ${inDigits(of)}` : people(count);
  return { label, value, note, ...(count > of * most && { state: 'warn' as const }) };
}

/** Above these shares, large mailbox providers begin to reject a sender. */
const bounceShareMax = 0.02;
const complaintShareMax = 0.001;

async function reportDetails(visit: Visit, campaign: CampaignAnswer): Promise<Html> {
  const report = await readReport(visit, campaign.id);
  const main = html`${timeChart(visit, report)}${linksSheet(campaign, report)}`;
  const side = html`${notDelivered(campaign, report)}${abTestResult(report)}${noteList(report)}`;
  return html`<div id="${partId}">${side.markup.trim() === '' ? main : columns(main, side)}</div>`;
}

const series = [
  { name: 'Opens by people', color: 'c1' },
  { name: 'Clicks', color: 'c2' },
  { name: 'Opens by machines', color: 'c5' },
] as const;

function timeChart({ organization }: Visit, { series: found }: EstimatedReport): Html | null {
  const { buckets, from, until } = found;
  if (from === null || until === null) return null;
  if (buckets.every(({ opened, clicked, machineOpened }) => opened + clicked + machineOpened === 0)) {
    return sheet({
      title: 'Opens and clicks',
      body: html`<p class="quiet">No opens or clicks have been counted yet.</p>`,
    });
  }
  const timeZone = organization.timezone;
  const isLong = Date.parse(until) - Date.parse(from) > 2 * dayMs;
  const label = formatter(isLong ? 'dayOfMonth' : 'time', timeZone);
  const name = formatter('full', timeZone);
  // A line needs two points.
  const draw = buckets.length < 2 ? barChart : lineChart;
  const chart = draw({
    title: 'Opens and clicks',
    period: 'Time',
    labels: spread(buckets.map((bucket) => label.format(new Date(bucket.from)))),
    names: buckets.map((bucket) => name.format(new Date(bucket.from))),
    series: [
      { ...series[0], values: buckets.map(({ opened }) => opened) },
      { ...series[1], values: buckets.map(({ clicked }) => clicked) },
      { ...series[2], values: buckets.map(({ machineOpened }) => machineOpened) },
    ],
  });
  return sheet({ title: 'Opens and clicks', aside: legend(series), body: chart, bare: true });
}

const labelsMax = 5;

/** Leaves a few labels at equal distances, because more do not fit on a phone. */
function spread(labels: readonly string[]): string[] {
  const last = labels.length - 1;
  const shown = Math.min(labelsMax, labels.length);
  const places = new Set(
    Array.from({ length: shown }, (_, index) => Math.round((index * last) / Math.max(1, shown - 1))),
  );
  return labels.map((text, index) => (places.has(index) ? text : ''));
}

function linksSheet(campaign: CampaignAnswer, { links }: EstimatedReport): Html | null {
  if (links.length === 0) return null;
  return sheet({
    title: 'Links',
    aside: linkButton(campaignPath(campaign, '/links'), 'All links', { look: 'tiny' }),
    bare: true,
    body: linksTable(links.slice(0, linksShown)),
  });
}

function notDelivered(campaign: CampaignAnswer, { skipped, bounces }: EstimatedReport): Html | null {
  const { stats } = campaign;
  const { recipients, failed, complained, bounced } = stats;
  const withResult = (result: string): string => campaignPath(campaign, `/recipients?result=${result}`);
  const rows = [
    ...skipped.map(
      ({ reason, count }) => [describeSkipReason(reason), count, skippedPath(campaign, reason)] as const,
    ),
    ...bounces.map((bounce) => [describeBounce(bounce), bounce.count, withResult('bounced')] as const),
    ...(failed > 0 ? [['Failed', failed, withResult('failed')] as const] : []),
    ...(complained > 0 ? [['Marked as spam', complained, withResult('complained')] as const] : []),
  ];
  if (rows.length === 0) return null;
  const lines = rows.map(
    ([text, count, href]) => html`<li><a href="${href}">${text}</a><b>${inDigits(count)}</b></li>`,
  );
  const lost = bounced + failed;
  const parts = [
    ...(stats.skipped > 0 ? [`${people(stats.skipped)} left out`] : []),
    ...(lost > 0 ? [`${inNumber(lost, 'email')} not delivered`] : []),
  ];
  const sentence = html`${parts.length === 0 ? null : html`<p>Of ${people(recipients)}: ${parts.join(', ')}.</p>`}`;
  return sheet({ title: 'Not reached', body: html`${sentence}<ul class="small mid why">${lines}</ul>` });
}

function noteList({ notes, estimate }: EstimatedReport): Html | null {
  const sampled = estimate === null ? [] : [`Opens and clicks over time, links and bounces: ${estimate}`];
  const shown = [...sampled, ...notes];
  if (shown.length === 0) return null;
  const rows = shown.map((note) => ({ body: html`${foreign(stripInvisible(describeWarning(note)))}` }));
  return sheet({ title: 'About these figures', bare: true, body: list(rows) });
}

/** The versions of an A/B test with their results. */
function abTestResult({ variants }: z.output<typeof CampaignReport>): Html | null {
  if (variants.length === 0) return null;
  const rows = variants.map(({ name, subject, sent, delivered, opened, clicked, winner }) => {
    const reached = Math.max(sent, delivered);
    return {
      sign: html`<b>${foreign(name)}</b>`,
      body: html`${subject === null ? 'No subject' : foreign(subject)}<small>Opened ${describeShare(opened, reached)}, clicked ${describeShare(clicked, reached)} of ${people(reached)}</small>`,
      end: winner ? badge('ok', 'Chosen', 'check') : null,
    };
  });
  return sheet({ title: 'A/B test', bare: true, body: list(rows) });
}
