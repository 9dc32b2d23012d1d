import type { Audience, CampaignRecord } from '../../model/campaign/campaign.ts';
import { describeAbTest, describeAudience, formatLocalTime } from '../../model/campaign/describe-campaign.ts';
import type { Rule } from '../../model/segment/rule.ts';
import { namesIn } from '../../model/segment/rule-names.ts';
import type { SendPreview } from '../../model/sending/send-preview.ts';
import type { OrganizationStore } from '../../store/store.ts';

export type PlanDescription = Pick<SendPreview, 'scheduled_local' | 'audience' | 'ab_test'>;

type Timed = {
  campaign: CampaignRecord;
  at: number | null;
  atOnce?: boolean;
  /** Defaults to the campaign's time zone. */
  shownIn?: string;
};

export async function describeCampaignPlan(
  store: OrganizationStore,
  { campaign, at, atOnce = false, shownIn }: Timed,
  audience: Audience,
): Promise<PlanDescription> {
  const { abTest, timezone } = campaign;
  return {
    audience: await nameAudience(store, audience),
    ...(abTest && { ab_test: describeAbTest(abTest) }),
    ...(at !== null && !atOnce && { scheduled_local: formatLocalTime(at, shownIn ?? timezone) }),
  };
}

export async function nameAudience(store: OrganizationStore, audience: Audience): Promise<string> {
  const { tags, segmentId, filter, notReachedBy } = audience;
  const tagIds = [...tags.any, ...tags.all, ...tags.none, ...tagsIn(filter)];
  const names = new Map((await store.tags.among([...new Set(tagIds)])).map(({ id, name }) => [id, name]));
  const segment = segmentId === null ? undefined : await store.segments.byId(segmentId);
  if (segment) names.set(segment.id, segment.name);
  const campaign = notReachedBy === undefined ? undefined : await store.campaigns.headById(notReachedBy);
  if (campaign) names.set(campaign.id, campaign.name);
  return describeAudience(audience, (id) => names.get(id));
}

function tagsIn(filter: Rule | null): string[] {
  if (filter === null) return [];
  return namesIn(filter, '').flatMap(({ kind, name }) => (kind === 'tag' ? [name] : []));
}
