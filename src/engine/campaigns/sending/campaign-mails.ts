import { type Mailbox, readStoredMailbox } from '../../../model/address.ts';
import type { CampaignRecord } from '../../../model/campaign/campaign.ts';
import { resolveSender } from '../../../model/campaign/sender.ts';
import { resolveVariants } from '../../../model/campaign/variants.ts';
import { footedBody } from '../../../model/content/body.ts';
import { listPlaceholders } from '../../../model/content/merge-fields.ts';
import { untracked } from '../../../model/email/email.ts';
import type { PreviewedSend } from '../../../model/sending/send-preview.ts';
import { quoted } from '../../../model/text/quoted.ts';
import { mailsAmong, type UnaddressedMail } from '../../content/shown-mail.ts';
import { type Caller, callerByToken } from '../../context/caller.ts';
import type { Engine, Scope } from '../../context/scope.ts';
import { type Draft, shownReplyTo } from '../../context/submission.ts';
import { resolveTracking } from '../../domains/domain-signers.ts';

export type CampaignMails = {
  campaign: CampaignRecord;
  caller: Caller;
  /** One, or one per variant; null if the campaign lost its sender. */
  drafts: readonly Omit<Draft, 'to'>[] | null;
};

export async function campaignMails(
  engine: Engine,
  organizationKey: number,
  id: string,
): Promise<CampaignMails | undefined> {
  const store = engine.store.forOrganization(organizationKey);
  const organization = await engine.store.organizations.byKey(organizationKey);
  const campaign = await store.campaigns.byId(id);
  if (!organization || !campaign) return undefined;
  // A token revoked later does not stop its campaign, and its limits still apply.
  const token = campaign.token === null ? undefined : await store.tokens.byKey(campaign.token);
  const from = resolveSender(campaign, organization.defaultFrom);
  const caller = callerByToken(organization, token, id);
  if (from === null) return { campaign, caller, drafts: null };
  const tracked = await resolveTracking(engine, organizationKey, from.domain, campaign.tracking);
  return { campaign, caller, drafts: campaignDrafts(campaign, from, tracked) };
}

/** One draft, or one per variant. Before the start, the shared bodies have no ids yet. */
export function campaignDrafts(
  campaign: CampaignRecord,
  from: Mailbox,
  tracked = untracked,
): readonly Omit<Draft, 'to'>[] {
  const replyTo = readStoredMailbox(campaign.replyTo);
  const bodies = campaign.progress?.bodies ?? [];
  return resolveVariants(campaign).map((mail, index) => ({
    from,
    replyTo,
    subject: mail.subject ?? '',
    preview: mail.preview,
    body: { kind: 'shared' as const, source: bodies[index] ?? '' },
    placeholders: listPlaceholders([mail.subject, mail.preview, mail.body?.source]),
    campaignId: campaign.id,
    badges: campaign.badges,
    tracked,
  }));
}

const peopleShown = 5;

/** Each variant is shown as a few people of the audience would get it. */
export function lookAtMails(
  scope: Pick<Scope, 'engine' | 'store' | 'caller'>,
  {
    campaign,
    from,
    postalAddress,
  }: { campaign: CampaignRecord; from: Mailbox; postalAddress: string | null },
  emails: readonly string[],
): { mails: NonNullable<PreviewedSend['mails']>; replyTo: string | undefined } {
  const replyTo = readStoredMailbox(campaign.replyTo);
  const shared = campaignDrafts(campaign, from);
  const drafts = resolveVariants(campaign).flatMap(({ body, variant }, index): UnaddressedMail[] => {
    if (body === null) return [];
    const name = `Campaign ${quoted(campaign.name)}${variant === null ? '' : `, variant ${variant + 1}`}`;
    return [{ ...shared[index]!, name, body: footedBody(body, postalAddress) }];
  });
  const people = emails.slice(0, peopleShown);
  const note =
    people.length === 0
      ? 'Rendered with the default values of the merge fields.'
      : people.length === 1
        ? 'Rendered for one person in the audience.'
        : `Rendered for ${people.length} people in the audience.`;
  return {
    mails: mailsAmong(scope, drafts, people, note),
    replyTo: shownReplyTo({ from, replyTo }, scope.caller.organization),
  };
}

export function describePace({ throttle }: CampaignRecord, { token }: Caller): string[] {
  const perHour = [throttle?.perHour, token?.sendCap?.per_hour].filter((limit) => limit != null);
  const perDay = token?.sendCap?.per_day ?? null;
  return [
    ...(perHour.length > 0 ? [`At most ${Math.min(...perHour)} mails are sent per hour`] : []),
    ...(perDay === null ? [] : [`At most ${perDay} mails are sent per day`]),
  ];
}
