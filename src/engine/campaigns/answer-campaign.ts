import { addressWarnings } from '../../model/campaign/address-warnings.ts';
import { type CampaignHead, type CampaignRecord, countedAs } from '../../model/campaign/campaign.ts';
import {
  type CountOf,
  campaignAnswer,
  campaignSummary,
  countsShown,
} from '../../model/campaign/campaign-answer.ts';
import { problemOf } from '../../model/campaign/problem.ts';
import { Failure, failures } from '../../model/failure.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { isUnjudged, unjudgedSentence } from '../../model/verification/content-refusal.ts';
import { languageWarnings } from '../../model/verification/language/languages.ts';
import type { Counted } from '../../store/records/counts.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { goneRefusal } from '../audience/resolve-audience.ts';
import type { Scope } from '../context/scope.ts';
import { heldSentence, queueHeldSince } from '../organizations/queue-hold.ts';
import { draftLooksMax, isEmptyAudience } from './is-empty-audience.ts';

/** A campaign as tools return it, with the counts of its mails so far. */
export async function answerCampaign(
  store: OrganizationStore,
  campaign: CampaignRecord,
  draftProblem: string | null = null,
  warnings: readonly string[] = [],
): Promise<ReturnType<typeof campaignAnswer>> {
  const variants = campaign.abTest?.variants.length ?? 0;
  const counts = await store.counts.readAll(countsShown(campaign, variants));
  const problem = (await standingProblem(store, campaign)) ?? draftProblem;
  return campaignAnswer(campaign, countOf(campaign.id, counts), problem, warnings);
}

/** Why a campaign that its author has sent does not go on, or null. */
async function standingProblem(
  { queries }: OrganizationStore,
  { status, progress }: CampaignRecord,
): Promise<string | null> {
  if (status !== 'SENDING' && status !== 'SCHEDULED') return null;
  if ((await queueHeldSince(queries)) !== null) return heldSentence;
  return status === 'SENDING' ? (progress?.problem ?? null) : null;
}

/**
 * A campaign in DRAFT as it is answered: with everything that a send of it would be refused with as it stands, at one door at
 * least.
 * @param refusals of what it says and who it is from: `allRefusalsOf`
 */
export async function answerDraft(
  scope: Pick<Scope, 'engine' | 'store' | 'caller' | 'now'>,
  campaign: CampaignRecord,
  refusals: readonly Failure[],
): Promise<ReturnType<typeof campaignAnswer>> {
  const { store, caller, now } = scope;
  const gone = await goneRefusal(store, campaign.audience);
  const isEmpty = await isEmptyAudience(scope, store, campaign.audience, now, draftLooksMax);
  // Badges of this severity are what a content is refused for.
  const blocked = campaign.badges.some(({ severity }) => severity === 'block');
  const message = isUnjudged(campaign.badges) ? { message: unjudgedSentence } : {};
  const problem = problemOf([
    ...refusals,
    ...(gone ? [gone] : []),
    ...(isEmpty ? [new Failure('audience_empty')] : []),
    ...(blocked ? [new Failure('content_verification_failed', message)] : []),
  ]);
  return await answerCampaign(store, campaign, problem, warningsOf(campaign, caller.organization));
}

/** A campaign that waits for its time: with whether any subscriber would get it as things stand. */
export async function answerScheduled(
  scope: Pick<Scope, 'engine' | 'store' | 'caller' | 'now'>,
  campaign: CampaignRecord,
): Promise<ReturnType<typeof campaignAnswer>> {
  const { store, now } = scope;
  const at = Math.max(now, campaign.scheduledAt ?? now);
  const isEmpty = await isEmptyAudience(scope, store, campaign.audience, at, draftLooksMax);
  return await answerCampaign(store, campaign, isEmpty ? failures.audience_empty.sentence : null);
}

/** What its author may want to know before it is sent; repeated when it is. */
export function warningsOf(
  { badges }: Pick<CampaignRecord, 'badges'>,
  { postalAddress }: Pick<OrganizationRecord, 'postalAddress'>,
): string[] {
  return [...languageWarnings(badges), ...addressWarnings(postalAddress)];
}

/** Campaigns as a list shows them: one look-up for all of their counts. */
export async function answerCampaigns(
  store: OrganizationStore,
  campaigns: readonly CampaignHead[],
): Promise<ReturnType<typeof campaignSummary>[]> {
  const counts = await store.counts.readAll(campaigns.flatMap((campaign) => countsShown(campaign, 0)));
  return campaigns.map((campaign) => campaignSummary(campaign, countOf(campaign.id, counts)));
}

function countOf(id: string, counts: ReadonlyMap<Counted, number>): CountOf {
  return (count, variant) => counts.get(countedAs(id, count, variant)) ?? 0;
}
