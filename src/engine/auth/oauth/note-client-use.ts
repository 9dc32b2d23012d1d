import {
  type ClientRecord,
  clientUseNotedEveryMs,
  registrationRestMs,
} from '../../../model/oauth/oauth-client.ts';
import type { Queries } from '../../../store/database.ts';
import { noteClientUse } from '../../../store/records/access/oauth-clients.ts';

/** Extends the expiry of a client that registered itself. */
export async function noteUseOfClient(queries: Queries, client: ClientRecord, now: number): Promise<void> {
  if (client.usedAt !== null && now - client.usedAt < clientUseNotedEveryMs) return;
  await noteClientUse(queries, client.id, now, client.endsAt === null ? null : now + registrationRestMs);
}
