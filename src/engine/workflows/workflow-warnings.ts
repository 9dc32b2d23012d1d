import { parseMailbox } from '../../model/address.ts';
import { untracked } from '../../model/email/tracked.ts';
import { maySend } from '../../model/sending-domain/sending-domain.ts';
import type { Definition } from '../../model/workflow/definition.ts';
import { type MailSender, workflowWarnings } from '../../model/workflow/warnings.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Scope } from '../context/scope.ts';
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
  return workflowWarnings(definition, senders);
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
