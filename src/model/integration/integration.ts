import { z } from 'zod';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { oneLine } from '../text/text.ts';
import { untrusted } from '../text/untrusted.ts';
import type { Mapping } from './mapping-input.ts';
import { type ProofKind, type ProviderName, proofKinds, proofOf, providerNames } from './providers.ts';

export const integrationLimits = {
  perOrganizationMax: 50,
  /** Octets of one request. */
  bodyOctetsMax: 1024 * 1024,
  /** Events of one integration that wait to be applied; beyond it the sender is asked to come again. */
  waitingMax: 10_000,
  /** Days that what came is kept. */
  keptDays: 30,
} as const;

/** A connection to a system that sends us its events. Instants are epoch milliseconds. */
export type IntegrationRecord = {
  /** The internal key; never shown. */
  key: number;
  id: string;
  organization: number;
  provider: ProviderName;
  name: string | null;
  /** What the provider signs with, encrypted; null where it signs nothing. */
  secret: string | null;
  /** The SHA-256 of the secret in the URL; null where the URL holds none. */
  pathHash: string | null;
  mapping: Mapping;
  /** Whether a request for a mail, which Supabase makes for people who sign in, is sent. */
  sends: boolean;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
};

/** What changes without an edit. */
export type IntegrationState = {
  /** The SNS topic that is believed; null before the first confirmation. */
  topic: string | null;
  lastFault: string | null;
  lastFaultAt: number | null;
};

export const eventStates = ['waiting', 'applied', 'ignored', 'failed'] as const;
export type IntegrationEventState = (typeof eventStates)[number];

/** A request that was believed, as it is kept. */
export type IntegrationEventRecord = {
  key: number;
  id: string;
  /** The key of its integration. */
  integration: number;
  type: string;
  receivedAt: number;
  state: IntegrationEventState;
  attempts: number;
  /** What it came to, in our words. */
  outcome: string | null;
  settledAt: number | null;
  /** The id of the event that was tracked for it. */
  tracked: string | null;
};

export const IntegrationName = oneLine(100).min(1);

export const Integration = z.object({
  object: z.literal('integration'),
  id: z.string(),
  provider: z.enum(providerNames),
  name: z.string().nullable(),
  url: z.string().describe('Where the provider sends to; the secret in it is shown once, when it is made'),
  proof: z
    .enum(proofKinds)
    .describe(
      'What each request proves: its body and time, its body, its origin alone, or that it knows the URL',
    ),
  sends: z.boolean().describe('Whether the send-email hook sends mail'),
  mapping: z.record(z.string(), z.unknown()),
  topic: z.string().nullable().describe('The SNS topic that is believed'),
  last_received_at: Instant.nullable(),
  last_fault: untrusted(z.string().nullable()),
  last_fault_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
});

export const IntegrationEvent = z.object({
  object: z.literal('integration_event'),
  id: z.string(),
  type: untrusted(z.string()),
  state: z.enum(eventStates),
  outcome: untrusted(z.string().nullable()),
  attempts: z.int(),
  received_at: Instant,
  settled_at: Instant.nullable(),
});

/** Hides the secret of a URL that holds one. */
export const hiddenSecret = '<secret>';

/**
 * The URL that a provider sends to.
 * @param secret that stands in it; null where it holds none
 */
export function integrationUrl(
  baseUrl: string,
  { provider, id, pathHash }: Pick<IntegrationRecord, 'provider' | 'id' | 'pathHash'>,
  secret: string | null,
): string {
  const shown = pathHash === null ? '' : `.${secret ?? hiddenSecret}`;
  return `${baseUrl}/api/v1/integrations/${provider}/${id}${shown}`;
}

export function proofKindOf({ provider, secret }: Pick<IntegrationRecord, 'provider' | 'secret'>): ProofKind {
  return proofOf(provider, secret !== null);
}

/** The integration as an answer. @param secret of its URL, where it was just made */
export function integrationAnswer(
  baseUrl: string,
  integration: IntegrationRecord,
  { topic, lastFault, lastFaultAt, lastReceivedAt }: IntegrationState & { lastReceivedAt: number | null },
  secret: string | null = null,
): z.infer<typeof Integration> {
  return {
    object: 'integration',
    id: integration.id,
    provider: integration.provider,
    name: integration.name,
    url: integrationUrl(baseUrl, integration, secret),
    proof: proofKindOf(integration),
    sends: integration.sends,
    mapping: { ...integration.mapping },
    topic,
    last_received_at: isoInstantOrNull(lastReceivedAt),
    last_fault: lastFault,
    last_fault_at: isoInstantOrNull(lastFaultAt),
    created_at: isoInstant(integration.createdAt),
    updated_at: isoInstant(integration.updatedAt),
  };
}

/** What came as an answer. Its body is not shown: it may hold more about people than we map. */
export function integrationEventAnswer(event: IntegrationEventRecord): z.infer<typeof IntegrationEvent> {
  return {
    object: 'integration_event',
    id: event.id,
    type: event.type,
    state: event.state,
    outcome: event.outcome,
    attempts: event.attempts,
    received_at: isoInstant(event.receivedAt),
    settled_at: isoInstantOrNull(event.settledAt),
  };
}
