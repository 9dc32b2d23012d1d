import { z } from 'zod';
import { defineTool } from '../../../src/contract/tool.ts';
import { assertApproved } from '../../../src/engine/approval/permit-checks.ts';
import { aboutCampaign } from '../../../src/engine/campaigns/schedule-campaign.ts';
import { verifyCampaign } from '../../../src/engine/campaigns/verify-campaign.ts';
import type { Scope } from '../../../src/engine/context/scope.ts';
import { acceptedId, type Draft } from '../../../src/engine/context/submission.ts';
import { ambientDelivery, asContentRefusal, previewSend } from '../../../src/engine/sending/preview-send.ts';
import { refusedFor } from '../../../src/engine/sending/verify-send.ts';
import { parseMailbox, readStoredMailbox } from '../../../src/model/address.ts';
import { type CampaignRecord, variantsMax } from '../../../src/model/campaign/campaign.ts';
import { resolveSender } from '../../../src/model/campaign/sender.ts';
import { assertComplete, resolveVariants } from '../../../src/model/campaign/variants.ts';
import { footedBody } from '../../../src/model/content/body.ts';
import { type FieldFault, invalidField, invalidFields } from '../../../src/model/failure.ts';
import { IdInput } from '../../../src/model/id.ts';
import { campaignExample } from '../campaign-example.ts';

const testRecipientsMax = 10;

export const testCampaign = defineTool({
  name: 'test_campaign',
  title: 'Send a test of a campaign',
  summary: 'Send a campaign, marked [Test], to your own addresses.',
  toolset: 'campaigns',
  input: z.strictObject({
    campaignId: IdInput,
    to: z.array(z.string()).min(1).max(testRecipientsMax),
    variant: z
      .int()
      .min(0)
      .max(variantsMax - 1)
      .optional()
      .describe('A/B test variant, from 0'),
  }),
  output: z.object({ data: z.array(z.object({ id: z.string() })) }),
  failures: [
    'not_found',
    'content_verification_failed',
    'content_verification_unavailable',
    'domain_not_verified',
    'restricted_api_key',
    'RECIPIENT_RATE_LIMITED',
    'rate_limit_exceeded',
  ],
  effect: 'send',
  needs: 'campaigns.send',
  roles: ['author'],
  rest: { route: 'POST /campaigns/{campaignId}/test' },
  example: {
    input: { campaignId: campaignExample.id, to: ['ada@example.com'] },
    output: { data: [{ id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' }] },
  },
  async preview(scope, input) {
    const { campaign, drafts } = await read(scope, input);
    const refusal = await assertPasses(scope, campaign, drafts).then(() => null, asContentRefusal);
    return await previewSend(scope, {
      tool: 'test_campaign',
      source: 'test',
      mode: 'strict',
      mails: drafts.map((draft) => ({ draft, refusal })),
      bulk: drafts.length > 1,
      about: await aboutTest(scope, campaign, drafts),
    });
  },
  async run(scope, input) {
    const { campaign, drafts } = await read(scope, input);
    await assertApproved(scope, async () => ({
      of: await aboutTest(scope, campaign, drafts),
      delivery: ambientDelivery(scope.engine.settings, scope.caller),
    }));
    await assertPasses(scope, campaign, drafts);
    return await scope.accept({
      source: 'test',
      mode: 'strict',
      drafts,
      answer: (fates) => ({ data: fates.map((fate) => ({ id: acceptedId(fate) })) }),
    });
  },
});

/** @throws Failure for an incomplete campaign or an unreadable recipient */
async function read(
  { store, caller, fail }: Scope<'not_found'>,
  { campaignId, to, variant }: { campaignId: string; to: readonly string[]; variant?: number | undefined },
): Promise<{ campaign: CampaignRecord; drafts: Draft[] }> {
  const campaign = (await store.campaigns.byId(campaignId)) ?? fail('not_found');
  const from = resolveSender(campaign, caller.organization.defaultFrom);
  const mail = resolveVariants(campaign)[variant ?? 0];
  if (!mail || (variant !== undefined && campaign.abTest === null)) {
    throw invalidField('variant', 'is not a variant of this campaign');
  }
  const { subject, preview, body } = assertComplete(mail, from);
  const drafts = recipients(to).map((mailbox) => ({
    from: from!,
    to: mailbox,
    replyTo: readStoredMailbox(campaign.replyTo),
    subject: `[Test] ${subject}`,
    preview,
    body: footedBody(body, caller.organization.postalAddress),
  }));
  return { campaign, drafts };
}

/** @throws Failure when the content is refused */
async function assertPasses(scope: Scope, campaign: CampaignRecord, drafts: readonly Draft[]): Promise<void> {
  const { engine, caller } = scope;
  const recipients = drafts.map(({ to }) => to);
  await refusedFor(recipients, async () => {
    const { refusal } = await verifyCampaign(engine, caller.organization, campaign, scope);
    if (refusal) throw refusal;
  });
}

async function aboutTest(
  { store, caller }: Scope,
  campaign: CampaignRecord,
  drafts: readonly Draft[],
): Promise<unknown> {
  const { from, subject, preview, body } = drafts[0]!;
  const { defaultReplyTo } = caller.organization;
  const to = drafts.map(({ to: { address, displayName } }) => [address, displayName]);
  return {
    to,
    subject,
    preview,
    body,
    campaign: await aboutCampaign(store, campaign, { from, defaultReplyTo }, campaign.audience),
  };
}

function recipients(to: readonly string[]) {
  const faults: FieldFault[] = [];
  const mailboxes = to.flatMap((text, index) => {
    const read = parseMailbox(text);
    if (read.ok) return [read.mailbox];
    faults.push({ path: `to[${index}]`, code: 'invalid', message: `is not one mailbox: ${read.message}` });
    return [];
  });
  if (faults.length > 0) throw invalidFields(faults);
  return mailboxes;
}
