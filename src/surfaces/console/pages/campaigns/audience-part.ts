import type { z } from 'zod';
import { getCampaign } from '../../../../../tools/campaigns/get-campaign.ts';
import { previewCampaignAudience } from '../../../../../tools/campaigns/preview-campaign-audience.ts';
import { describeAge } from '../../../../model/sending/audience-view.ts';
import { subscriberStatuses } from '../../../../model/subscriber/subscriber.ts';
import { stripInvisible } from '../../../../model/text/strip-invisible.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { page } from '../../layout.ts';
import { sheet } from '../../look/parts.ts';
import { pathWith } from '../../look/tables.ts';
import { inDigits, people } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import type { CampaignAnswer } from './campaign-form.ts';
import { wasStarted } from './campaign-head.ts';
import { skippedPath } from './campaign-recipients.ts';
import { describeAudienceText, describeSkipReason, describeWarning } from './campaign-words.ts';

export type AudienceAnswer = z.output<typeof previewCampaignAudience.output>;

/** Up to this many subscribers, counting an audience takes a few milliseconds and is done with its page. */
const countedAtOnceMax = 5_000;

/** An audience of more people is counted by a page of its own, so that no other page waits for it. */
export async function countsAtOnce({ engine, organization }: Visit): Promise<boolean> {
  const { counts } = engine.store.forOrganization(organization.key);
  return (await counts.read('subscribers')) <= countedAtOnceMax;
}

const partId = 'audience-counts';

/** Counts the recipients, or leaves that to the script or a link if there are many subscribers. */
export async function audienceCounts(visit: Visit, campaign: CampaignAnswer): Promise<Html> {
  if (await countsAtOnce(visit)) {
    return countsPart(
      visit,
      campaign,
      await visit.call(previewCampaignAudience, { campaignId: campaign.id }),
    );
  }
  const path = audiencePath(campaign);
  return html`<div id="${partId}" data-deferred="${path}"><p><a href="${path}">Count the recipients</a></p></div>`;
}

export function countsPart(
  { now }: Visit,
  campaign: CampaignAnswer,
  { audience, count, counted_at: countedAt, skipped, warnings }: AudienceAnswer,
): Html {
  const age = describeAge(now - Date.parse(countedAt));
  const left = skipped.reduce((sum, one) => sum + one.count, 0);
  const reasons = skipped.map(({ reason, count: amount }) => {
    const words = describeSkipReason(reason);
    const href = pathOfSkipped(campaign, reason);
    return html`<li>${href === null ? html`<span>${words}</span>` : html`<a href="${href}">${words}</a>`}<b>${inDigits(amount)}</b></li>`;
  });
  const isOpen = warnings.some((warning) => warning.includes('lower bounds'));
  return html`<div id="${partId}"><p><b>${isOpen ? 'At least ' : ''}${people(count)}</b> ${campaign.status === 'ARCHIVED' ? 'would' : 'will'} receive this email${left === 0 ? '.' : html`. <b>${inDigits(left)}</b> ${left === 1 ? 'is' : 'are'} left out:`}</p>
${left === 0 ? null : html`<ul class="small mid why">${reasons}</ul>`}
<p class="small quiet section0">${foreign(stripInvisible(describeAudienceText(audience)))}</p>${age === null ? null : html`<p class="small quiet">${age}. <a href="${pathWith(audiencePath(campaign), { exact: 'true' })}">Count now</a></p>`}</div>`;
}

function audiencePath({ id }: CampaignAnswer): string {
  return `/console/campaigns/${id}/audience`;
}

/** The list with the people who are left out for a reason; null if there is none. An audience of several tags has no list of its own, so all with the state are shown. */
function pathOfSkipped(campaign: CampaignAnswer, reason: string): string | null {
  if (wasStarted(campaign)) return skippedPath(campaign, reason);
  if (reason === 'suppressed') return '/console/suppressions';
  const status = subscriberStatuses.find((one) => one === reason.toUpperCase());
  const { segmentId, tags } = campaign.audience;
  const filter = { segment: segmentId ?? undefined, tag: tags.any.length === 1 ? tags.any[0] : undefined };
  return status === undefined ? null : pathWith('/console/subscribers', { status, ...filter });
}

/** The page behind a deferred count, which also works without a script. */
export async function showAudience(visit: Visit): Promise<HttpAnswer> {
  const campaignId = visit.parameters.id;
  const exact = visit.request.query.get('exact') === 'true';
  const [campaign, found] = await Promise.all([
    visit.call(getCampaign, { campaignId }),
    visit.call(previewCampaignAudience, { campaignId, exact }),
  ]);
  const { sample } = found;
  // The counts show their age with a link.
  const warnings = found.warnings.filter((warning) => !warning.startsWith('Counted '));
  const examples =
    sample.length === 0
      ? null
      : html`<h3 class="section0">Examples</h3><ul class="small mid">${sample.map(({ id, email }) => html`<li><a href="/console/subscribers/${id}">${foreign(email)}</a></li>`)}</ul>`;
  const body = html`${sheet({ title: 'Recipients', body: html`${countsPart(visit, campaign, found)}${examples}` })}${warningList(warnings)}`;
  return await page(visit, {
    title: `Audience of ${campaign.name}`,
    heading: html`Audience of ${foreign(campaign.name)}`,
    crumb: { href: `/console/campaigns/${campaign.id}`, title: campaign.name },
    sub: 'Who would receive the campaign now, and who is left out.',
    body,
    also: {
      tool: previewCampaignAudience,
      input: { campaignId: campaign.id },
      ask: 'How many people would get this campaign, and who is left out?',
    },
  });
}

export function warningList(warnings: readonly string[]): Html | null {
  if (warnings.length === 0) return null;
  return sheet({
    title: 'Good to know',
    bare: true,
    body: html`<ul class="list">${warnings.map((warning) => html`<li><div class="grow">${foreign(stripInvisible(describeWarning(warning)))}</div></li>`)}</ul>`,
  });
}
