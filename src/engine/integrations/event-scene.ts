import type { IntegrationEventRecord, IntegrationRecord } from '../../model/integration/integration.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';

/** @property tracked the id of the tracked event */
export type Applied = { state: 'applied' | 'ignored' | 'failed'; outcome: string; tracked?: string | null };

export type WaitingEvent = IntegrationEventRecord & { body: string };

/** Each `write` verifies that the event is still waiting and this worker has the job. `last` ends both. */
export type EventScene = {
  engine: Engine;
  organization: OrganizationRecord;
  integration: IntegrationRecord;
  event: WaitingEvent;
  payload: unknown;
  /** @returns false when the event is done or another worker has it */
  write(work: (store: OrganizationStore, tracked: string | null) => Promise<void>): Promise<boolean>;
  last(work: (store: OrganizationStore, tracked: string | null) => Promise<Applied>): Promise<void>;
};

export function integrationCaller(
  organization: OrganizationRecord,
  requestId: string,
  scopes: readonly TokenScope[] = [],
): Caller {
  return { door: 'integration', organization, token: null, scopes, requestId };
}
