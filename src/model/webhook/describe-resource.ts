import { type ApprovalRecord, approvalUrl } from '../approval/approval.ts';
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

/** Excludes arguments and addresses: callers with access can open the approval page. */
export function describeAskedApproval(
  question: Pick<ApprovalRecord, 'id' | 'tool' | 'token' | 'client' | 'recipients' | 'askedAt' | 'expiresAt'>,
  baseUrl: string,
): Record<string, unknown> {
  const { id, tool, token } = question;
  return {
    id,
    tool,
    url: approvalUrl(baseUrl, id),
    token: token && { id: token.id, name: boundedText(token.name, textOctetsMax) },
    client: boundedTextOrNull(question.client, textOctetsMax),
    recipients: question.recipients,
    asked_at: isoInstant(question.askedAt),
    expires_at: isoInstant(question.expiresAt),
  };
}

export function describeDecidedApproval(
  question: Pick<ApprovalRecord, 'id' | 'tool' | 'status' | 'decidedBy' | 'word' | 'decidedAt'>,
  baseUrl: string,
): Record<string, unknown> {
  const { id, tool, status, decidedBy } = question;
  return {
    id,
    tool,
    url: approvalUrl(baseUrl, id),
    decision: status,
    by: decidedBy && { id: decidedBy.id, name: boundedText(decidedBy.name, textOctetsMax) },
    word: boundedTextOrNull(question.word, textOctetsMax),
    decided_at: isoInstantOrNull(question.decidedAt),
  };
}
