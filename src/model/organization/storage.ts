import { Failure } from '../failure.ts';
import type { OrganizationRecord } from './organization.ts';

/**
 * What a row counts beside its texts, in octets: its other columns, the events of a mail, and their places in the indexes.
 */
export const rowOctets = { mail: 1_000, message: 200, body: 200, subscriber: 400, event: 200 } as const;

const kibibyte = 1024;

/** The organization keeps as much as its operator lets it. */
export class StorageFull extends Failure {
  constructor(octets: number, octetsMax: number) {
    super('payload_too_large', {
      message: `The storage of this organization is full: it keeps ${inKiB(octets)} of ${inKiB(octetsMax)} KiB. Ask the operator of this server for more, or erase subscribers that are not needed`,
      details: { storage_octets: octets, storage_octets_max: octetsMax },
    });
  }
}

/** @param more octets that are about to be kept @throws StorageFull */
export function assertRoom(
  { storageOctetsMax }: Pick<OrganizationRecord, 'storageOctetsMax'>,
  kept: number,
  more: number,
): void {
  if (storageOctetsMax == null || more <= 0 || kept + more <= storageOctetsMax) return;
  throw new StorageFull(kept, storageOctetsMax);
}

function inKiB(octets: number): string {
  return Math.ceil(Math.max(0, octets) / kibibyte).toLocaleString('en');
}
