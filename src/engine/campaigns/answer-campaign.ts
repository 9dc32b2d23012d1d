import { type CampaignHead, type CampaignRecord, countedAs } from '../../model/campaign/campaign.ts';
import {
  type CountOf,
  campaignAnswer,
  campaignSummary,
  countsShown,
} from '../../model/campaign/campaign-answer.ts';
import { describeProblem } from '../../model/campaign/problem.ts';
import { resolveSender } from '../../model/campaign/sender.ts';
import { Failure, failures } from '../../model/failure.ts';
import { nameIsUnset, type OrganizationRecord } from '../../model/organization/organization.ts';
import { toolRemedies } from '../../model/text/tool-remedies.ts';
import { refusalsOfBadges } from '../../model/verification/content-refusal.ts';
import { languageWarnings } from '../../model/verification/language/languages.ts';
import { OrganizationRecords } from '../../store/records/access/organizations.ts';
import type { Counted } from '../../store/records/people/counts.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { goneRefusal } from '../audience/resolve-audience.ts';
import type { Scope } from '../context/scope.ts';
import { heldSentence, queueHeldSince } from '../organizations/queue-hold.ts';
import { warningsOfSettings } from '../organizations/settings-warnings.ts';
import { unsignedDomains } from '../sending/preview-send.ts';
import { unnamed } from '../subscribers/organization-warnings.ts';
import { draftLooksMax, isEmptyAudience } from './is-empty-audience.ts';

export async function answerCampaign(
  store: OrganizationStore,
  campaign: CampaignRecord,
  draftProblem: string | null = null,
  warnings: readonly string[] = [],
): Promise<ReturnType<typeof campaignAnswer>> {
  const variants = campaign.abTest?.variants.length ?? 0;
  const counts = await store.counts.readAll(countsShown(campaign, variants));
  const problem = (await findStallReason(store, campaign)) ?? draftProblem;
  return campaignAnswer(campaign, countOf(campaign.id, counts), problem, warnings);
}

export async function findStallReason(
  { queries, organization }: OrganizationStore,
  { status, progress }: Pick<CampaignHead, 'status' | 'progress'>,
): Promise<string | null> {
  if (status !== 'SENDING' && status !== 'SCHEDULED') return null;
  if ((await queueHeldSince(queries)) !== null) return heldSentence;
  const sending = await new OrganizationRecords(queries).sending([organization]);
  if (sending.get(organization)?.isPaused) return pausedProblem;
  return status === 'SENDING' ? (progress?.problem ?? null) : null;
}

/** Includes every reason that a send would be refused for at any door. @param refusals from `listRefusals` */
export async function answerDraft(
  scope: Pick<Scope, 'engine' | 'store' | 'caller' | 'now'>,
  campaign: CampaignRecord,
  refusals: readonly Failure[],
): Promise<ReturnType<typeof campaignAnswer>> {
  const { store, now } = scope;
  const gone = await goneRefusal(store, campaign.audience);
  const isEmpty = await isEmptyAudience(scope, store, campaign.audience, now, draftLooksMax);
  const problem = describeProblem([
    ...refusals,
    ...(gone ? [gone] : []),
    ...(isEmpty ? [new Failure('audience_empty')] : []),
    ...refusalsOfBadges(campaign.badges),
  ]);
  return await answerCampaign(store, campaign, problem, await listCampaignWarnings(scope, campaign));
}

/** Warns if no subscriber would get the campaign now. */
export async function answerScheduled(
  scope: Pick<Scope, 'engine' | 'store' | 'caller' | 'now'>,
  campaign: CampaignRecord,
): Promise<ReturnType<typeof campaignAnswer>> {
  const { store, now } = scope;
  const at = Math.max(now, campaign.scheduledAt ?? now);
  const isEmpty = await isEmptyAudience(scope, store, campaign.audience, at, draftLooksMax);
  const problem = isEmpty ? failures.audience_empty.sentence : null;
  return await answerCampaign(store, campaign, problem, await listCampaignWarnings(scope, campaign));
}

/** The same warnings before a send, in its preview and in its answer. */
export async function listCampaignWarnings(
  { engine, store, caller: { organization, token } }: Pick<Scope, 'engine' | 'store' | 'caller'>,
  campaign: CampaignRecord,
): Promise<string[]> {
  if (campaign.startedAt !== null)
    return [...languageWarnings(campaign.badges), ...footWarnings(campaign, organization)];
  const isDraft = campaign.status === 'DRAFT';
  const from = resolveSender(campaign, organization.defaultFrom);
  return [
    // A draft is sent by its reader, a scheduled campaign with its sender's token.
    ...warningsOfSettings(engine.settings, { organization, token: isDraft ? token : null }, true),
    ...(from ? await unsignedDomains({ store }, [from]) : []),
    ...languageWarnings(campaign.badges),
    ...footWarnings(campaign, organization),
    ...(nameIsUnset(organization) ? [unnamed] : []),
  ];
}

/** A scheduled campaign keeps its postal address. */
function footWarnings(
  { status, startedAt, postalAddress }: CampaignRecord,
  organization: Pick<OrganizationRecord, 'postalAddress'>,
): string[] {
  const isSettled = status === 'SCHEDULED' || startedAt !== null;
  if (!isSettled) return addressWarnings(organization.postalAddress);
  if (status === 'SCHEDULED' && postalAddress === null && organization.postalAddress !== null)
    return [setSince];
  return addressWarnings(postalAddress);
}

const setSince = `Its footer lacks the postal address, which was set after it was scheduled: ${toolRemedies.scheduleAgain.assistant}`;

const pausedProblem = 'Sending is paused for the organization until a person resumes it';

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

/** The campaign's own text may still contain an address. */
function addressWarnings(postalAddress: string | null): string[] {
  if (postalAddress !== null) return [];
  return [
    `${toolRemedies.noPostalAddress.assistant}, so the footer of the campaign shows none: CAN-SPAM (15 U.S.C. 7704(a)(5)) and CASL (s. 6(2)) require one; ${toolRemedies.setPostalAddress.assistant}`,
  ];
}
