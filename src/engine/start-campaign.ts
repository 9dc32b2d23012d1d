import type { Audience, CampaignProgress, CampaignRecord } from '../model/campaign/campaign.ts';
import { nextCampaignStatus } from '../model/campaign/lifecycle.ts';
import { mailsOf } from '../model/campaign/variants.ts';
import { type Job, stillHeld } from '../store/jobs.ts';
import type { MassBody } from '../store/records/mass-bodies.ts';
import { OrganizationStore } from '../store/store.ts';
import { on, type Step } from './campaign-step.ts';
import type { Engine } from './scope.ts';

/** The time of a campaign has come: what its mails share is written down, and for whom it is is settled. */
export async function startCampaign(engine: Engine, job: Job): Promise<Step> {
  const { clock, ids } = engine.world;
  const now = clock.now();
  return await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, job.organization);
    const campaign = await store.campaigns.hold(job.subject);
    const status = campaign && nextCampaignStatus(campaign.status, 'start');
    if (!campaign || !status || !(await stillHeld(queries, job))) return on;
    const bodies = mailsOf(campaign).map(
      ({ variant, body }): MassBody => ({
        id: ids.id('bdy'),
        campaignId: campaign.id,
        variant,
        body: body ?? { kind: 'markdown', source: '' },
      }),
    );
    await store.massBodies.add(bodies, now);
    const progress: CampaignProgress = {
      stage: 'gathering',
      audience: await settledAudience(store, campaign.audience),
      gatheredThrough: 0,
      split: splitOf(campaign),
      gatherUntil: await store.recipients.newestSubscriber(),
      sentThrough: 0,
      bodies: bodies.map(({ id }) => id),
      chooseAt: null,
    };
    await store.campaigns.update({ ...campaign, status, progress, startedAt: now });
    return on;
  });
}

/** With the rule of its segment in place of the segment's id: who edits the segment later changes other campaigns. */
async function settledAudience(store: OrganizationStore, audience: Audience): Promise<Audience> {
  const segment = audience.segmentId === null ? undefined : await store.segments.byId(audience.segmentId);
  if (!segment) return audience;
  const filter = audience.filter === null ? segment.rule : { and: [segment.rule, audience.filter] };
  return { ...audience, segmentId: null, filter };
}

function splitOf({ abTest }: CampaignRecord): CampaignProgress['split'] {
  return abTest && { variants: abTest.variants.length, percent: abTest.percent };
}
