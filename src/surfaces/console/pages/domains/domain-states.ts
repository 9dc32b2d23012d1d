import type { RecordKind } from '../../../../model/sending-domain/published-records.ts';
import type { DomainStatus, RecordStatus } from '../../../../model/sending-domain/record-status.ts';
import type { Html } from '../../../public/html.ts';
import { type StateWords, stateBadge } from '../../look/parts.ts';

/** The state of a sending domain, as every list and page shows it. */
const domainStates: Readonly<Record<DomainStatus, StateWords>> = {
  not_started: { state: 'warn', text: 'Not verified yet', picture: 'clock' },
  pending: { state: 'warn', text: 'Not verified yet', picture: 'clock' },
  verified: { state: 'ok', text: 'Verified', picture: 'ok' },
  partially_verified: { state: 'info', text: 'Can send, records missing', picture: 'info' },
  partially_failed: { state: 'warn', text: 'Can send, a record is wrong', picture: 'warn' },
  failed: { state: 'bad', text: 'Cannot send', picture: 'bad' },
  temporary_failure: { state: 'warn', text: 'Key no longer found', picture: 'warn' },
};

/** The state of a DNS record at the last check. */
export const recordStates: Readonly<Record<RecordStatus, StateWords>> = {
  not_started: { state: 'still', text: 'Not checked', picture: 'still' },
  pending: { state: 'bad', text: 'Missing', picture: 'bad' },
  verified: { state: 'ok', text: 'Found', picture: 'ok' },
  failed: { state: 'bad', text: 'Wrong', picture: 'warn' },
  temporary_failure: { state: 'warn', text: 'No longer found', picture: 'warn' },
};

/** Purposes of records. */
export const recordPurposes: Readonly<Record<RecordKind, string>> = {
  DKIM: 'DKIM: signs your email',
  SPF: 'SPF: allows this server',
  RETURN_PATH: 'Return path: bounces',
  DMARC: 'DMARC: protects your name',
  TRACKING: 'Tracking: links under your name',
  MX: 'MX: receives email',
};

export function domainBadge(status: DomainStatus): Html {
  return stateBadge(domainStates[status]);
}
