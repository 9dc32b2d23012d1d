import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { assertRoom, jsonOctets, rowOctets } from '../../model/organization/storage.ts';
import type { Queries } from '../../store/database.ts';
import { changedStorage, readStorage, relyOnRoom } from '../../store/records/mail/storage.ts';
import type { Submission } from '../context/submission.ts';

/** Checks the room for this transaction's rows and `later` more octets. Reads nothing without a limit. @throws StorageFull */
export async function assertStorage(
  queries: Queries,
  organization: OrganizationRecord,
  later = 0,
): Promise<void> {
  const more = changedStorage(queries, organization.key) + later;
  if (organization.storageOctetsMax == null || more <= 0) return;
  const kept = (await readStorage(queries, [organization.key])).get(organization.key) ?? 0;
  assertRoom(organization, kept, more);
  relyOnRoom(queries, organization.key, { kept, octetsMax: organization.storageOctetsMax });
}

/** Octets by organization, including earlier submissions of the group; only organizations with a limit. */
export type StorageRoom = Map<number, number>;

export async function storageRoom(
  queries: Queries,
  submissions: readonly Submission<unknown>[],
): Promise<StorageRoom> {
  const limits = new Map<number, number>();
  for (const { caller, source } of submissions) {
    const { key, storageOctetsMax } = caller.organization;
    if (storageOctetsMax != null && source !== 'campaign') limits.set(key, storageOctetsMax);
  }
  if (limits.size === 0) return new Map();
  const kept = await readStorage(queries, [...limits.keys()]);
  const room: StorageRoom = new Map();
  for (const [key, octetsMax] of limits) {
    room.set(key, kept.get(key) ?? 0);
    relyOnRoom(queries, key, { kept: kept.get(key) ?? 0, octetsMax });
  }
  return room;
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
