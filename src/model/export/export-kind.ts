import type { z } from 'zod';
import type { RecipientLine } from '../campaign/recipient.ts';
import type { EmailSummary } from '../email/email.ts';
import { isoInstant, isoInstantOrNull } from '../instant.ts';
import type { TokenScope } from '../organization/token.ts';
import type { Event } from '../subscriber/event.ts';
import { attributePrefix, subscriberCells } from '../subscriber/subscriber-csv.ts';
import type { SuppressionRecord } from '../subscriber/suppression.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { guardFormula } from '../text/formula-cell.ts';

export const exportKinds = ['subscribers', 'emails', 'events', 'suppressions', 'recipients'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const scopeOfKind = {
  subscribers: 'subscribers.read',
  emails: 'emails.read',
  events: 'events.read',
  suppressions: 'suppressions.read',
  recipients: 'campaigns.read',
} as const satisfies Record<ExportKind, TokenScope>;

export const filtersOfKind = {
  subscribers: ['status', 'tag', 'segment', 'query', 'created_after', 'created_before'],
  emails: ['last_event', 'campaign', 'subscriber', 'query', 'created_after', 'created_before'],
  events: ['name', 'subscriber', 'created_after', 'created_before'],
  suppressions: ['origin', 'query', 'created_after', 'created_before'],
  recipients: ['campaign', 'state', 'last_event', 'reason'],
} as const satisfies Record<ExportKind, readonly string[]>;

export const requiredOfKind: Readonly<Record<ExportKind, readonly 'campaign'[]>> = {
  subscribers: [],
  emails: [],
  events: [],
  suppressions: [],
  recipients: ['campaign'],
};

type Cells<Row> = Readonly<Record<string, (row: Row) => string>>;

const textOf = (text: string | null): string => guardFormula(text ?? '');

export const emailCells: Cells<z.input<typeof EmailSummary>> = {
  id: ({ id }) => id,
  from: ({ from }) => textOf(from),
  to: ({ to }) => textOf(to.join(', ')),
  reply_to: ({ reply_to }) => textOf(reply_to),
  subject: ({ subject }) => textOf(subject),
  last_event: ({ last_event }) => last_event,
  created_at: ({ created_at }) => created_at,
  sent_at: ({ sent_at }) => sent_at ?? '',
  source: ({ source }) => source,
  delivery_mode: ({ delivery_mode }) => delivery_mode,
  message_id: ({ message_id }) => textOf(message_id),
  subscriber_id: ({ subscriber_id }) => subscriber_id ?? '',
  campaign_id: ({ campaign_id }) => campaign_id ?? '',
  workflow_run_id: ({ workflow_run_id }) => workflow_run_id ?? '',
};

export const eventCells: Cells<z.input<typeof Event>> = {
  id: ({ id }) => id,
  name: ({ name }) => textOf(name),
  subscriberId: ({ subscriberId }) => subscriberId,
  email: ({ email }) => textOf(email),
  properties: ({ properties }) => JSON.stringify(properties),
  occurredAt: ({ occurredAt }) => occurredAt,
  receivedAt: ({ receivedAt }) => receivedAt,
};

export const suppressionCells: Cells<SuppressionRecord> = {
  email: ({ email }) => textOf(email),
  origin: ({ origin }) => origin,
  scope: ({ scope }) => scope,
  expires_at: ({ expiresAt }) => isoInstantOrNull(expiresAt) ?? '',
  source_id: ({ sourceId }) => textOf(sourceId),
  created_at: ({ createdAt }) => isoInstant(createdAt),
};

export const recipientCells: Cells<RecipientLine> = {
  email: ({ email }) => textOf(email),
  state: ({ state }) => state,
  reason: ({ reason }) => reason ?? '',
  last_event: ({ lastEvent }) => lastEvent ?? '',
  variant: ({ variant }) => (variant === null ? '' : String(variant)),
  changed_at: ({ changedAt }) => isoInstant(changedAt),
  opened_at: ({ openedAt }) => isoInstantOrNull(openedAt) ?? '',
  clicked_at: ({ clickedAt }) => isoInstantOrNull(clickedAt) ?? '',
  subscriber_id: ({ subscriberId }) => subscriberId ?? '',
  email_id: ({ emailId }) => emailId ?? '',
};

const namesOfKind: Readonly<Record<ExportKind, readonly string[]>> = {
  subscribers: Object.keys(subscriberCells),
  emails: Object.keys(emailCells),
  events: Object.keys(eventCells),
  suppressions: Object.keys(suppressionCells),
  recipients: Object.keys(recipientCells),
};

/** Represents a column per attribute of the exported subscribers. */
export const everyAttribute = `${attributePrefix}*`;

export function listColumns(kind: ExportKind): string[] {
  const names = namesOfKind[kind];
  return kind === 'subscribers' ? [...names, everyAttribute] : [...names];
}

export function columnFault(kind: ExportKind, column: string): string | null {
  if (namesOfKind[kind].includes(column)) return null;
  if (
    kind === 'subscribers' &&
    column.startsWith(attributePrefix) &&
    column.length > attributePrefix.length
  ) {
    return null;
  }
  const near = didYouMean(column, namesOfKind[kind]);
  return `is not a column of ${kind}${near === undefined ? '' : `; did you mean ${near}?`}`;
}

export function scopesOfExport({ kind: given }: Readonly<Record<string, unknown>>): readonly TokenScope[] {
  const kind = exportKinds.find((one) => one === given);
  return [kind === undefined ? 'subscribers.read' : scopeOfKind[kind]];
}

export const personScopes: readonly TokenScope[] = [
  'subscribers.read',
  'events.read',
  'emails.read',
  'campaigns.read',
  'suppressions.read',
  'organization.read',
];
