import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { assertRoom, jsonOctets, rowOctets } from '../../model/organization/storage.ts';
import type { Queries } from '../../store/database.ts';
import { changedStorage, readStorage } from '../../store/records/mail/storage.ts';
import type { Submission } from '../context/submission.ts';

/** Checks the room for this transaction's rows and `later` more octets. Reads nothing without a limit. @throws StorageFull */
export async function assertStorage(
  queries: Queries,
  organization: OrganizationRecord,
  later = 0,
): Promise<void> {
  const more = changedStorage(queries, organization.key) + later;
  if (organization.storageOctetsMax == null || more <= 0) return;
  const kept = await readStorage(queries, [organization.key]);
  assertRoom(organization, kept.get(organization.key) ?? 0, more);
}

/** Octets by organization, including earlier submissions of the group; only organizations with a limit. */
export type StorageRoom = Map<number, number>;

export async function storageRoom(
  queries: Queries,
  submissions: readonly Submission<unknown>[],
): Promise<StorageRoom> {
  const limited = new Set<number>();
  for (const { caller } of submissions) {
    if (caller.organization.storageOctetsMax != null) limited.add(caller.organization.key);
  }
  if (limited.size === 0) return new Map();
  const kept = await readStorage(queries, [...limited]);
  return new Map([...limited].map((key) => [key, kept.get(key) ?? 0]));
}

/** Campaign mail is not refused, because the campaign was checked when it was sent. @throws StorageFull */
export function takeRoom(room: StorageRoom, { caller, source, drafts, raw }: Submission<unknown>): void {
  const { organization } = caller;
  const kept = room.get(organization.key);
  if (kept === undefined) return;
  let more = raw ? raw.message.header.length + raw.message.body.length + rowOctets.message : 0;
  for (const { body, values = null } of drafts) {
    more += Buffer.byteLength(body.source) + jsonOctets(values) + rowOctets.mail;
  }
  if (source !== 'campaign') assertRoom(organization, kept, more);
  room.set(organization.key, kept + more);
}
