/** A campaign before it is sent, the email of a campaign in any state, and where each state has its page. */
import { getCampaign } from '../../../../../tools/campaigns/get-campaign.ts';
import type { Failure } from '../../../../model/failure.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { columns, linkButton, notice, sheet } from '../../look/parts.ts';
import { isAuthor, type Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import { audienceCounts, warningList } from './audience-part.ts';
import type { CampaignAnswer } from './campaign-form.ts';
import { campaignHead, campaignNotice, campaignPath, reportTabs, wasStarted } from './campaign-head.ts';
import { previewPart } from './campaign-preview.ts';
import { campaignFieldLabels, describeMoment, describeProblem } from './campaign-words.ts';

/** Leads to the page for the state: the editor, the schedule or the report. @param failure of an action on this campaign */
export async function showCampaign(visit: Visit, failure: Failure | null = null): Promise<HttpAnswer> {
  const campaign = await visit.call(getCampaign, { campaignId: visit.parameters.id });
  if (failure === null) {
    const done = visit.request.query.get('done');
    const query = done === null ? '' : `?${new URLSearchParams({ done })}`;
    if (wasStarted(campaign)) return seeOther(campaignPath(campaign, `/report${query}`));
    if (campaign.status === 'DRAFT' && isAuthor(visit))
      return seeOther(campaignPath(campaign, `/edit${query}`));
  }
  const counts = sheet({ title: 'Audience', body: await audienceCounts(visit, campaign) });
  const side = html`${counts}${emailFacts(visit, campaign)}`;
  const preview = sheet({ title: 'Email', bare: true, body: await previewPart(visit, campaign.id) });
  const body = html`${campaignNotice(visit)}${rejectedNotice(failure, campaignFieldLabels, 'That did not work.')}${standing(visit, campaign)}${columns(preview, side)}${warningList(campaign.warnings)}`;
  return await page(visit, {
    ...(await campaignHead(visit, campaign)),
    sub: campaign.subject === null ? 'No subject yet' : foreign(campaign.subject),
    body,
    status: failure?.status ?? 200,
    also: {
      tool: getCampaign,
      input: { campaignId: campaign.id },
      ask: 'When does this campaign go out, and to how many people?',
    },
  });
}

/** The notice on top: the time of sending, or the problem that prevents it. */
function standing({ organization }: Visit, campaign: CampaignAnswer): Html | null {
  const { status, scheduledAt, timezone, problem } = campaign;
  if (problem !== null) {
    const title = status === 'SCHEDULED' ? 'Sending would fail.' : 'Not ready to send.';
    return notice({ state: 'warn', title, text: foreign(describeProblem(problem)) });
  }
  if (status === 'SCHEDULED' && scheduledAt !== null) {
    const zone = timezone === 'UTC' ? organization.timezone : timezone;
    const text = html`${describeMoment(scheduledAt, zone)} (${zone}).`;
    return notice({ state: 'info', picture: 'calendar', title: 'Goes out on', text });
  }
  if (status === 'ARCHIVED') {
    return notice({ state: 'still', picture: 'archive', title: 'Archived.', text: 'It was never sent.' });
  }
  return null;
}

export function emailFacts({ organization }: Visit, campaign: CampaignAnswer): Html {
  const { timezone } = organization;
  const { subject, preview, fromName, fromEmail, replyTo, createdAt, updatedAt } = campaign;
  const sender = fromEmail === null ? html`The organization’s default sender` : foreign(fromEmail);
  return sheet({
    title: 'Details',
    body: factList([
      ['Subject', subject === null ? html`None yet` : foreign(subject)],
      preview === null ? null : ['Preview text', foreign(preview)],
      ['From', fromName === null ? sender : html`${foreign(fromName)}<br>${sender}`],
      replyTo === null ? null : ['Replies go to', foreign(replyTo)],
      ['Created', renderTime(createdAt, timezone)],
      ['Changed', renderTime(updatedAt, timezone)],
    ]),
  });
}

/** The tab Email of a campaign that was sent. */
export async function showEmail(visit: Visit): Promise<HttpAnswer> {
  const campaign = await visit.call(getCampaign, { campaignId: visit.parameters.id });
  if (!wasStarted(campaign)) return seeOther(campaignPath(campaign));
  const { abTest } = campaign;
  const versions =
    abTest === null
      ? null
      : html`<p class="inline small">${abTest.variants.map(({ name }, index) => linkButton(campaignPath(campaign, `/email?variant=${String(index)}`), `Version ${name}`, { look: 'tiny' }))}</p>`;
  const preview = sheet({
    title: 'Email',
    aside: versions,
    bare: true,
    body: await previewPart(visit, campaign.id),
  });
  return await page(visit, {
    ...(await campaignHead(visit, campaign)),
    body: html`${reportTabs(campaign, 'email')}${columns(preview, emailFacts(visit, campaign))}`,
    also: {
      tool: getCampaign,
      input: { campaignId: campaign.id },
      ask: 'Show me the email of this campaign.',
    },
  });
}
