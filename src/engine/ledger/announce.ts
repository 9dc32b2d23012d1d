import type { WebhookKind } from '../../model/webhook/kinds.ts';
import type { Queries } from '../../store/database.ts';
import { addToOutbox, type Listens, listensOf, type OutboxRow } from '../../store/records/webhook-outbox.ts';

/** Something that happened in an organization, for its webhooks. */
export type Announcement = {
  organization: number;
  kind: WebhookKind;
  /** What it is about: messages about one object have sequences that grow. */
  objectId: string;
  /** Epoch milliseconds. */
  at: number;
  /** The person it is about, so that their erasure reaches it. */
  person?: { toKey: string | null; subscriberId: string | null };
  /** Made only where an endpoint listens. */
  data(): Record<string, unknown>;
};

/**
 * Writes what happened for the webhooks that listen, in the transaction of what happened: after a crash both are there or
 * neither. An organization without webhooks pays one narrow read.
 *
 * Called while the object's row is locked, so that on PostgreSQL two transactions about one object write in their order.
 */
export async function announce(queries: Queries, happened: readonly Announcement[]): Promise<void> {
  if (happened.length === 0) return;
  const organizations = [...new Set(happened.map(({ organization }) => organization))];
  await announceTo(queries, await listensOf(queries, organizations), happened);
}

/** The same for a caller that has read who listens already. */
export async function announceTo(
  queries: Queries,
  listens: Listens,
  happened: readonly Announcement[],
): Promise<void> {
  const heard = happened.filter(({ organization, kind }) => listens.hears(organization, kind));
  if (heard.length === 0) return;
  await addToOutbox(
    queries,
    heard.map(
      ({ organization, kind, objectId, at, person, data }): OutboxRow => ({
        organization,
        kind,
        objectId,
        at,
        data: data(),
        toKey: person?.toKey ?? null,
        subscriberId: person?.subscriberId ?? null,
      }),
    ),
  );
}
