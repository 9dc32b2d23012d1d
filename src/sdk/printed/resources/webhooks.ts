// Printed by `npm run pins` from the catalogue.
import type { Call, CallOptions, List, PageInput } from '../../result.ts';
import type { CallFailure, WriteFailure } from '../failures.ts';
import type { DeletedWebhook, RotatedWebhook, SavedWebhook, Webhook, WebhookEvent, WebhookEventSummary, WebhookReplay, WebhookSamples } from '../records.ts';

export type WebhooksCreateInput = WebhooksUpdateInput & {
  id?: string | undefined;
};

export type WebhooksUpdateInput = {
  url?: string | undefined;
  endpoint?: string | undefined;
  /** email.bounced, subscriber.*; empty: all */
  events?: string[] | undefined;
  description?: string | null | undefined;
  status?: 'enabled' | 'disabled' | undefined;
  enabled?: boolean | undefined;
};

export type ListWebhooksInput = {
  limit?: number | undefined;
  /** Id of an item; returns the items that follow it */
  after?: string | undefined;
  before?: string | undefined;
};

export type ListWebhookDeliveriesInput = PageInput & {
  status?: 'pending' | 'succeeded' | 'failed' | undefined;
  since?: string | undefined;
};

export type ReplayWebhookDeliveriesInput = {
  message?: string | undefined;
  since?: string | undefined;
  /** next_after of the last result */
  after?: string | undefined;
};

/** Methods of `posthouse.webhooks`. */
export type WebhooksMethods = {
  /**
   * Create or change a webhook that posts events to a URL. signing_secret is shown once. status: enabled resumes a disabled webhook. Next: webhooks.test.
   * @example
   * await posthouse.webhooks.create({
   *   url: 'https://hooks.acme.com/posthouse',
   *   events: ['email.bounced', 'email.complained'],
   * })
   */
  create(input?: WebhooksCreateInput, options?: CallOptions): Call<SavedWebhook, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Create or change a webhook that posts events to a URL. signing_secret is shown once. status: enabled resumes a disabled webhook. Next: webhooks.test.
   * @example
   * await posthouse.webhooks.update('webhook_id', {
   *   url: 'https://hooks.acme.com/posthouse',
   *   events: ['email.bounced', 'email.complained'],
   * })
   */
  update(id: string, input?: WebhooksUpdateInput, options?: CallOptions): Call<SavedWebhook, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * List webhooks with their health.
   * @example
   * await posthouse.webhooks.list()
   */
  list(input?: ListWebhooksInput, options?: CallOptions): List<Webhook, CallFailure>;
  /**
   * List deliveries of a webhook; detail: full shows why they failed.
   * @example
   * await posthouse.webhooks.deliveries('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', { status: 'failed', limit: 1 })
   */
  deliveries(webhook: string, input?: ListWebhookDeliveriesInput, options?: CallOptions): List<WebhookEventSummary, CallFailure | 'not_found'>;
  /**
   * Resend one message, all since a time, or by default all failed ones.
   * @example
   * await posthouse.webhooks.replay('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', { since: '2026-11-21T00:00:00Z' })
   */
  replay(webhook: string, input?: ReplayWebhookDeliveriesInput, options?: CallOptions): Call<WebhookReplay, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Send a test event to a webhook. Next: webhooks.deliveries.
   * @example
   * await posthouse.webhooks.test('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  test(webhook: string, options?: CallOptions): Call<WebhookEventSummary, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Show one webhook.
   * @example
   * await posthouse.webhooks.get('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  get(id: string, options?: CallOptions): Call<Webhook, CallFailure | 'not_found'>;
  /**
   * Delete a webhook and its pending deliveries. To only stop deliveries, call webhooks.create with status: disabled.
   * @example
   * await posthouse.webhooks.delete('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  delete(id: string, options?: CallOptions): Call<DeletedWebhook, WriteFailure | 'not_found'>;
  /**
   * Create a new signing secret for a webhook, shown once. The old secret also signs for 24 hours.
   * @example
   * await posthouse.webhooks.rotateSecret('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  rotateSecret(id: string, options?: CallOptions): Call<RotatedWebhook, WriteFailure | 'not_found'>;
  /**
   * Show every webhook event type with a sample.
   * @example
   * await posthouse.webhooks.samples()
   */
  samples(options?: CallOptions): Call<WebhookSamples, CallFailure>;
  /**
   * Show one delivery of a webhook: its message and every attempt.
   * @example
   * await posthouse.webhooks.event('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', 'msg_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  event(webhook: string, message: string, options?: CallOptions): Call<WebhookEvent, CallFailure | 'not_found'>;
};
