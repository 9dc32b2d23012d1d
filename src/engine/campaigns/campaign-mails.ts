import { type Mailbox, parseMailbox } from '../../model/address.ts';
import type { CampaignRecord } from '../../model/campaign/campaign.ts';
import { senderOf } from '../../model/campaign/sender.ts';
import { mailsOf } from '../../model/campaign/variants.ts';
import { placeholdersOf } from '../../model/content/merge-fields.ts';
import { type Caller, callerByToken } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import type { Draft } from '../context/submission.ts';
import { trackingOf } from '../domains/tracking-of.ts';

/** All that is the same for every mail of a campaign, looked up once for a stretch of its sending. */
export type CampaignMails = {
  campaign: CampaignRecord;
  caller: Caller;
  /** One, or one of each variant; null when the campaign no longer has a sender. */
  drafts: readonly Omit<Draft, 'to'>[] | null;
};

/** @returns undefined when the campaign or its organization is gone */
export async function campaignMails(
  engine: Engine,
  organizationKey: number,
  id: string,
): Promise<CampaignMails | undefined> {
  const store = engine.store.forOrganization(organizationKey);
  const organization = await engine.store.organizations.byKey(organizationKey);
  const campaign = await store.campaigns.byId(id);
  if (!organization || !campaign) return undefined;
  // A token that was revoked since had the right when it was used; what it is held to holds on.
  const token = campaign.token === null ? undefined : await store.tokens.byKey(campaign.token);
  const from = senderOf(campaign, organization.defaultFrom);
  const caller = callerByToken(organization, token, id);
  if (from === null) return { campaign, caller, drafts: null };
  const tracked = await trackingOf(engine, organizationKey, from.domain, campaign.tracking);
  const replyTo = campaign.replyTo === null ? null : mailboxOrNull(campaign.replyTo);
  const bodies = campaign.progress?.bodies ?? [];
  const drafts = mailsOf(campaign).map((mail, index) => ({
    from,
    replyTo,
    subject: mail.subject ?? '',
    preview: mail.preview,
    body: { kind: 'shared' as const, source: bodies[index]! },
    placeholders: placeholdersOf([mail.subject, mail.preview, mail.body?.source]),
    campaignId: id,
    badges: campaign.badges,
    tracked,
  }));
  return { campaign, caller, drafts };
}

function mailboxOrNull(text: string): Mailbox | null {
  const read = parseMailbox(text);
  return read.ok ? read.mailbox : null;
}
