import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { coveringNames, isOwnedByAnother } from '../../model/sending-domain/domain-owners.ts';
import type { SubscriberRecord, SubscriberStatus } from '../../model/subscriber/subscriber.ts';
import type { Queries } from '../../store/database.ts';
import { domainOwners } from '../../store/records/permits/domains.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import type { Settings } from '../context/settings.ts';
import { isInstanceSender } from '../domains/domain-signers.ts';
import { warningsOfSettings } from '../organizations/settings-warnings.ts';
import { confirmationSender } from './opt-in-mail.ts';

/** Returns the reason why opt-in requests cannot be sent, or null. New subscribers stay PENDING until it is corrected. */
export async function optInHindrance(
  settings: Pick<Settings, 'hostName' | 'requireVerifiedDomain'>,
  queries: Queries,
  organization: OrganizationRecord,
): Promise<string | null> {
  const from = confirmationSender(settings, organization);
  if (from === null) {
    return 'No opt-in request can be sent, because there is no sender address. Set default_from, or ask the operator to set POSTHOUSE_BASE_URL';
  }
  if (isInstanceSender(settings, { automatic: true, from })) return null;
  const owners = await domainOwners(queries, coveringNames(from.domain));
  const isProved = owners.get(from.domain)?.has(organization.key) ?? false;
  if (
    isProved ||
    !(settings.requireVerifiedDomain || isOwnedByAnother(from.domain, organization.key, owners))
  ) {
    return null;
  }
  return `No opt-in request can be sent: ${from.domain}, the domain of default_from, is not verified`;
}

/** Applies whether or not double opt-in is on. */
export async function optInWarnings(
  settings: Settings,
  queries: Queries,
  { organization, token }: Pick<Caller, 'organization'> & { token?: Caller['token'] },
): Promise<string[]> {
  const hindrance = await optInHindrance(settings, queries, organization);
  return hindrance === null
    ? warningsOfSettings(settings, { organization, token: token ?? null }, true)
    : [hindrance];
}

/** Only for a write that left a subscriber PENDING. @param before other warnings, which come first */
export async function pendingWarnings(
  { engine, caller }: { engine: Pick<Engine, 'settings'>; caller: Pick<Caller, 'organization' | 'token'> },
  queries: Queries,
  statuses: readonly SubscriberStatus[],
  before: readonly string[] = [],
): Promise<{ warnings?: string[] }> {
  const optIn = statuses.includes('PENDING') ? await optInWarnings(engine.settings, queries, caller) : [];
  const warnings = [...before, ...optIn];
  return warnings.length === 0 ? {} : { warnings };
}

/** @param asked whether an opt-in request is sent */
export async function readdressedWarnings(
  { engine, caller }: { engine: Pick<Engine, 'settings'>; caller: Pick<Caller, 'organization'> },
  queries: Queries,
  known: Pick<SubscriberRecord, 'email'>,
  kept: Pick<SubscriberRecord, 'email' | 'status'>,
  asked: boolean,
): Promise<string[]> {
  if (kept.status !== 'PENDING' || kept.email === known.email) return [];
  const pending = 'The subscriber is PENDING until the new address is confirmed';
  if ((await optInHindrance(engine.settings, queries, caller.organization)) !== null) return [pending];
  return [
    asked
      ? `${pending}: an opt-in request is mailed to it`
      : `${pending}. No opt-in request is mailed to it, because it got one recently`,
  ];
}
