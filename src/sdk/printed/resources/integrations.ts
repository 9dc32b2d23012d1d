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
  /** Id; older follow */
  after?: string | undefined;
  before?: string | undefined;
};

export type UpdateIntegrationInput = {
  name?: string | null | undefined;
  /** The old one stops working at once */
  secret?: string | undefined;
  mapping?: Mapping | undefined;
  /** Supabase: whether its send-email hook sends mail */
  sends?: boolean | undefined;
  /** Whether the URL gets a new secret */
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
   * Make a URL to which another system posts its customers, events or delivery feedback. See posthouse://docs/integrations.
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
   * Change the name, secret or mapping of an integration, or create a new URL. A mapping replaces the old one completely. After a new URL, the old one stops working.
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
   * List the events of an integration and their results, for 30 days, newest first.
   * @example
   * await posthouse.integrations.events('int_01kb3k7f5d2c8n1r4s6t9v0w3x', { state: 'applied' })
   */
  events(id: string, input?: ListIntegrationEventsInput, options?: CallOptions): List<IntegrationEvent, CallFailure | 'not_found'>;
  /**
   * Retry failed events, or all since.
   * @example
   * await posthouse.integrations.replay('int_01kb3k7f5d2c8n1r4s6t9v0w3x')
   */
  replay(id: string, input?: ReplayIntegrationEventsInput, options?: CallOptions): Call<Replay, WriteFailure | 'not_found'>;
};
