// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions } from '../../result.ts';
import type { WriteFailure } from '../failures.ts';
import type { TrackedEvent } from '../records.ts';

export type TrackEventInput = {
  name?: string | undefined;
  /** Unknown: creates a subscriber */
  email?: string | undefined;
  subscriberId?: string | undefined;
  externalId?: string | undefined;
  properties?: Record<string, unknown> | undefined;
  /** Default: now */
  occurredAt?: string | undefined;
  triggerWorkflows?: boolean | undefined;
  /** Alias of name */
  event?: string | undefined;
  /** Alias of properties */
  data?: Record<string, unknown> | undefined;
};

/** Methods of `posthouse.events`. */
export type EventsMethods = {
  /**
   * Record an event of a subscriber, such as order.paid. Pass email or externalId.
   * @example
   * await posthouse.events.track({
   *   name: 'order.paid',
   *   email: 'ada@example.com',
   *   properties: { total: 42, currency: 'EUR' },
   *   occurredAt: '2026-11-21T09:31:00Z',
   * })
   */
  track(input?: TrackEventInput, options?: CallOptions): Call<TrackedEvent, WriteFailure | 'not_found'>;
};
