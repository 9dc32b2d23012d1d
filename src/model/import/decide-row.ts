import {
  consentAheadSentence,
  isConsentAhead,
  nextSubscriberStatus,
  type SubscriberMove,
  type SubscriberRecord,
  type SubscriberSave,
  type SubscriberStatus,
} from '../subscriber/subscriber.ts';
import { applySave, newSubscriber, unsubscribed } from '../subscriber/subscriber-change.ts';
import type { SuppressionOrigin } from '../subscriber/suppression.ts';
import type { ImportRow } from './read-row.ts';

export type RowFacts = {
  known: SubscriberRecord | null;
  id: string;
  tagIds: readonly string[];
  /** Address of the subscriber that has the row's external id. */
  ownerOfExternalId: string | undefined;
  onConflict: 'upsert' | 'skip';
  doubleOptIn: boolean;
  now: number;
};

export type RowVerdict =
  | {
      fate: 'created' | 'updated' | 'unchanged';
      subscriber: SubscriberRecord;
      suppress: SuppressionOrigin | null;
      stopped: boolean;
    }
  | { fate: 'skipped' }
  | { fate: 'invalid' | 'refused'; reason: string; column: string | null; message: string };

/** A file never moves a subscriber to ACTIVE. */
const moveTo: Readonly<Partial<Record<SubscriberStatus, SubscriberMove>>> = {
  BOUNCED: 'bounce',
  COMPLAINED: 'complain',
  UNSUBSCRIBED: 'unsubscribe',
};

const originOf: Readonly<Partial<Record<SubscriberStatus, SuppressionOrigin>>> = {
  BOUNCED: 'bounce',
  COMPLAINED: 'complaint',
};

export function decideRow({ save, status }: ImportRow, facts: RowFacts): RowVerdict {
  const { known, now } = facts;
  if (known && facts.onConflict === 'skip') return { fate: 'skipped' };
  const taken = externalIdFault(save, facts);
  if (taken) return taken;
  if (isConsentAhead(save.consent, now)) {
    return { fate: 'invalid', reason: 'field_invalid', column: 'consent.at', message: consentAheadSentence };
  }
  const stops = status in moveTo;
  const start = known ?? startOf(save, status, facts);
  if ('fate' in start) return start;
  const changed = applySave(start, keptConsent(save, start), facts.tagIds, false);
  if (!changed.ok)
    return { fate: 'invalid', reason: 'field_invalid', column: changed.path, message: changed.message };
  const subscriber = moved(changed.subscriber, status, now);
  const isChanged = known === null || JSON.stringify(known) !== JSON.stringify(subscriber);
  return {
    fate: known === null ? 'created' : isChanged ? 'updated' : 'unchanged',
    subscriber: known !== null && isChanged ? { ...subscriber, updatedAt: now } : subscriber,
    suppress: originOf[status] ?? null,
    stopped: stops && subscriber.status !== known?.status,
  };
}

/** A person who has left in any row has left. @returns null if nothing changes */
export function decideRepeat(
  { status }: Pick<ImportRow, 'status'>,
  known: SubscriberRecord,
  now: number,
): { subscriber: SubscriberRecord; suppress: SuppressionOrigin | null } | null {
  const next = moved(known, status, now);
  const suppress = originOf[status] ?? null;
  if (next.status === known.status && suppress === null) return null;
  return { subscriber: next === known ? known : { ...next, updatedAt: now }, suppress };
}

function externalIdFault(save: SubscriberSave, { known, ownerOfExternalId }: RowFacts): RowVerdict | null {
  const { email, externalId } = save;
  if (!externalId) return null;
  const fault = { fate: 'invalid', column: 'externalId' } as const;
  if (known !== null && known.externalId !== null && known.externalId !== externalId) {
    return {
      ...fault,
      reason: 'external_id_differs',
      message: 'differs from the subscriber’s external id',
    };
  }
  if ((ownerOfExternalId ?? email) !== email) {
    return { ...fault, reason: 'external_id_taken', message: 'is the external id of another subscriber' };
  }
  return null;
}

function startOf(
  save: SubscriberSave,
  status: SubscriberStatus,
  { id, doubleOptIn, now }: RowFacts,
): SubscriberRecord | RowVerdict {
  const agreed = save.consent?.at !== undefined || save.consent?.source !== undefined;
  const mustConfirm = status === 'PENDING' || (status === 'ACTIVE' && !agreed);
  if (mustConfirm && !doubleOptIn) {
    return status === 'PENDING'
      ? {
          fate: 'refused',
          reason: 'not_confirmed',
          column: null,
          message: 'has not confirmed, and double opt-in is off here',
        }
      : {
          fate: 'refused',
          reason: 'consent_missing',
          column: null,
          message: 'does not state how the person agreed to get mail',
        };
  }
  return newSubscriber(id, save.email, save.source, mustConfirm, now);
}

function keptConsent(save: SubscriberSave, { consent }: SubscriberRecord): SubscriberSave {
  if (consent === null || save.consent === undefined) return save;
  const { consent: _, ...rest } = save;
  return rest;
}

function moved(known: SubscriberRecord, status: SubscriberStatus, now: number): SubscriberRecord {
  if (status === 'UNSUBSCRIBED') return unsubscribed(known, { reason: null, topic: null }, now);
  const move = moveTo[status];
  if (move === undefined) return known;
  const next = nextSubscriberStatus(known.status, move);
  return next === known.status ? known : { ...known, status: next };
}
