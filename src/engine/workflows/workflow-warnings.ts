import { parseMailbox } from '../../model/address.ts';
import { senderOf as senderOfCampaign } from '../../model/campaign/sender.ts';
import { untracked } from '../../model/email/tracked.ts';
import type { CustomField } from '../../model/segment/rule-names.ts';
import { maySend } from '../../model/sending-domain/sending-domain.ts';
import { holdsForeignPlaceholder, placeholderBadges } from '../../model/verification/placeholder-badges.ts';
import type { Definition, Step } from '../../model/workflow/definition.ts';
import { referencesOf } from '../../model/workflow/references.ts';
import { type MailSender, type TriggerMails, workflowWarnings } from '../../model/workflow/warnings.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { unknownAmong, unknownFieldWarnings } from '../audience/unknown-fields.ts';
import type { Scope } from '../context/scope.ts';
import { trackingOf } from '../domains/tracking-of.ts';
import { senderRefusals } from '../sending/sender-refusals.ts';
import { mailSteps } from './freeze-version.ts';

/** What a definition will not do as its author may expect, as the organization is set now. */
export async function warningsOf(
  { engine, caller }: Pick<Scope, 'engine' | 'caller'>,
  store: OrganizationStore,
  definition: Definition,
): Promise<string[]> {
  const { defaultFrom } = caller.organization;
  // Mails of one workflow mostly have one sender, which is looked up once.
  const known = new Map<string | null, MailSender>();
  const senders = new Map<string, MailSender>();
  for (const { key, config } of mailSteps(definition)) {
    const from = config.from ?? defaultFrom;
    const sender = known.get(from) ?? (await senderOf({ engine, caller, store }, from));
    known.set(from, sender);
    senders.set(key, sender);
  }
  return [
    ...workflowWarnings(definition, senders, await startersOf({ engine, caller, store }, definition)),
    ...(await placeholderWarnings(definition)),
  ];
}

/** Longer bodies are checked only at activation, because they would delay the answer. */
const checkedCharactersMax = 16_000;
/** Of all mails with a suspicious placeholder together: a workflow may have 150, and its answer is made in a transaction. */
const checkedTogetherMax = 48_000;
const placeholdersNamedMax = 5;

/** Warns about each placeholder of another system in the mails. */
async function placeholderWarnings(definition: Definition): Promise<string[]> {
  const warnings = new Set<string>();
  let left = checkedTogetherMax;
  for (const { key, config } of mailSteps(definition)) {
    const { subject, preview, body, transactional } = config;
    const from = { displayName: null };
    if (body.source.length > checkedCharactersMax) continue;
    if (!holdsForeignPlaceholder({ from, subject, preview, body })) continue;
    left -= body.source.length;
    if (left < 0 || warnings.size >= placeholdersNamedMax) break;
    const purpose = transactional ? 'transactional' : 'campaign';
    for (const { path, severity, meant } of await placeholderBadges({
      from,
      subject,
      preview,
      body,
      purpose,
    })) {
      const refused = severity === 'block' ? 'activate_workflow would be refused at' : 'Left empty in';
      const field = path === 'content' ? body.kind : path;
      const repair = meant !== undefined && plainPlaceholder.test(meant) ? `. Did you mean ${meant}?` : '';
      warnings.add(`${refused} steps.${key}.${field}: a placeholder of another system${repair}`);
    }
  }
  return [...warnings].slice(0, placeholdersNamedMax);
}

/** Matches a placeholder without a default. A default would put the author's text into our sentence. */
const plainPlaceholder = /^\{\{[\w.]{1,64}\}\}$/;

/**
 * Warns about attributes and events in a definition's rules that no subscriber has, unless its own steps set or track them.
 * Scans subscribers, so call it outside a transaction.
 */
export async function workflowFieldWarnings(
  store: OrganizationStore,
  definition: Definition,
  now: number,
): Promise<string[]> {
  const made = new Set(definition.steps.flatMap(fieldsMadeBy));
  const asked = referencesOf(definition).flatMap(({ kind, name, path }): CustomField[] =>
    (kind === 'attribute' || kind === 'event') && ruleField.test(path) && !made.has(`${kind} ${name}`)
      ? [{ kind, name, path }]
      : [],
  );
  return asked.length === 0 ? [] : unknownFieldWarnings(await unknownAmong(store, asked, now));
}

/** Paths of comparisons, such as `steps.ask.rule.and[0].field`. A step may have any key, so match only the end. */
const ruleField = /(?:^goal|filter|rule|\])\.field$/;

function fieldsMadeBy(step: Step): string[] {
  if (step.type === 'track_event') return [`event ${step.config.name}`];
  if (step.type !== 'update_subscriber') return [];
  return Object.keys(step.config.attributes ?? {}).map((name) => `attribute ${name}`);
}

type Reading = Pick<Scope, 'engine' | 'caller' | 'store'>;

/** The mails whose opens or clicks start a workflow; null for a trigger of another kind, or a campaign that is gone. */
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
  const tracked = await trackingOf(engine, store.organization, from.domain, campaign.tracking);
  return { campaign: { id: campaign.id, isDraft: campaign.status === 'DRAFT' }, tracked };
}

const domainsNamedMax = 3;

/** What it lacks, with the domains that it could be sent from: so that no other call is needed to repair it. */
async function noSender({ domains }: OrganizationStore): Promise<MailSender> {
  const { rows } = await domains.page({ limit: domainsNamedMax });
  const names = rows.filter(maySend).map(({ name }) => name);
  const from = names.length === 0 ? '' : `; it may send from ${names.join(', ')}`;
  return {
    fault: `it has no from, and the organization no default_from${from}`,
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
