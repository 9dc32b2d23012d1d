import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import type { SendFacts, Suppression } from '../../model/sending/gates.ts';
import { isCausedByTest } from '../../model/sending/mail-cause.ts';
import type { GuardRecord } from '../../model/sending/recipient-guard.ts';
import type { SpanCount } from '../../model/sending/send-cap.ts';
import {
  coveringNames,
  type DomainOwners,
  isOwnedByAnother,
} from '../../model/sending-domain/domain-owners.ts';
import type { Queries } from '../../store/database.ts';
import {
  type GuardKey,
  type GuardRow,
  holdGuards,
  lookAtGuards,
  newGuard,
} from '../../store/records/permits/guards.ts';
import { holdSendCounts, lookAtSendCounts, type SendCount } from '../../store/records/permits/send-caps.ts';
import {
  peopleAndOwners,
  type RecipientFacts,
  recipientKey,
  type SoughtRecipient,
} from '../../store/records/permits/send-facts.ts';
import { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';
import type { Draft, Submission } from '../context/submission.ts';
import { isInstanceSender } from '../domains/domain-signers.ts';
import { createGuardKey, soughtRecipient } from '../recipients/recipient-marks.ts';

type DraftKeys = { recipient: string; guard: GuardKey; guardName: string };

/** Facts for all gates and drafts of a group, locked in one transaction. */
export class GroupFacts {
  readonly keys: ReadonlyMap<Draft, DraftKeys>;
  readonly recipients: ReadonlyMap<string, RecipientFacts>;
  readonly guards: ReadonlyMap<string, GuardRow>;
  readonly sendCounts: ReadonlyMap<string, SendCount>;
  /** Verified owners of sender domains and their parent domains. */
  readonly owners: DomainOwners;
  readonly boundDomains: ReadonlyMap<string, string>;
  readonly guardsChanged = new Map<string, GuardRow>();
  readonly sendCountsChanged = new Map<string, SendCount>();

  constructor(read: {
    keys: ReadonlyMap<Draft, DraftKeys>;
    recipients: ReadonlyMap<string, RecipientFacts>;
    guards: readonly GuardRow[];
    sendCounts: readonly SendCount[];
    owners: DomainOwners;
    boundDomains: ReadonlyMap<string, string>;
  }) {
    this.keys = read.keys;
    this.recipients = read.recipients;
    this.guards = new Map(read.guards.map((row) => [recipientKey(row.scope, row.mailbox), row]));
    this.sendCounts = new Map(read.sendCounts.map((row) => [`${row.token} ${row.span}`, row]));
    this.owners = read.owners;
    this.boundDomains = read.boundDomains;
  }

  changedGuards(): GuardRow[] {
    return [...this.guardsChanged.values()];
  }

  changedSendCounts(): SendCount[] {
    return [...this.sendCountsChanged.values()];
  }
}

/** Includes the counts of earlier drafts. Only `keep` adds its own, so that a refusal leaves no trace. */
export class SubmissionFacts {
  readonly group: GroupFacts;
  readonly #guards = new Map<string, GuardRow>();
  readonly #sendCounts = new Map<string, SendCount>();

  constructor(group: GroupFacts) {
    this.group = group;
  }

  recipient(draft: Draft): RecipientFacts | undefined {
    return this.group.recipients.get(this.group.keys.get(draft)!.recipient);
  }

  guard(draft: Draft): GuardRow {
    const { guard, guardName: name } = this.group.keys.get(draft)!;
    return (
      this.#guards.get(name) ??
      this.group.guardsChanged.get(name) ??
      this.group.guards.get(name) ??
      newGuard(guard)
    );
  }

  countSend(draft: Draft, record: GuardRecord): void {
    this.#guards.set(this.group.keys.get(draft)!.guardName, { ...this.guard(draft), ...record });
  }

  sendCounts(token: number): { hour: SpanCount; day: SpanCount } {
    return { hour: this.#sendCount(token, 'hour'), day: this.#sendCount(token, 'day') };
  }

  setSendCounts(token: number, counts: { hour: SpanCount; day: SpanCount }): void {
    this.#sendCounts.set(`${token} hour`, { token, span: 'hour', ...counts.hour });
    this.#sendCounts.set(`${token} day`, { token, span: 'day', ...counts.day });
  }

  keep(): void {
    for (const [name, row] of this.#guards) this.group.guardsChanged.set(name, row);
    for (const [name, row] of this.#sendCounts) this.group.sendCountsChanged.set(name, row);
  }

  #sendCount(token: number, span: 'hour' | 'day'): SpanCount {
    const name = `${token} ${span}`;
    return (
      this.group.sendCountsChanged.get(name) ?? this.group.sendCounts.get(name) ?? { startedAt: 0, sends: 0 }
    );
  }
}

/** @param reading `hold` locks the facts until the transaction ends; `look` is for previews */
export async function gatherFacts(
  queries: Queries,
  engine: Pick<Engine, 'settings' | 'secretBox'>,
  submissions: readonly Submission<unknown>[],
  now: number,
  reading: 'hold' | 'look' = 'hold',
): Promise<GroupFacts> {
  const { settings } = engine;
  const keys = new Map<Draft, DraftKeys>();
  const recipients = new Map<string, SoughtRecipient>();
  const guards = new Map<string, GuardKey>();
  const cappedTokens = new Set<number>();
  const senders = new Set<string>();
  for (const submission of submissions) {
    const { organization, token } = submission.caller;
    if (token?.sendCap) cappedTokens.add(token.key);
    for (const draft of submission.drafts) {
      for (const domain of sendersOf(draft)) senders.add(domain);
      const email = draft.to.key;
      const recipient = recipientKey(organization.key, email);
      const guard = createGuardKey(engine, organization.key, draft.to);
      const guardName = recipientKey(guard.scope, guard.mailbox);
      keys.set(draft, { recipient, guard, guardName });
      if (!recipients.has(recipient)) {
        recipients.set(recipient, soughtRecipient(engine, organization.key, email));
      }
      if (isOfTestToken(submission, draft) || fixtureRule(draft.to, settings.testRunners) !== null) continue;
      guards.set(guardName, guard);
    }
  }
  const [readGuards, readSendCounts] =
    reading === 'hold' ? [holdGuards, holdSendCounts] : [lookAtGuards, lookAtSendCounts];
  const people = await peopleAndOwners(
    queries,
    [...recipients.values()],
    [...new Set([...senders].flatMap(coveringNames))],
    now,
  );
  return new GroupFacts({
    keys,
    ...people,
    guards: await readGuards(queries, [...guards.values()]),
    sendCounts: await readSendCounts(queries, [...cappedTokens]),
    boundDomains: await boundDomains(queries, submissions),
  });
}

export function selectFacts(
  { settings }: Pick<Engine, 'settings'>,
  submission: Submission<unknown>,
  draft: Draft,
  facts: SubmissionFacts,
): SendFacts {
  const { organization, token } = submission.caller;
  const { group } = facts;
  const recipient = facts.recipient(draft);
  return {
    mailbox: draft.to,
    from: draft.from,
    source: submission.source,
    transactional: draft.transactional ?? false,
    runners: settings.testRunners,
    testToken: isOfTestToken(submission, draft),
    suppression: strongest(recipient?.suppressions ?? [], submission.now),
    subscriberStatus: recipient?.subscriber?.status ?? null,
    guard: facts.guard(draft),
    now: submission.now,
    sendingEnabled: organization.sendingEnabled,
    deliveryMode: settings.delivery,
    requireVerifiedDomain: settings.requireVerifiedDomain,
    fromDomainVerified: group.owners.get(draft.from.domain)?.has(organization.key) ?? false,
    fromDomainAnothers:
      !isInstanceSender(settings, draft) &&
      sendersOf(draft).some((domain) => isOwnedByAnother(domain, organization.key, group.owners)),
    allowedRecipients: token?.allowedRecipients ?? null,
    // A token bound to a deleted domain may send from nowhere, because no domain has an empty name.
    tokenDomain: token?.domainId ? (group.boundDomains.get(token.domainId) ?? '') : null,
  };
}

/**
 * Whether a test-mode token sends or caused a mail. A campaign goes as the token that sent it, because
 * another token that resumes it does not choose its mode.
 */
function isOfTestToken({ caller, source, cause }: Submission<unknown>, draft: Draft): boolean {
  if (caller.token?.mode === 'test') return true;
  return source !== 'campaign' && isCausedByTest(draft.cause ?? cause);
}

/** Active before future suppressions, `all` before `marketing`. */
function strongest(suppressions: readonly Suppression[], now: number): Suppression | null {
  const rank = ({ startsAt, scope }: Suppression): number =>
    (startsAt != null && startsAt > now ? 2 : 0) + (scope === 'all' ? 0 : 1);
  return suppressions.reduce<Suppression | null>(
    (best, one) => (best === null || rank(one) < rank(best) ? one : best),
    null,
  );
}

function sendersOf({ from, alsoFrom = [] }: Draft): string[] {
  return [from.domain, ...alsoFrom];
}

async function boundDomains(
  queries: Queries,
  submissions: readonly Submission<unknown>[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const { caller } of submissions) {
    const id = caller.token?.domainId;
    if (!id || names.has(id)) continue;
    const domain = await new OrganizationStore(queries, caller.organization.key).domains.byId(id);
    if (domain) names.set(id, domain.name);
  }
  return names;
}
