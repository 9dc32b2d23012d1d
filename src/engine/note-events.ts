import type { EmailEvent } from '../model/email/email.ts';
import { emailMoves, latestEvent } from '../model/email/lifecycle.ts';
import type { OrganizationStore } from '../store/store.ts';

/**
 * Adds events to a mail and moves its last one. The mail is read again here: since the flow began its person may have
 * been erased, and then another server's words about them are not kept either.
 *
 * What ended stays ended: a server that takes a mail may return it before our own record of the taking is written.
 */
export async function noteEvents(
  store: OrganizationStore,
  id: string,
  events: readonly EmailEvent[],
): Promise<void> {
  const standing = await store.emails.hold(id);
  if (!standing) return;
  const erased = standing.toKey === '';
  await store.emails.addEvents(id, erased ? events.map((event) => ({ ...event, details: {} })) : events);
  const current = {
    type: standing.lastEvent,
    at: standing.lastEventAt,
    machine: standing.lastEventMachine,
  };
  let last: Pick<EmailEvent, 'type' | 'at' | 'machine'> = current;
  for (const event of events) if (emailMoves[last.type].length > 0) last = latestEvent(last, event);
  const sentAt = events.find(({ type }) => type === 'sent')?.at ?? null;
  if (last !== current || sentAt !== null) await store.emails.setLastEvent(id, current.type, last, sentAt);
}
