import type { WebhookKind } from '../../model/webhook/kinds.ts';
import type { Queries } from '../../store/database.ts';
import { addToOutbox, type Listens, listensOf } from '../../store/records/webhook-outbox.ts';

/** Something that happened in an organization, for its webhooks. */
export type Announcement = {
  organization: number;
  kind: WebhookKind;
  /** What it is about: messages about one object have sequences that grow. */
  objectId: string;
  /** Epoch milliseconds. */
  at: number;
  /** The person it is about, by mailbox key and id, so that their erasure reaches it. */
  person?: { toKey: string | null; subscriberId: string | null };
  data: Record<string, unknown>;
};

/**
 * Writes what happened for the webhooks that listen, in the transaction of what happened: after a crash both are there or
 * neither. An organization without webhooks pays one narrow read.
 *
 * Called while the object's row is locked, so that on PostgreSQL two transactions about one object write in their order.
 *
 * @param organizations those it happened in
 * @param happened called only where an endpoint listens to something; what none listens to is left out here
 */
export async function announce(
  queries: Queries,
  organizations: readonly number[],
  happened: (listens: Listens) => readonly Announcement[] | Promise<readonly Announcement[]>,
): Promise<void> {
  if (organizations.length === 0) return;
  const listens = await listensOf(queries, [...new Set(organizations)]);
  if (listens.areNone) return;
  const heard = (await happened(listens)).filter(({ organization, kind }) =>
    listens.hears(organization, kind),
  );
  await addToOutbox(
    queries,
    heard.map(({ person, ...one }) => ({
      ...one,
      toKey: person?.toKey ?? null,
      subscriberId: person?.subscriberId ?? null,
    })),
  );
}
