// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { DeletedIntegration, Integration, IntegrationEvent, IntegrationEventState, IntegrationProvider, Mapping, Replay } from '../records.ts';

export type CreateIntegrationInput = {
  provider: IntegrationProvider;
  secret?: string | undefined;
  name?: string | undefined;
  mapping?: Mapping | undefined;
};

export type ListIntegrationsInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type UpdateIntegrationInput = {
  name?: string | null | undefined;
  /** The old secret stops working at once */
  secret?: string | undefined;
  mapping?: Mapping | undefined;
  /** Supabase: whether the mail that its send-email hook requests is sent */
  sends?: boolean | undefined;
  /** Create a new URL secret */
  newUrl?: boolean | undefined;
};

export type ListIntegrationEventsInput = PageInput & {
  state?: IntegrationEventState | undefined;
};

export type ReplayIntegrationEventsInput = {
  since?: string | undefined;
  limit?: number | undefined;
  eventId?: string | undefined;
};

/** Methods of `posthouse.integrations`. */
export type IntegrationsMethods = {
  /**
   * Create a URL where another system posts customers, events or delivery feedback. See posthouse://docs/integrations.
   * @example
   * await posthouse.integrations.create({
   *   provider: 'stripe',
   *   secret: 'whsec_…',
   *   mapping: { tags: ['customer'], events: ['customer.*'] },
   * })
   */
  create(input: CreateIntegrationInput, options?: CallOptions): Call<Integration, WriteFailure | 'conflict'>;
  /**
   * List integrations and their state.
   * @example
   * await posthouse.integrations.list()
   */
  list(input?: ListIntegrationsInput, options?: CallOptions): List<Integration, CallFailure>;
  /**
   * Show an integration: URL, mapping, last event and last error.
   * @example
   * await posthouse.integrations.get('int_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  get(id: string, options?: CallOptions): Call<Integration, CallFailure | 'not_found'>;
  /**
   * Change the name, secret or mapping of an integration, or create a new URL. A new mapping replaces the old one completely. When you create a new URL, the old one stops working.
   * @example
   * await posthouse.integrations.update('int_01kb3k7f5d2c8n1r4s6t9v0w3x', { mapping: { tags: ['customer'], events: ['customer.*'] } })
   */
  update(id: string, input?: UpdateIntegrationInput, options?: CallOptions): Call<Integration, WriteFailure | 'not_found'>;
  /**
   * Delete an integration. Its URL stops working at once; its events are deleted within the hour. Subscribers and tracked events stay.
   * @example
   * await posthouse.integrations.delete('int_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  delete(id: string, options?: CallOptions): Call<DeletedIntegration, WriteFailure | 'not_found'>;
  /**
   * List the events of an integration from the last 30 days with their results, newest first.
   * @example
   * await posthouse.integrations.events('int_01kb3k7f5d2c8n1r4s6t9v0w3x', { state: 'applied' })
   */
  events(id: string, input?: ListIntegrationEventsInput, options?: CallOptions): List<IntegrationEvent, CallFailure | 'not_found'>;
  /**
   * Retry the failed events of an integration, or all events since a time.
   * @example
   * await posthouse.integrations.replay('int_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  replay(id: string, input?: ReplayIntegrationEventsInput, options?: CallOptions): Call<Replay, WriteFailure | 'not_found'>;
};
