import type { Audience, CampaignRecord } from '../../model/campaign/campaign.ts';
import { abTestInWords, audienceInWords, localTimeInWords } from '../../model/campaign/campaign-in-words.ts';
import type { Rule } from '../../model/segment/rule.ts';
import { namesIn } from '../../model/segment/rule-names.ts';
import type { SendPreview } from '../../model/sending/send-preview.ts';
import type { OrganizationStore } from '../../store/store.ts';

export type PlanInWords = Pick<SendPreview, 'scheduled_local' | 'audience' | 'ab_test'>;

/** A campaign with the time at which it is to be sent. */
type Timed = {
  campaign: CampaignRecord;
  /** Epoch ms; null for at once. */
  at: number | null;
  atOnce?: boolean;
  /** The time zone of the call; that of the campaign if left out. */
  shownIn?: string;
};

/**
 * Who is meant, what is tried on them and when, as a person says it.
 * @param audience of the campaign, or as it was when its sending began
 */
export async function wordsOf(
  store: OrganizationStore,
  { campaign, at, atOnce = false, shownIn }: Timed,
  audience: Audience,
): Promise<PlanInWords> {
  const { abTest, timezone } = campaign;
  return {
    audience: await nameAudience(store, audience),
    ...(abTest && { ab_test: abTestInWords(abTest) }),
    ...(at !== null && !atOnce && { scheduled_local: localTimeInWords(at, shownIn ?? timezone) }),
  };
}

/** Describes an audience with the present names of its tags, segment and campaign. */
export async function nameAudience(store: OrganizationStore, audience: Audience): Promise<string> {
  const { tags, segmentId, filter, notReachedBy } = audience;
  const tagIds = [...tags.any, ...tags.all, ...tags.none, ...tagsIn(filter)];
  const names = new Map((await store.tags.among([...new Set(tagIds)])).map(({ id, name }) => [id, name]));
  const segment = segmentId === null ? undefined : await store.segments.byId(segmentId);
  if (segment) names.set(segment.id, segment.name);
  const campaign = notReachedBy === undefined ? undefined : await store.campaigns.headById(notReachedBy);
  if (campaign) names.set(campaign.id, campaign.name);
  return audienceInWords(audience, (id) => names.get(id));
}

function tagsIn(filter: Rule | null): string[] {
  if (filter === null) return [];
  return namesIn(filter, '').flatMap(({ kind, name }) => (kind === 'tag' ? [name] : []));
}
