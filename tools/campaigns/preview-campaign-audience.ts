import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  countedAlone,
  judgedMax,
  noRecipientNow,
  viewLedger,
} from '../../src/engine/audience/count-audience.ts';
import { nameAudience } from '../../src/engine/audience/describe-campaign-plan.ts';
import { listDeletedParts, resolveAudience } from '../../src/engine/audience/resolve-audience.ts';
import { ruleWarnings } from '../../src/engine/audience/rule-warnings.ts';
import { fieldKinds, unknownFields } from '../../src/engine/audience/unknown-fields.ts';
import { viewSend } from '../../src/engine/audience/view-send.ts';
import { listCampaignWarnings as campaignWarnings } from '../../src/engine/campaigns/answer-campaign.ts';
import { type Audience, type CampaignRecord, isForAllActive } from '../../src/model/campaign/campaign.ts';
import { IdInput } from '../../src/model/id.ts';
import { Instant, isoInstant } from '../../src/model/instant.ts';
import { type AudienceView, describeAge } from '../../src/model/sending/audience-view.ts';
import { Skipped, shownSkips } from '../../src/model/sending/skipped.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';
import type { OrganizationStore } from '../../src/store/store.ts';

export const previewCampaignAudience = defineTool({
  name: 'preview_campaign_audience',
  title: 'Preview campaign audience',
  summary: 'Count the recipients of a campaign, and skipped subscribers by reason.',
  toolset: 'campaigns',
  input: z.strictObject({ campaignId: IdInput, exact: z.boolean().optional().describe('Count now') }),
  output: z.object({
    object: z.literal('audience'),
    campaignId: z.string(),
    /** In words. */
    audience: untrusted(z.string()),
    count: z.int(),
    counted_at: Instant,
    skipped: z.array(Skipped),
    sample: z.array(z.object({ id: z.string(), email: untrusted(z.string()) })),
    warnings: z.array(z.string()),
  }),
  failures: ['not_found'],
  effect: 'read',
  needs: 'campaigns.read',
  rest: { route: 'GET /campaigns/{campaignId}/audience' },
  example: {
    input: { campaignId: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x' },
    output: {
      object: 'audience',
      campaignId: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x',
      audience: 'ACTIVE subscribers with tag “customer”',
      count: 1,
      counted_at: '2026-11-21T09:30:00.000Z',
      skipped: [{ reason: 'unsubscribed', count: 2 }],
      sample: [{ id: 'sub_01kb3k7f5d2c8n1r4s6t9v0w3x', email: 'ada@example.com' }],
      warnings: [],
    },
  },
  async run({ store, engine, caller, now, fail, signal, progress }, { campaignId, exact = false }) {
    const waiting = { signal, progress };
    const campaign = (await store.campaigns.byId(campaignId)) ?? fail('not_found');
    // A started campaign keeps its enrolled recipients, whatever the audience matches now.
    const begun = campaign.startedAt !== null;
    const at = Math.max(now, campaign.scheduledAt ?? now);
    const terms = begun ? null : await resolveAudience(store, campaign.audience);
    const view =
      terms === null
        ? await viewLedger(engine, store, campaign, waiting)
        : await viewSend(engine, caller, store, terms, at, waiting, exact);
    return {
      object: 'audience' as const,
      campaignId: campaign.id,
      audience: await nameAudience(store, begun ? campaign.progress!.audience : campaign.audience),
      count: view.count,
      counted_at: isoInstant(view.countedAt),
      skipped: shownSkips(view.skipped),
      sample: view.sample,
      warnings: begun
        ? warningsBegun(campaign, view)
        : [
            ...(await warningsBefore(store, campaign.audience, view, now)),
            ...(await campaignWarnings({ engine, store, caller }, campaign)),
          ],
    };
  },
});

/** Deleted parts of the audience named in a warning. */
const goneListedMax = 5;

function warningsBegun({ progress }: CampaignRecord, view: AudienceView): string[] {
  const gathering = progress?.stage === 'gathering' ? ['The audience is still being recorded'] : [];
  const left =
    'Sending has started: the counts exclude people who were not ACTIVE at that time; get_subscriber shows why';
  return [...gathering, left, ...warningsOf(view)];
}

async function warningsBefore(
  store: OrganizationStore,
  audience: Audience,
  view: AudienceView,
  now: number,
): Promise<string[]> {
  const { segmentId, filter } = audience;
  const age = describeAge(now - view.countedAt);
  const warnings =
    age === null ? [] : [`${age}: ask again for a newer count, or pass exact: true to count now`];
  for (const { path, message } of (await listDeletedParts(store, audience)).slice(0, goneListedMax)) {
    warnings.push(`${path} ${message}: send_campaign would refuse it`);
  }
  if (filter !== null) warnings.push(...(await ruleWarnings(store, filter, 'audience.filter', now)));
  const segment = segmentId === null ? null : await store.segments.byId(segmentId);
  const unknown = segment ? await unknownFields(store, segment.rule, '', now) : [];
  for (const kind of new Set(unknown.map((field) => field.kind))) {
    warnings.push(
      `audience.segmentId is a segment whose rule uses ${fieldKinds[kind]} that no subscriber has`,
    );
  }
  if (isForAllActive(audience)) {
    warnings.push('No audience is set: all ACTIVE subscribers will receive it');
  }
  if (view.count === 0 && view.complete && age === null) warnings.push(noRecipientNow);
  if (view.complete && view.count > judgedMax) warnings.push(countedAlone);
  return [...warnings, ...warningsOf(view)];
}

function warningsOf({ complete }: AudienceView): string[] {
  return complete ? [] : ['The audience was too large to count in time: the counts are lower bounds'];
}
