import { Failure } from '../failure.ts';
import type { OrganizationRecord } from './organization.ts';

/** Bytes counted per row in addition to its texts: other columns, a mail's events, and index entries. */
export const rowOctets = {
  mail: 1_000,
  message: 200,
  body: 200,
  subscriber: 400,
  event: 200,
  chunk: 100,
  logo: 200,
  integrationEvent: 400,
  /** Includes its state and the steps of a typical run. */
  workflowRun: 1_000,
} as const;

/** Counts the bytes of a JSON column; 0 for null. */
export function jsonOctets(value: unknown): number {
  return value === null ? 0 : Buffer.byteLength(JSON.stringify(value));
}

const kibibyte = 1024;

export class StorageFull extends Failure {
  constructor(octets: number, octetsMax: number) {
    super('payload_too_large', {
      message: `The storage of this organization is full: it keeps ${inKiB(octets)} of ${inKiB(octetsMax)} KiB. Ask the operator of this server for more, or erase subscribers that are not needed`,
      details: { storage_octets: octets, storage_octets_max: octetsMax },
    });
  }
}

/** @param more bytes about to be stored @throws StorageFull */
export function assertRoom(
  { storageOctetsMax }: Pick<OrganizationRecord, 'storageOctetsMax'>,
  kept: number,
  more: number,
): void {
  if (storageOctetsMax == null || more <= 0 || kept + more <= storageOctetsMax) return;
  throw new StorageFull(kept, storageOctetsMax);
}

/** Room that a transaction found before it decided. @property kept octets stored at that time */
export type FoundRoom = { kept: number; octetsMax: number };

/**
 * Whether concurrent transactions used the room that this one had found.
 * @param more octets of this transaction @param total stored octets, including `more`
 */
export function isRoomTaken({ kept, octetsMax }: FoundRoom, more: number, total: number): boolean {
  return kept < octetsMax && total > octetsMax && total - more > kept;
}

function inKiB(octets: number): string {
  return Math.ceil(Math.max(0, octets) / kibibyte).toLocaleString('en');
}
