import type { ApprovalRecord } from '../../model/approval/approval.ts';
import type { CampaignHead } from '../../model/campaign/campaign.ts';
import type { KnownImport } from '../../model/import/import.ts';
import type { SendingDomain } from '../../model/sending-domain/sending-domain.ts';
import type { TrackedEvent } from '../../model/subscriber/event.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { erasedMarkPrefix, type SuppressionRecord } from '../../model/subscriber/suppression.ts';
import { boundedText, textOctetsMax } from '../../model/webhook/bounded-text.ts';
import {
  describeAskedApproval,
  describeCampaign,
  describeDecidedApproval,
  describeDomain,
  describeImport,
  describeSuppression,
} from '../../model/webhook/describe-resource.ts';
import { describeWorkflow } from '../../model/webhook/describe-run.ts';
import { describeTrackedEvent, subscriberChanges } from '../../model/webhook/describe-subscriber.ts';
import type { WorkflowRecord } from '../../model/workflow/workflow.ts';
import { announce } from '../../store/records/webhooks/webhook-outbox.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { noteChanges } from './note-for-workflows.ts';

/** Call these functions in the transaction of a change, with its row locked. */

/** @param changes `known` is null for a new subscriber @param tracked follow the changes */
export async function announceSubscribers(
  store: OrganizationStore,
  changes: readonly { known: SubscriberRecord | null; next: SubscriberRecord }[],
  at: number,
  tracked: readonly TrackedEvent[] = [],
): Promise<void> {
  if (changes.length === 0 && tracked.length === 0) return;
  const { queries, organization } = store;
  await noteChanges(store, changes, tracked, at);
  await announce(queries, [organization], () => [
    ...changes.flatMap(({ known, next }) =>
      subscriberChanges(known, next).map(({ kind, data }) => ({
        organization,
        kind,
        objectId: next.id,
        at,
        person: { toKey: next.email, subscriberId: next.id },
        data,
      })),
    ),
    ...tracked.map(({ event }) => ({
      organization,
      kind: 'event.tracked' as const,
      objectId: event.id,
      at: event.receivedAt,
      person: { toKey: event.email, subscriberId: event.subscriberId },
      data: describeTrackedEvent(event),
    })),
  ]);
}

/** Only the id, because everything else was removed. */
export async function announceErasure(
  { queries, organization }: OrganizationStore,
  id: string,
  at: number,
): Promise<void> {
  await announce(queries, [organization], () => [
    { organization, kind: 'subscriber.deleted', objectId: id, at, data: { id } },
  ]);
}

/** Skips marks of erased people. */
export async function announceSuppressions(
  { queries, organization }: OrganizationStore,
  kind: 'suppression.added' | 'suppression.removed',
  suppressions: readonly Omit<SuppressionRecord, 'key' | 'createdAt'>[],
  at: number,
): Promise<void> {
  if (suppressions.length === 0) return;
  await announce(queries, [organization], () =>
    suppressions
      .filter(({ email }) => !email.startsWith(erasedMarkPrefix))
      .map((suppression) => ({
        organization,
        kind,
        objectId: suppression.id,
        at,
        person: { toKey: suppression.email, subscriberId: null },
        data: describeSuppression(suppression),
      })),
  );
}

export async function announceDomain(
  { queries, organization }: OrganizationStore,
  kind: 'domain.created' | 'domain.verified' | 'domain.updated' | 'domain.deleted',
  domain: Omit<SendingDomain, 'key'>,
  at: number,
): Promise<void> {
  await announce(queries, [organization], () => [
    { organization, kind, objectId: domain.id, at, data: describeDomain(domain) },
  ]);
}

/** Announces only a new status. */
export async function announceDomainCheck(
  store: OrganizationStore,
  before: SendingDomain,
  after: SendingDomain,
  at: number,
): Promise<void> {
  if (before.status === after.status) return;
  await announceDomain(store, after.status === 'verified' ? 'domain.verified' : 'domain.updated', after, at);
}

/** Skips cancelled imports. */
export async function announceImport(
  { queries, organization }: OrganizationStore,
  ended: Pick<KnownImport, 'record' | 'state'>,
  at: number,
): Promise<void> {
  const { status } = ended.state;
  if (status !== 'completed' && status !== 'failed') return;
  await announce(queries, [organization], () => [
    { organization, kind: `import.${status}`, objectId: ended.record.id, at, data: describeImport(ended) },
  ]);
}

/** @param campaign reads the campaign after the move, only if an endpoint listens */
export async function announceCampaign(
  { queries, organization }: OrganizationStore,
  kind: 'campaign.scheduled' | 'campaign.sending' | 'campaign.sent',
  campaign: () => Promise<CampaignHead | undefined>,
  at: number,
): Promise<void> {
  await announce(queries, [organization], async (listens) => {
    const moved = listens.hears(organization, kind) ? await campaign() : undefined;
    return moved ? [{ organization, kind, objectId: moved.id, at, data: describeCampaign(moved) }] : [];
  });
}

export async function announceCampaignProblem(
  store: OrganizationStore,
  id: string,
  reason: string,
  at: number,
): Promise<void> {
  const { queries, organization } = store;
  const kind = 'campaign.failed';
  await announce(queries, [organization], async (listens) => {
    const campaign = listens.hears(organization, kind) ? await store.campaigns.byId(id) : undefined;
    if (!campaign) return [];
    const failed = { reason: boundedText(reason, textOctetsMax) };
    return [{ organization, kind, objectId: id, at, data: { ...describeCampaign(campaign), failed } }];
  });
}

export async function announceWorkflowProblem(
  { queries, organization }: OrganizationStore,
  workflow: WorkflowRecord,
  at: number,
): Promise<void> {
  await announce(queries, [organization], () => [
    {
      organization,
      kind: 'workflow.failed',
      objectId: workflow.id,
      at,
      data: describeWorkflow(workflow),
    },
  ]);
}

export async function announceAsked(
  { queries, organization }: OrganizationStore,
  question: ApprovalRecord,
  baseUrl: string,
): Promise<void> {
  await announce(queries, [organization], () => [
    {
      organization,
      kind: 'approval.requested',
      objectId: question.id,
      at: question.askedAt,
      data: describeAskedApproval(question, baseUrl),
    },
  ]);
}

export async function announceDecided(
  { queries, organization }: OrganizationStore,
  question: ApprovalRecord,
  baseUrl: string,
  at: number,
): Promise<void> {
  await announce(queries, [organization], () => [
    {
      organization,
      kind: 'approval.decided',
      objectId: question.id,
      at,
      data: describeDecidedApproval(question, baseUrl),
    },
  ]);
}
