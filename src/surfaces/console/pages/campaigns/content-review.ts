import { withReview } from '../../../../contract/content-review.ts';
import { findReview } from '../../../../engine/approval/content-reviews.ts';
import { verifyCampaign } from '../../../../engine/campaigns/verify-campaign.ts';
import { approvalStatus } from '../../../../model/approval/approval.ts';
import { Failure } from '../../../../model/failure.ts';
import { needsReviewBadge } from '../../../../model/verification/content/guidance.ts';
import { ContentInReview } from '../../../../model/verification/content-refusal.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import type { Html } from '../../../public/html.ts';
import { button, form } from '../../fields.ts';
import { seeOther } from '../../layout.ts';
import { linkButton, notice } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';
import type { CampaignAnswer } from './campaign-form.ts';
import { campaignPath } from './campaign-head.ts';

/** Null if the content may be sent without a review, or was released. */
export async function reviewNotice(visit: Visit, campaign: CampaignAnswer): Promise<Html | null> {
  if (!campaign.badges.some(({ id }) => id === needsReviewBadge)) return null;
  const refusal = await refusalInReview(visit);
  if (refusal === null) return null;
  const review = await findReview(visit.engine, visit.organization, refusal.contents);
  const isDeclined = review !== undefined && approvalStatus(review, visit.now) === 'declined';
  return notice({
    state: 'warn',
    title: isDeclined ? 'A reviewer declined this content.' : 'The content needs a review.',
    text: isDeclined
      ? 'Change the content, or ask the reviewer.'
      : 'It resembles cold email or phishing. A person with the role approver can release it.',
    action: review
      ? linkButton(`/console/approvals/${review.id}`, 'Open the review', { look: 'tiny' })
      : form(campaignPath(campaign, '/ask-review'), button('Ask for review', { look: 'tiny' }), 'inline'),
  });
}

export async function askForReview(visit: Visit): Promise<HttpAnswer> {
  const refusal = await refusalInReview(visit);
  const asked = refusal && (await withReview(visit.engine, visit.caller, refusal));
  if (asked !== null && asked.fields.review === undefined) throw asked;
  return seeOther(
    asked?.fields.review
      ? `/console/approvals/${asked.fields.review.id}`
      : `/console/campaigns/${visit.parameters.id}/review`,
  );
}

async function refusalInReview({
  engine,
  organization,
  parameters,
  request,
}: Visit): Promise<ContentInReview | null> {
  const store = engine.store.forOrganization(organization.key);
  const campaign = await store.campaigns.byId(parameters.id ?? '');
  if (!campaign) throw new Failure('not_found');
  const { refusal } = await verifyCampaign(engine, organization, campaign, {
    signal: request.signal,
    progress() {},
  });
  return refusal instanceof ContentInReview ? refusal : null;
}
