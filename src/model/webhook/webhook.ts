import { z } from 'zod';
import { dayMs, Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { untrusted } from '../text/untrusted.ts';

export const webhooksPerOrganizationMax = 20;
/** After a rotation, both secrets sign for this time. */
export const oldSecretKeptMs = dayMs;
/** Retention of messages, deliveries and attempts. */
export const messagesKeptMs = 30 * dayMs;
export const answerOctetsMax = 2_048;

/** `auto_disabled`: we stopped delivering after long failure or a 410. */
export const webhookStatuses = ['enabled', 'disabled', 'auto_disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

export type WebhookRecord = {
  key: number;
  id: string;
  url: string;
  /** Kinds and groups (`email.*`); empty for all. */
  events: readonly string[];
  description: string | null;
  /** Encrypted, like `oldSecret`, which also signs until `oldSecretUntil`. */
  secret: string;
  oldSecret: string | null;
  oldSecretUntil: number | null;
  createdAt: number;
  updatedAt: number;
};

export type WebhookState = {
  status: WebhookStatus;
  /** Sentence; null if a caller set the status. */
  reason: string | null;
  statusAt: number;
  consecutiveFailures: number;
  failingSince: number | null;
  lastDeliveryAt: number | null;
  lastSuccessAt: number | null;
  pausedUntil: number | null;
};

export type WebhookMessage = {
  key: number;
  id: string;
  /** A newer release may have written an unknown kind. */
  kind: string;
  objectId: string;
  at: number;
  sequence: number;
  payload: string;
};

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export type WebhookAttempt = {
  id: string;
  at: number;
  durationMs: number;
  url: string;
  outcome: string;
  statusCode: number | null;
  answer: string | null;
};

/** Includes attempts before a replay. */
export type WebhookAttempts = { amount: number; newest: readonly WebhookAttempt[] };

const noAttempts: WebhookAttempts = { amount: 0, newest: [] };

export const Webhook = z.object({
  object: z.literal('webhook'),
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()).describe('Empty means all event types'),
  description: z.string().nullable(),
  status: z.enum(webhookStatuses),
  reason: z.string().nullable().describe('Reason for the status auto_disabled'),
  consecutive_failures: z.int(),
  failing_since: Instant.nullable().describe('Time of the first failure since the last success'),
  last_delivery_at: Instant.nullable(),
  last_success_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
});

const secretShown = z.string().describe('Shown once. Use it to verify deliveries');

/** A create also returns the secret; a change does not. */
export const WebhookMaybeWithSecret = Webhook.extend({ signing_secret: secretShown.optional() });

export const WebhookRotated = Webhook.extend({
  signing_secret: secretShown,
  old_secret_expires_at: Instant.describe('Both secrets sign until then'),
});

export type StoredWebhook = WebhookRecord & { state: WebhookState };

const howToResume = 'Save the webhook with enabled: true to resume.';

export function webhookAnswer({ state, ...webhook }: StoredWebhook): z.infer<typeof Webhook> {
  return {
    object: 'webhook',
    id: webhook.id,
    url: webhook.url,
    events: [...webhook.events],
    description: webhook.description,
    status: state.status,
    reason: state.status === 'auto_disabled' ? `${state.reason ?? ''} ${howToResume}`.trim() : state.reason,
    consecutive_failures: state.consecutiveFailures,
    failing_since: isoInstantOrNull(state.failingSince),
    last_delivery_at: isoInstantOrNull(state.lastDeliveryAt),
    last_success_at: isoInstantOrNull(state.lastSuccessAt),
    created_at: isoInstant(webhook.createdAt),
    updated_at: isoInstant(webhook.updatedAt),
  };
}

export type WebhookDelivery = {
  webhookId: string;
  message: Omit<WebhookMessage, 'payload'>;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: number | null;
  endedAt: number | null;
};

const Attempt = z.object({
  id: z.string(),
  created_at: Instant,
  duration_ms: z.int(),
  url: z.string(),
  outcome: z.string().describe('succeeded, or the reason for the failure'),
  status_code: z.int().nullable().describe('null: no response'),
  // Written by another server.
  answer: untrusted(z.string().nullable()),
});

export const Delivery = z.object({
  object: z.literal('webhook_event'),
  id: z.string().describe('Message id, sent in the webhook-id header'),
  webhook_id: z.string(),
  type: z.string(),
  object_id: z.string().describe('Id of the object in the event'),
  created_at: Instant,
  status: z.enum(deliveryStatuses),
  attempts: z.int().describe('Number of attempts, including those before a replay'),
  next_attempt_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  last_attempts: z.array(Attempt).optional().describe('Newest first, only with detail: full'),
});

export const DeliveryWithPayload = Delivery.extend({
  last_attempts: z.array(Attempt),
  // Any value may come from untrusted sources.
  payload: untrusted(z.record(z.string(), z.unknown())),
});

export function deliveryAnswer(
  delivery: WebhookDelivery,
  attempts: WebhookAttempts = noAttempts,
): z.infer<typeof Delivery> & Pick<z.infer<typeof DeliveryWithPayload>, 'last_attempts'> {
  const { message } = delivery;
  return {
    object: 'webhook_event',
    id: message.id,
    webhook_id: delivery.webhookId,
    type: message.kind,
    object_id: message.objectId,
    created_at: isoInstant(message.at),
    status: delivery.status,
    attempts: Math.max(delivery.attempts, attempts.amount),
    next_attempt_at: isoInstantOrNull(delivery.nextAttemptAt),
    ended_at: isoInstantOrNull(delivery.endedAt),
    last_attempts: attempts.newest.map(attemptAnswer),
  };
}

function attemptAnswer(attempt: WebhookAttempt): z.infer<typeof Attempt> {
  return {
    id: attempt.id,
    created_at: isoInstant(attempt.at),
    duration_ms: attempt.durationMs,
    url: attempt.url,
    outcome: attempt.outcome,
    status_code: attempt.statusCode,
    answer: attempt.answer,
  };
}
