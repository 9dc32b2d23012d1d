import type { TrackedEvent } from '../../model/subscriber/event.ts';
import type { SubscriberRecord, SubscriberStatus } from '../../model/subscriber/subscriber.ts';
import {
  addToWorkflowInbox,
  type Inbound,
  workflowListens,
} from '../../store/records/workflows/workflow-inbox.ts';
import type { OrganizationStore } from '../../store/store.ts';

/** Writes events in the transaction of the change. One worker per organization decides later which runs start or wake. */
async function note(
  { queries, organization, origin }: OrganizationStore,
  happened: (hears: (kind: string) => boolean) => Omit<Inbound, 'starts' | 'cause' | 'assistant' | 'chain'>[],
): Promise<void> {
  const listens = await workflowListens(queries, organization);
  if (listens.areNone) return;
  const inbound = happened((kind) => listens.hears(kind)).filter(({ kind }) => listens.hears(kind));
  if (inbound.length === 0) return;
  await addToWorkflowInbox(
    queries,
    organization,
    inbound.map((one) => ({ ...one, ...origin })),
  );
}

const leftStatuses: readonly SubscriberStatus[] = ['UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'];

/** @param changes `known` is null for a new subscriber */
export async function noteChanges(
  store: OrganizationStore,
  changes: readonly { known: SubscriberRecord | null; next: SubscriberRecord }[],
  tracked: readonly TrackedEvent[],
  at: number,
): Promise<void> {
  await note(store, () => [
    ...changes.flatMap(({ known, next }) => {
      const of = { subscriber: next.key, at };
      const added = next.tagIds.filter((id) => !known?.tagIds.includes(id));
      const removed = known?.tagIds.filter((id) => !next.tagIds.includes(id)) ?? [];
      const fields = known === null ? [] : changedFields(known, next);
      const left = known !== null && known.status !== next.status && leftStatuses.includes(next.status);
      return [
        ...(known === null ? [{ ...of, kind: 'subscriber.created', data: {} }] : []),
        ...(fields.length > 0 ? [{ ...of, kind: 'subscriber.updated', data: { fields } }] : []),
        ...added.map((tag) => ({ ...of, kind: 'tag.added', data: { tag } })),
        ...removed.map((tag) => ({ ...of, kind: 'tag.removed', data: { tag } })),
        ...(left ? [{ ...of, kind: 'subscriber.left', data: { status: next.status } }] : []),
      ];
    }),
    ...tracked.map(({ subscriber, event: { id, name, properties, receivedAt } }) => ({
      kind: `event:${name}`,
      subscriber,
      at: receivedAt,
      data: { eventId: id, name, properties },
    })),
  ]);
}

export async function noteReaction(
  store: OrganizationStore,
  subscriberId: string,
  kind: 'email.opened' | 'email.clicked',
  mail: { emailId: string; campaignId: string | null; workflowRunId: string | null },
  at: number,
): Promise<void> {
  const listens = await workflowListens(store.queries, store.organization);
  if (!listens.hears(kind)) return;
  const subscriber = await store.subscribers.keyOf(subscriberId);
  if (subscriber === undefined) return;
  await note(store, () => [{ kind, subscriber, at, data: mail }]);
}

const fields = [
  'email',
  'status',
  'firstName',
  'lastName',
  'externalId',
  'timezone',
  'locale',
] as const satisfies readonly (keyof SubscriberRecord)[];

/** Returns the changed fields by their names in rules: `firstName`, `attributes.plan`. Tags are tracked separately. */
function changedFields(known: SubscriberRecord, next: SubscriberRecord): string[] {
  const names = new Set([...Object.keys(known.attributes), ...Object.keys(next.attributes)]);
  return [
    ...fields.filter((field) => known[field] !== next[field]),
    ...[...names]
      .filter((name) => known.attributes[name] !== next.attributes[name])
      .map((name) => `attributes.${name}`),
  ];
}
