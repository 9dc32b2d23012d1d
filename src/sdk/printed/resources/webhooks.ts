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
  /** Id; older follow */
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
  /** next_after of the last answer */
  after?: string | undefined;
};

/** Methods of `posthouse.webhooks`. */
export type WebhooksMethods = {
  /**
   * Post events to a URL: create a webhook, or change one. signing_secret is shown once. Then call webhooks.test. status: enabled resumes a disabled one.
   * @example
   * await posthouse.webhooks.create({
   *   url: 'https://hooks.acme.com/posthouse',
   *   events: ['email.bounced', 'email.complained'],
   * })
   */
  create(input?: WebhooksCreateInput, options?: CallOptions): Call<SavedWebhook, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Post events to a URL: create a webhook, or change one. signing_secret is shown once. Then call webhooks.test. status: enabled resumes a disabled one.
   * @example
   * await posthouse.webhooks.update('webhook_id', {
   *   url: 'https://hooks.acme.com/posthouse',
   *   events: ['email.bounced', 'email.complained'],
   * })
   */
  update(id: string, input?: WebhooksUpdateInput, options?: CallOptions): Call<SavedWebhook, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * List webhooks and their health.
   * @example
   * await posthouse.webhooks.list()
   */
  list(input?: ListWebhooksInput, options?: CallOptions): List<Webhook, CallFailure>;
  /**
   * List deliveries of a webhook; detail full shows why they failed.
   * @example
   * await posthouse.webhooks.deliveries('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', { status: 'failed', limit: 1 })
   */
  deliveries(webhook: string, input?: ListWebhookDeliveriesInput, options?: CallOptions): List<WebhookEventSummary, CallFailure | 'not_found'>;
  /**
   * Send again one message, all since a time, or else all that failed.
   * @example
   * await posthouse.webhooks.replay('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', { since: '2026-11-21T00:00:00Z' })
   */
  replay(webhook: string, input?: ReplayWebhookDeliveriesInput, options?: CallOptions): Call<WebhookReplay, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Send a webhook a test event. Outcome: webhooks.deliveries.
   * @example
   * await posthouse.webhooks.test('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  test(webhook: string, options?: CallOptions): Call<WebhookEventSummary, WriteFailure | 'conflict' | 'not_found'>;
  /**
   * Read one webhook.
   * @example
   * await posthouse.webhooks.get('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  get(id: string, options?: CallOptions): Call<Webhook, CallFailure | 'not_found'>;
  /**
   * Delete a webhook and its waiting messages. To only stop it call webhooks.create with status: disabled.
   * @example
   * await posthouse.webhooks.delete('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  delete(id: string, options?: CallOptions): Call<DeletedWebhook, WriteFailure | 'not_found'>;
  /**
   * Give a webhook a new signing secret, shown once; the old one signs too for 24 hours.
   * @example
   * await posthouse.webhooks.rotateSecret('whk_01kaa0xq5v8m3c2n7r4t6w9yzk')
   */
  rotateSecret(id: string, options?: CallOptions): Call<RotatedWebhook, WriteFailure | 'not_found'>;
  /**
   * Read every kind of webhook event with a sample.
   * @example
   * await posthouse.webhooks.samples()
   */
  samples(options?: CallOptions): Call<WebhookSamples, CallFailure>;
  /**
   * Read one delivery of a webhook: its message and every attempt.
   * @example
   * await posthouse.webhooks.event('whk_01kaa0xq5v8m3c2n7r4t6w9yzk', 'msg_01kaa0xq5v8m3c2n7r4t6w9yzm')
   */
  event(webhook: string, message: string, options?: CallOptions): Call<WebhookEvent, CallFailure | 'not_found'>;
};
