import { parseMailbox } from '../../model/address.ts';
import { resolveSender as senderOfCampaign } from '../../model/campaign/sender.ts';
import { untracked } from '../../model/email/tracked.ts';
import { maySend } from '../../model/sending-domain/sending-domain.ts';
import { toolRemedies } from '../../model/text/tool-remedies.ts';
import type { Definition } from '../../model/workflow/definition.ts';
import { type MailSender, type TriggerMails, workflowWarnings } from '../../model/workflow/warnings.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
import { resolveTracking } from '../domains/domain-signers.ts';
import { senderRefusals } from '../sending/sender-refusals.ts';
import { authoringWarnings } from './field-warnings.ts';
import { mailSteps } from './freeze-version.ts';
import { findTemplateSender } from './template-steps.ts';

export async function listWorkflowWarnings(
  { engine, caller }: Pick<Scope, 'engine' | 'caller'>,
  store: OrganizationStore,
  definition: Definition,
): Promise<string[]> {
  const { defaultFrom } = caller.organization;
  // Cached, because the mails of a workflow usually share a sender.
  const known = new Map<string | null, MailSender>();
  const senders = new Map<string, MailSender>();
  for (const { key, config } of mailSteps(definition)) {
    const from = config.from ?? (await findTemplateSender(store, config)) ?? defaultFrom;
    const sender = known.get(from) ?? (await senderOf({ engine, caller, store }, from));
    known.set(from, sender);
    senders.set(key, sender);
  }
  return [
    ...workflowWarnings(definition, senders, await startersOf({ engine, caller, store }, definition)),
    ...(await authoringWarnings(definition)),
  ];
}

type Reading = Pick<Scope, 'engine' | 'caller' | 'store'>;

/** Null for other triggers and deleted campaigns. */
async function startersOf(
  { engine, caller, store }: Reading,
  { trigger }: Definition,
): Promise<TriggerMails | null> {
  if (trigger.type !== 'EMAIL_OPENED' && trigger.type !== 'EMAIL_CLICKED') return null;
  if (trigger.campaignId === null) {
    const { domains } = store;
    const tracked = { opens: await domains.someTrack('opens'), clicks: await domains.someTrack('clicks') };
    return { campaign: null, tracked };
  }
  const campaign = await store.campaigns.headById(trigger.campaignId);
  const from = campaign && senderOfCampaign(campaign, caller.organization.defaultFrom);
  if (!campaign || !from) return null;
  const tracked = await resolveTracking(engine, store.organization, from.domain, campaign.tracking);
  return { campaign: { id: campaign.id, isDraft: campaign.status === 'DRAFT' }, tracked };
}

const domainsNamedMax = 3;

/** Names usable domains, so that the author needs no other call. */
async function noSender({ domains }: OrganizationStore): Promise<MailSender> {
  const { rows } = await domains.page({ limit: domainsNamedMax });
  const names = rows.filter(maySend).map(({ name }) => name);
  const from = names.length === 0 ? '' : `; it can send from ${names.join(', ')}`;
  return {
    fault: `${toolRemedies.noSender.assistant}${from}`,
    domain: null,
    isOwn: false,
    tracked: untracked,
  };
}

async function senderOf(
  scope: Pick<Scope, 'engine' | 'caller' | 'store'>,
  from: string | null,
): Promise<MailSender> {
  const read = from === null ? null : parseMailbox(from);
  if (!read?.ok) return await noSender(scope.store);
  const { domain } = read.mailbox;
  const { value: refusal } = await senderRefusals(scope, read.mailbox).next();
  const kept = await scope.store.domains.byName(domain);
  return {
    fault: refusal ? `${refusal.message} (${domain})` : null,
    domain,
    isOwn: kept !== undefined,
    tracked: kept ? { opens: kept.openTracking, clicks: kept.clickTracking } : untracked,
  };
}
