import type { Audience, CampaignProgress, CampaignRecord } from '../../model/campaign/campaign.ts';
import { nextCampaignStatus } from '../../model/campaign/lifecycle.ts';
import { mailsOf } from '../../model/campaign/variants.ts';
import { footedBody } from '../../model/content/body.ts';
import type { SegmentRecord } from '../../model/segment/segment.ts';
import { type Job, stillHeld } from '../../store/jobs.ts';
import type { CampaignBodyRecord } from '../../store/records/campaign-bodies.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import { announceCampaign } from '../ledger/announce-changes.ts';
import { on, type Step } from './campaign-step.ts';

/** A campaign's time has come: what its mails share is stored, and its audience is fixed. */
export async function startCampaign(engine: Engine, job: Job): Promise<Step> {
  const { clock, ids } = engine.world;
  const now = clock.now();
  return await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, job.organization);
    const { segmentId, segment } = await holdSegment(store, job.subject);
    const campaign = await store.campaigns.hold(job.subject);
    const status = campaign && nextCampaignStatus(campaign.status, 'start');
    // It was cancelled, edited and sent again at this moment: the next look holds the right one.
    if (campaign && campaign.audience.segmentId !== segmentId) return on;
    if (!campaign || !status || !(await stillHeld(queries, job))) return on;
    const bodies = mailsOf(campaign).map(
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
    return on;
  });
}

/**
 * The segment a campaign is for, held before the campaign as in every flow: who takes a tag out of its rule and then
 * deletes the tag does so before this transaction, or finds a campaign that asks for it.
 */
async function holdSegment(
  store: OrganizationStore,
  id: string,
): Promise<{ segmentId: string | null; segment: SegmentRecord | undefined }> {
  const segmentId = (await store.campaigns.byId(id))?.audience.segmentId ?? null;
  const segment = segmentId === null ? undefined : await store.segments.hold(segmentId);
  return { segmentId, segment };
}

/** With the rule of its segment in place of the segment's id: who edits the segment later changes other campaigns. */
function settledAudience(audience: Audience, segment: SegmentRecord | undefined): Audience {
  // With a segment that is gone it stays as it is, and is empty.
  if (!segment) return audience;
  const filter = audience.filter === null ? segment.rule : { and: [segment.rule, audience.filter] };
  return { ...audience, segmentId: null, filter };
}

function splitOf({ abTest }: CampaignRecord): CampaignProgress['split'] {
  return abTest && { variants: abTest.variants.length, percent: abTest.percent };
}
