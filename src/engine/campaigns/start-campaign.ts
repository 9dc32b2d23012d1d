import type { Audience, CampaignProgress, CampaignRecord } from '../../model/campaign/campaign.ts';
import { nextCampaignStatus } from '../../model/campaign/lifecycle.ts';
import { resolveVariants } from '../../model/campaign/variants.ts';
import { footedBody } from '../../model/content/body.ts';
import type { SegmentRecord } from '../../model/segment/segment.ts';
import { holdsLease, type Job } from '../../store/jobs.ts';
import type { CampaignBodyRecord } from '../../store/records/campaigns/campaign-bodies.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { announceCampaign } from '../ledger/announce-changes.ts';
import { continueStep, type Step } from './sending/campaign-step.ts';

/** Stores the shared bodies and fixes the audience. */
export async function startCampaign(engine: Engine, job: Job): Promise<Step> {
  const { clock, ids } = engine.world;
  const now = clock.now();
  return await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, job.organization);
    const { segmentId, segment } = await holdSegment(store, job.subject);
    const campaign = await store.campaigns.hold(job.subject);
    const status = campaign && nextCampaignStatus(campaign.status, 'start');
    // The campaign was cancelled, edited and sent again concurrently; the next look locks the right segment.
    if (campaign && campaign.audience.segmentId !== segmentId) return continueStep;
    if (!campaign || !status || !(await holdsLease(queries, job))) return continueStep;
    const bodies = resolveVariants(campaign).map(
      ({ variant, body }): CampaignBodyRecord => ({
        id: ids.id('bdy'),
        campaignId: campaign.id,
        variant,
        body: footedBody(body ?? { kind: 'markdown', source: '' }, campaign.postalAddress),
      }),
    );
    await store.massBodies.add(bodies, now);
    const progress: CampaignProgress = {
      stage: 'gathering',
      audience: settledAudience(campaign.audience, segment),
      gatheredThrough: 0,
      split: splitOf(campaign),
      gatherUntil: await store.recipients.newestSubscriber(),
      sentThrough: 0,
      bodies: bodies.map(({ id }) => id),
      chooseAt: null,
      problem: null,
      releasing: false,
    };
    const started = { ...campaign, status, progress, startedAt: now };
    await store.campaigns.update(started);
    await announceCampaign(store, 'campaign.sending', async () => started, now);
    return continueStep;
  });
}

/** Segment before campaign, so that a deletion of its tags comes before this transaction or finds the campaign. */
async function holdSegment(
  store: OrganizationStore,
  id: string,
): Promise<{ segmentId: string | null; segment: SegmentRecord | undefined }> {
  const segmentId = (await store.campaigns.byId(id))?.audience.segmentId ?? null;
  const segment = segmentId === null ? undefined : await store.segments.hold(segmentId);
  return { segmentId, segment };
}

/** Copies the segment's rule, so that later edits do not affect this campaign. */
function settledAudience(audience: Audience, segment: SegmentRecord | undefined): Audience {
  // A deleted segment keeps the audience empty.
  if (!segment) return audience;
  const filter = audience.filter === null ? segment.rule : { and: [segment.rule, audience.filter] };
  return { ...audience, segmentId: null, filter };
}

function splitOf({ abTest }: CampaignRecord): CampaignProgress['split'] {
  return abTest && { variants: abTest.variants.length, percent: abTest.percent };
}
