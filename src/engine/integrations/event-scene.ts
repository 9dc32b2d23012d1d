import type { IntegrationEventRecord, IntegrationRecord } from '../../model/integration/integration.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Engine } from '../context/scope.ts';

/** What an event came to, in our words. @property tracked the id of the event that was tracked */
export type Applied = { state: 'applied' | 'ignored' | 'failed'; outcome: string; tracked?: string | null };

/** An event that waits, whole. */
export type WaitingEvent = IntegrationEventRecord & { body: string };

/**
 * What an applier writes with: each call of `write` is a transaction in which the event still waits and the job is this
 * worker's; the call with `last` ends both.
 */
export type EventScene = {
  engine: Engine;
  organization: OrganizationRecord;
  integration: IntegrationRecord;
  event: WaitingEvent;
  payload: unknown;
  /** @returns false when the event does not wait any more, or is another worker's: nothing was written */
  write(work: (store: OrganizationStore, tracked: string | null) => Promise<void>): Promise<boolean>;
  last(work: (store: OrganizationStore, tracked: string | null) => Promise<Applied>): Promise<void>;
};
