import type { CampaignHead } from '../campaign/campaign.ts';
import { noCounts, rowFates } from '../import/counts.ts';
import type { KnownImport } from '../import/import.ts';
import { isoInstant, isoInstantOrNull } from '../instant.ts';
import type { SendingDomain } from '../sending-domain/sending-domain.ts';
import type { SuppressionRecord } from '../subscriber/suppression.ts';
import { boundedText, boundedTextOrNull, textOctetsMax } from './bounded-text.ts';

export function describeCampaign(
  campaign: Pick<CampaignHead, 'id' | 'name' | 'subject' | 'status' | 'scheduledAt' | 'sentAt'>,
): Record<string, unknown> {
  return {
    id: campaign.id,
    name: boundedText(campaign.name, textOctetsMax),
    subject: boundedTextOrNull(campaign.subject, textOctetsMax),
    status: campaign.status,
    scheduledAt: isoInstantOrNull(campaign.scheduledAt),
    sentAt: isoInstantOrNull(campaign.sentAt),
  };
}

export function describeDomain(
  domain: Pick<SendingDomain, 'id' | 'name' | 'status' | 'createdAt' | 'verifiedAt'>,
): Record<string, unknown> {
  return {
    id: domain.id,
    name: domain.name,
    status: domain.status,
    created_at: isoInstant(domain.createdAt),
    verified_at: isoInstantOrNull(domain.verifiedAt),
  };
}

export function describeSuppression(
  suppression: Pick<SuppressionRecord, 'id' | 'email' | 'origin' | 'scope' | 'sourceId' | 'expiresAt'>,
): Record<string, unknown> {
  return {
    id: suppression.id,
    email: boundedText(suppression.email, textOctetsMax),
    origin: suppression.origin,
    scope: suppression.scope,
    source_id: suppression.sourceId,
    expires_at: isoInstantOrNull(suppression.expiresAt),
  };
}

/** An import that has ended. */
export function describeImport({
  record,
  state,
}: Pick<KnownImport, 'record' | 'state'>): Record<string, unknown> {
  const counts = state.counts ?? noCounts();
  return {
    id: record.id,
    rows: counts.rows,
    ...Object.fromEntries(rowFates.map((fate) => [fate, counts[fate]])),
    created_at: isoInstant(record.createdAt),
    ended_at: isoInstantOrNull(state.endedAt),
    ...(state.failure === null ? {} : { reason: boundedText(state.failure, textOctetsMax) }),
  };
}
