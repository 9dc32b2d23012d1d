import { z } from 'zod';
import { Instant, isoInstant, isoInstantOrNull } from '../instant.ts';
import { oneLine } from '../text/text.ts';
import { untrusted } from '../text/untrusted.ts';
import type { Mapping } from './mapping-input.ts';
import {
  type ProofKind,
  type ProviderName,
  proofKinds,
  providerNames,
  selectProofKind,
} from './providers.ts';

export const integrationLimits = {
  perOrganizationMax: 50,
  bodyOctetsMax: 1024 * 1024,
  /** Events of one integration waiting for processing; beyond this, the sender is asked to retry. */
  waitingMax: 10_000,
  keptDays: 30,
} as const;

export type IntegrationRecord = {
  key: number;
  id: string;
  organization: number;
  provider: ProviderName;
  name: string | null;
  /** Encrypted signing secret of the provider; null if it signs nothing. */
  secret: string | null;
  /** SHA-256 of the secret in the URL; null without one. */
  pathHash: string | null;
  mapping: Mapping;
  sends: boolean;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
};

export type IntegrationState = {
  /** The trusted SNS topic; null before the first confirmation. */
  topic: string | null;
  lastFault: string | null;
  lastFaultAt: number | null;
};

export const eventStates = ['waiting', 'applied', 'ignored', 'failed'] as const;
export type IntegrationEventState = (typeof eventStates)[number];

export type IntegrationEventRecord = {
  key: number;
  id: string;
  integration: number;
  type: string;
  receivedAt: number;
  state: IntegrationEventState;
  attempts: number;
  outcome: string | null;
  settledAt: number | null;
  tracked: string | null;
};

export const IntegrationName = oneLine(100).min(1);

export const Integration = z.object({
  object: z.literal('integration'),
  id: z.string(),
  provider: z.enum(providerNames),
  name: z.string().nullable(),
  url: z.string().describe('URL for the provider. Its secret part is shown only when it is created'),
  proof: z
    .enum(proofKinds)
    .describe('What a valid request proves: body and time, body only, origin only, or knowledge of the URL'),
  sends: z.boolean().describe('Whether mail that the send-email hook requests is sent'),
  mapping: z.record(z.string(), z.unknown()),
  topic: z.string().nullable().describe('Trusted SNS topic'),
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

export const hiddenSecret = '<secret>';

/** @param secret secret for the URL; null hides it */
export function integrationUrl(
  baseUrl: string,
  { provider, id, pathHash }: Pick<IntegrationRecord, 'provider' | 'id' | 'pathHash'>,
  secret: string | null,
): string {
  const shown = pathHash === null ? '' : `.${secret ?? hiddenSecret}`;
  return `${baseUrl}/api/v1/integrations/${provider}/${id}${shown}`;
}

export function proofKindOf({ provider, secret }: Pick<IntegrationRecord, 'provider' | 'secret'>): ProofKind {
  return selectProofKind(provider, secret !== null);
}

/** @param secret secret of the URL, if it was just created */
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

/** Omits the body, which may contain more personal data than the mapping keeps. */
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
