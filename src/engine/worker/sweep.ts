import { approvalLimits } from '../../model/approval/approval.ts';
import { utcDay, warmUpDays } from '../../model/delivery/warm-up.ts';
import { dayMs } from '../../model/instant.ts';
import { auditLimits } from '../../model/organization/audit.ts';
import { invitationLimits } from '../../model/person/invitation.ts';
import { signInLimits } from '../../model/person/session.ts';
import { longWindowMs } from '../../model/sending/recipient-guard.ts';
import { confirmationLimits } from '../../model/subscriber/confirmation.ts';
import { messagesKeptMs } from '../../model/webhook/webhook.ts';
import { runsKeptMs } from '../../model/workflow/workflow.ts';
import type { Database, Queries } from '../../store/database.ts';
import { forgetPositions, nextWithPositions } from '../../store/list-position.ts';
import { forgetAuditEntries } from '../../store/records/access/audit.ts';
import { forgetAssertions, forgetGrants } from '../../store/records/access/oauth.ts';
import { forgetClients } from '../../store/records/access/oauth-clients.ts';
import { forgetInvitations } from '../../store/records/access/people.ts';
import { forgetSignIns } from '../../store/records/access/person-sessions.ts';
import { forgetDeleted, nextDeleted } from '../../store/records/campaigns/campaign-progress.ts';
import { removeRecipients } from '../../store/records/campaigns/recipients.ts';
import { instanceValue, remember, rememberInPlace } from '../../store/records/instance/instance.ts';
import { forgetAnswers } from '../../store/records/mail/idempotency.ts';
import {
  type ContentCandidate,
  dueRevisits,
  nextContents,
  removeContents,
  revisitContents,
} from '../../store/records/mail/kept-content.ts';
import {
  beginStorageCount,
  correctStorage,
  countStorage,
  type StorageCount,
} from '../../store/records/mail/storage.ts';
import { forgetOptInRequests } from '../../store/records/people/opt-in-requests.ts';
import { forgetApprovals, forgetArguments, forgetKeptMails } from '../../store/records/permits/approvals.ts';
import { forgetUsedApprovals } from '../../store/records/permits/approved-sends.ts';
import { forgetAssistantChanges } from '../../store/records/permits/assistant-changes.ts';
import { forgetGuards, type GuardKey } from '../../store/records/permits/guards.ts';
import { forgetUnapprovedPeople } from '../../store/records/permits/unapproved-sends.ts';
import { forgetWarmUpSends } from '../../store/records/permits/warm-up.ts';
import { forgetDeletedWebhook, forgetMessages } from '../../store/records/webhooks/webhook-messages.ts';
import {
  forgetDeletedWorkflow,
  forgetMembers,
  forgetRuns,
} from '../../store/records/workflows/workflow-history.ts';
import type { Engine } from '../context/scope.ts';
import { addMissingDomainChecks } from '../domains/recheck-domain.ts';
import { forgetImportedFiles } from '../imports/forget-files.ts';
import { forgetIntegrations } from '../integrations/forget-events.ts';
import { purge } from '../subscribers/erase-subscriber.ts';
import { countEarlierMail, forgetOldMetrics, splitMixedMetrics } from './keep-email-metrics.ts';

/** Longer than a campaign can be scheduled ahead, so older changes by assistants no longer matter. */
const assistantChangesKeptMs = 400 * dayMs;
/** Bounds how long a transaction holds the writer. */
const stretchRows = 1_000;

/** Deletes rows past their retention time and adds the daily check to domains without one. */
export async function sweep(engine: Engine): Promise<void> {
  const { database } = engine.store;
  const now = engine.world.clock.now();
  let answers: string | null = '';
  while (answers !== null) {
    const from: string = answers;
    answers = await database.transaction((queries) => forgetAnswers(queries, now, from, stretchRows));
  }
  let guards: GuardKey | null = null;
  do {
    const from: GuardKey | null = guards;
    guards = await database.transaction((queries) =>
      forgetGuards(queries, now, now - longWindowMs, from, stretchRows),
    );
  } while (guards !== null);
  const day = utcDay(now) - warmUpDays;
  while (
    (await database.transaction((queries) => forgetWarmUpSends(queries, day, stretchRows))) === stretchRows
  ) {}
  await forgetOldPositions(database);
  const rested = now - confirmationLimits.restMs;
  while (
    (await database.transaction((queries) => forgetOptInRequests(queries, rested, stretchRows))) ===
    stretchRows
  ) {}
  const unkept = now - auditLimits.keptMs;
  while (
    (await database.transaction((queries) => forgetAuditEntries(queries, unkept, stretchRows))) ===
    stretchRows
  ) {}
  const uncounted = now - invitationLimits.windowMs;
  while (
    (await database.transaction((queries) => forgetInvitations(queries, uncounted, stretchRows))) ===
    stretchRows
  ) {}
  const outlived = now - assistantChangesKeptMs;
  while (
    (await database.transaction((queries) => forgetAssistantChanges(queries, outlived, stretchRows))) ===
    stretchRows
  ) {}
  while (
    (await database.transaction((queries) => forgetArguments(queries, now, stretchRows))) === stretchRows
  ) {}
  const { retentionDays } = engine.settings;
  const retained = retentionDays ? now - retentionDays * dayMs : 0;
  while (
    (await database.transaction((queries) => forgetKeptMails(queries, retained, stretchRows))) === stretchRows
  ) {}
  const undecided = now - approvalLimits.keptMs;
  while (
    (await database.transaction((queries) => forgetApprovals(queries, undecided, stretchRows))) ===
    stretchRows
  ) {}
  while (
    (await database.transaction((queries) => forgetUsedApprovals(queries, now, stretchRows))) === stretchRows
  ) {}
  while (
    (await database.transaction((queries) => forgetUnapprovedPeople(queries, now, stretchRows))) ===
    stretchRows
  ) {}
  while (
    (await database.transaction((queries) => forgetGrants(queries, now, stretchRows))) === stretchRows
  ) {}
  while (
    (await database.transaction((queries) => forgetAssertions(queries, now, stretchRows))) === stretchRows
  ) {}
  while (
    (await database.transaction((queries) => forgetClients(queries, now, stretchRows))) === stretchRows
  ) {}
  const ended = {
    seenBefore: now - signInLimits.idleMs,
    // Links mailed within a day still count.
    madeBefore: now - dayMs,
    now,
  };
  while (
    (await database.transaction((queries) => forgetSignIns(queries, ended, stretchRows))) === stretchRows
  ) {}
  await forgetWebhookHistory(engine, now);
  await forgetWorkflowHistory(engine, now);
  await forgetDeletedCampaigns(engine);
  await forgetImportedFiles(engine);
  await forgetIntegrations(engine);
  await removeOldContents(engine);
  await purge(engine);
  await countEarlierMail(engine);
  await splitMixedMetrics(engine);
  await forgetOldMetrics(engine);
  await recountStorage(engine);
  await addMissingDomainChecks(engine);
}

async function forgetWebhookHistory({ store: { database } }: Engine, now: number): Promise<void> {
  const unkept = now - messagesKeptMs;
  while (
    (await database.transaction((queries) => forgetMessages(queries, unkept, stretchRows))) === stretchRows
  ) {}
  while (await database.transaction((queries) => forgetDeletedWebhook(queries, stretchRows))) {}
}

async function forgetWorkflowHistory({ store: { database } }: Engine, now: number): Promise<void> {
  const unkept = now - runsKeptMs;
  while (
    (await database.transaction((queries) => forgetRuns(queries, unkept, stretchRows))) === stretchRows
  ) {}
  while ((await database.transaction((queries) => forgetMembers(queries, stretchRows))) > 0) {}
  while (await database.transaction((queries) => forgetDeletedWorkflow(queries))) {}
}

async function forgetDeletedCampaigns({ store: { database } }: Engine): Promise<void> {
  for (
    let deleted = await nextDeleted(database.reader);
    deleted;
    deleted = await nextDeleted(database.reader)
  ) {
    const campaign = deleted;
    while (await database.transaction((queries) => removeRecipients(queries, campaign.key))) {}
    await database.transaction((queries) => forgetDeleted(queries, campaign));
  }
}

/** The first count of a database includes data written by earlier versions. */
const countEveryMs = 7 * dayMs;
/** No organization has this key, so the count takes turns with every organization's reads. */
const allOrganizations = 0;
const countedName = 'storage counted';

export async function recountStorage({ store: { database }, world }: Engine): Promise<void> {
  const now = world.clock.now();
  const before = await instanceValue(database.reader, countedName);
  const counted = Number(before ?? Number.NEGATIVE_INFINITY);
  if (counted > now - countEveryMs && counted <= now) return;
  const { start, known } = await beginStorageCount(database.reader);
  const sums = new Map<number, number>([...known.keys()].map((organization) => [organization, 0]));
  let place: StorageCount | null = start;
  while (place !== null) {
    place = await countStorage(database.reader.away(allOrganizations), place, sums, stretchRows);
  }
  const off = new Map(
    [...sums].map(([organization, octets]) => [organization, octets - (known.get(organization) ?? 0)]),
  );
  await database.transaction(async (queries) => {
    // Otherwise another process counted at the same time and has already corrected the sums.
    if (!(await rememberInPlace(queries, countedName, before, String(now)))) return;
    await correctStorage(queries, off, now);
  });
}

type PositionLimits = { perOrganizationMax: number; instanceMax: number };

const positionLimits: PositionLimits = { perOrganizationMax: 20_000, instanceMax: 200_000 };

/** While the instance has too many, the share per organization is halved, so only organizations with many positions lose some. */
export async function forgetOldPositions(
  database: Pick<Database, 'transaction'>,
  { perOrganizationMax, instanceMax }: PositionLimits = positionLimits,
): Promise<void> {
  for (let share = perOrganizationMax; share >= 1; share = Math.floor(share / 2)) {
    if ((await cutToShare(database, share)) <= instanceMax) return;
  }
}

async function cutToShare(database: Pick<Database, 'transaction'>, share: number): Promise<number> {
  let keptOfAll = 0;
  let organization: number | null = -1;
  for (;;) {
    const after: number = organization;
    organization = await database.transaction((queries) => nextWithPositions(queries, after));
    if (organization === null) return keptOfAll;
    keptOfAll += await cutOrganization(database, organization, share);
  }
}

async function cutOrganization(
  database: Pick<Database, 'transaction'>,
  organization: number,
  share: number,
): Promise<number> {
  for (;;) {
    const { deleted, kept } = await database.transaction((queries) =>
      forgetPositions(queries, organization, share, stretchRows),
    );
    if (deleted < stretchRows) return kept;
  }
}

const stretchMails = 200;

const placeName = 'content sweep';

/** Each mail is read once in key order, and again later if its retention time has not ended. */
async function removeOldContents({ store: { database }, world, settings }: Engine): Promise<void> {
  const days = settings.retentionDays ?? 0;
  if (days === 0) return;
  const now = world.clock.now();
  const keptMs = days * dayMs;
  const sort = async (queries: Queries, mails: readonly ContentCandidate[]): Promise<void> => {
    const kept = mails.filter(({ body }) => body.kind !== 'removed');
    const isPast = ({ pending, settledAt }: ContentCandidate): boolean =>
      !pending && settledAt + keptMs <= now;
    await revisitContents(
      queries,
      kept
        .filter((mail) => !isPast(mail))
        .map(({ key, pending, settledAt }) => ({ key, at: pending ? now + dayMs : settledAt + keptMs })),
    );
    await removeContents(queries, kept.filter(isPast), now);
  };
  const revisit = async (queries: Queries): Promise<boolean> => {
    const due = await dueRevisits(queries, now, stretchMails);
    await sort(queries, due);
    return due.length > 0;
  };
  const walk = async (queries: Queries): Promise<boolean> => {
    const place = Number((await instanceValue(queries, placeName)) ?? 0);
    const next = await nextContents(queries, place, stretchMails);
    const young = next.findIndex(({ createdAt }) => createdAt + keptMs > now);
    const old = young < 0 ? next : next.slice(0, young);
    await sort(queries, old);
    const last = old.at(-1);
    if (last) await remember(queries, placeName, String(last.key));
    return young < 0 && next.length > 0;
  };
  while (await database.transaction(revisit)) {}
  while (await database.transaction(walk)) {}
}
