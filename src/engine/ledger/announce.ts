import type { WebhookKind } from '../../model/webhook/kinds.ts';
import type { Queries } from '../../store/database.ts';
import { addToOutbox, type Listens, readListens } from '../../store/records/webhooks/webhook-outbox.ts';

export type Announcement = {
  organization: number;
  kind: WebhookKind;
  /** Messages about one object have increasing sequences. */
  objectId: string;
  at: number;
  /** For erasure: mailbox key and id of the person concerned. */
  person?: { toKey: string | null; subscriberId: string | null };
  data: Record<string, unknown>;
};

/** Writes to the outbox in the change's transaction. The locked row keeps messages about it in order. */
export async function announce(
  queries: Queries,
  organizations: readonly number[],
  happened: (listens: Listens) => readonly Announcement[] | Promise<readonly Announcement[]>,
): Promise<void> {
  if (organizations.length === 0) return;
  const listens = await readListens(queries, [...new Set(organizations)]);
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
