/** The last page before a campaign is sent: it says exactly what happens, and sends or schedules it. */
import { getCampaign } from '../../../../../tools/campaigns/get-campaign.ts';
import { previewCampaignAudience } from '../../../../../tools/campaigns/preview-campaign-audience.ts';
import { sendCampaign } from '../../../../../tools/campaigns/sending/send-campaign.ts';
import { changedSinceReview } from '../../../../engine/approval/permit-checks.ts';
import { hashSubject } from '../../../../engine/approval/send-approvals.ts';
import { aboutDraft } from '../../../../engine/campaigns/schedule-campaign.ts';
import { hasGrown } from '../../../../model/campaign/approved-people.ts';
import { describeDuration } from '../../../../model/campaign/describe-campaign.ts';
import { readSchedule } from '../../../../model/campaign/schedule.ts';
import { Failure } from '../../../../model/failure.ts';
import { isTimeZone } from '../../../../model/time-zone.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, hiddenField, presenceForm } from '../../fields.ts';
import { correctable, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { badge, columns, linkButton, notice, sheet } from '../../look/parts.ts';
import { modeWords, readMode } from '../../mode.ts';
import { people } from '../../number-words.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import { type AudienceAnswer, countsPart, warningList } from './audience-part.ts';
import type { CampaignAnswer } from './campaign-form.ts';
import { campaignHead, campaignPath, timeFields } from './campaign-head.ts';
import { previewPart } from './campaign-preview.ts';
import { campaignFieldLabels, describeMoment, describeProblem } from './campaign-words.ts';
import { reviewNotice } from './content-review.ts';
import { emailFacts } from './show-campaign.ts';

type When = { kind: 'now' } | { kind: 'at'; local: string; zone: string; at: number };

export async function showReview(visit: Visit, failure: Failure | null = null): Promise<HttpAnswer> {
  const campaignId = visit.parameters.id;
  const campaign = await visit.call(getCampaign, { campaignId });
  if (campaign.status !== 'DRAFT') return seeOther(campaignPath(campaign));
  const found = await visit.call(previewCampaignAudience, { campaignId, exact: true });
  const asked = visit.request.method === 'GET' ? visit.request.query : visit.form;
  const zone = asked.get('zone') || visit.organization.timezone;
  const local = asked.get('at') ?? '';
  const { when, fault } = readWhen(asked, { zone, local }, visit.now);
  const chosen = sheet({
    title: 'Send later',
    body: whenForm(visit, campaign, { when, fault, local, zone }),
  });
  const warnings = [...new Set([...found.warnings, ...campaign.warnings])];
  const inReview = await reviewNotice(visit, campaign);
  const main = html`${inReview}${await decision(visit, campaign, found, when, inReview !== null)}${warningList(warnings)}${chosen}`;
  const email = sheet({
    title: 'Email',
    bare: true,
    body: await previewPart(visit, campaign.id),
  });
  const side = html`${sheet({ title: 'Audience', body: countsPart(visit, campaign, found) })}${emailFacts(visit, campaign)}`;
  const { acts: _, ...head } = await campaignHead(visit, campaign);
  return await page(visit, {
    ...head,
    crumb: { href: campaignPath(campaign, '/edit'), title: campaign.name },
    title: `Review ${campaign.name}`,
    heading: html`Review ${foreign(campaign.name)}`,
    body: html`${rejectedNotice(failure, campaignFieldLabels, 'Not sent.')}${columns(main, side)}${email}`,
    status: failure?.status ?? 200,
    also: {
      tool: sendCampaign,
      input: { campaignId: campaign.id },
      ask: 'Schedule this campaign for Friday at nine, and show me who gets it first.',
    },
  });
}

/** Reads the time as the tool does. A time that cannot be used falls back to now, which the page says. */
function readWhen(
  asked: URLSearchParams,
  { zone, local }: { zone: string; local: string },
  now: number,
): { when: When; fault: string | null } {
  if (asked.get('when') !== 'at') return { when: { kind: 'now' }, fault: null };
  const refused = (fault: string) => ({ when: { kind: 'now' } as const, fault });
  if (!isTimeZone(zone)) return refused(`${zone} is not a time zone. Write a city, such as Europe/London.`);
  const at = readSchedule(local, zone);
  if (at === null) return refused('Choose a date and a time.');
  if (at <= now) return refused(`${describeMoment(at, zone)} (${zone}) has passed. Choose a later time.`);
  return { when: { kind: 'at', local, zone, at }, fault: null };
}

function whenForm(
  visit: Visit,
  campaign: CampaignAnswer,
  { when, fault, local, zone }: { when: When; fault: string | null; local: string; zone: string },
): Html {
  const path = campaignPath(campaign, '/review');
  const refused =
    fault === null
      ? null
      : notice({ state: 'bad', title: 'This time cannot be used.', text: foreign(fault) });
  const now = when.kind === 'now' ? null : linkButton(path, 'Send now instead', { look: 'bare tiny' });
  return html`${refused}<form method="get" action="${path}">${hiddenField('when', 'at')}${timeFields(visit, { at: local, zone })}<div class="inline">${button('Set the time', { look: '' })}${now}</div></form>`;
}

/** The sentence that a person agrees to, and the button that repeats it. */
async function decision(
  visit: Visit,
  campaign: CampaignAnswer,
  { count }: AudienceAnswer,
  when: When,
  isInReview: boolean,
): Promise<Html> {
  const { mode } = await readMode(visit);
  const { state, picture, title, text } = modeWords[mode];
  const whole = campaign.abTest === null ? null : html`<p>${abTestSentence(campaign, count)}</p>`;
  const verb = campaign.problem === null && !isInReview ? 'Goes' : 'Would go';
  const sentence = html`<h2>${verb} to ${people(count)} ${when.kind === 'now' ? 'now' : html`on ${describeMoment(when.at, when.zone)} (${when.zone})`}</h2>
<p>${badge(state, title, picture)} ${text}.</p>${whole}`;
  if (campaign.problem !== null) {
    const missing = notice({
      state: 'warn',
      title: 'Not ready to send.',
      text: foreign(describeProblem(campaign.problem)),
      action: html`<a class="btn tiny" href="${campaignPath(campaign, '/edit')}">Edit campaign</a>`,
    });
    return html`${missing}${sheet({ body: html`<div class="gap">${sentence}</div>` })}`;
  }
  if (isInReview) return sheet({ body: html`<div class="gap">${sentence}</div>` });
  const act = isAdmin(visit)
    ? await presenceForm(visit, {
        action: campaignPath(campaign, '/send'),
        body: html`${hiddenField('about', await fingerprint(visit))}${hiddenField('people', String(count))}${whenFields(when)}${button(when.kind === 'now' ? `Send to ${people(count)} now` : `Schedule for ${people(count)}`, { picture: when.kind === 'now' ? 'send' : 'calendar' })}`,
      })
    : html`<p class="quiet">Only an admin of your organization can send it.</p>`;
  return sheet({ body: html`<div class="gap">${sentence}${act}</div>` });
}

function abTestSentence({ abTest }: CampaignAnswer, count: number): string {
  const { percent, metric, waitMinutes, variants } = abTest!;
  const tested = Math.max(variants.length, Math.round((count * percent) / 100));
  const measure = metric === 'opens' ? 'opened' : 'clicked';
  if (percent === 100) return `A/B test: each of the ${variants.length} versions goes to an equal part.`;
  return `A/B test: ${people(Math.min(tested, count))} get one of ${variants.length} versions. The version ${measure} by more people goes to the rest after ${describeDuration(waitMinutes)}.`;
}

function whenFields(when: When): Html | null {
  if (when.kind === 'now') return null;
  return html`${hiddenField('when', 'at')}${hiddenField('at', when.local)}${hiddenField('zone', when.zone)}`;
}

export async function send(visit: Visit): Promise<HttpAnswer> {
  const { form, parameters } = visit;
  const isTimed = form.get('when') === 'at';
  try {
    const exactly = { campaignId: parameters.id, exact: true };
    const { count } = await visit.call(previewCampaignAudience, exactly);
    if (hasGrown(count, Number(form.get('people') ?? ''))) throw changedSinceReview;
    const timed = {
      campaignId: parameters.id,
      timezone: form.get('zone') || visit.organization.timezone,
      ...(isTimed && { scheduledAt: form.get('at') ?? '' }),
    };
    await visit.call(sendCampaign, timed, form.get('about') ?? '');
  } catch (error) {
    return await showReview(visit, correctable(error));
  }
  const path = `/console/campaigns/${parameters.id}`;
  return seeOther(isTimed ? `${path}?done=scheduled` : `${path}/report?done=sending`);
}

/** The revision alone would miss a change of the segment, of the default sender or of the delivery. */
async function fingerprint({ engine, caller, organization, parameters }: Visit): Promise<string> {
  const store = engine.store.forOrganization(organization.key);
  const campaign = await store.campaigns.byId(parameters.id ?? '');
  if (!campaign) throw new Failure('not_found');
  return hashSubject(await aboutDraft({ engine, caller }, store, campaign));
}
