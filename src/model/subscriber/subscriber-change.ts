import { isoInstant } from '../instant.ts';
import { freeFieldFaults } from '../text/custom-attributes.ts';
import {
  type Attributes,
  attributeLimits,
  type Consent,
  nextSubscriberStatus,
  type SubscriberFields,
  type SubscriberRecord,
  type SubscriberSave,
  type SubscriberSource,
  tagsPerSubscriberMax,
  type UnsubscribeReason,
} from './subscriber.ts';

type Changed =
  | { ok: true; subscriber: SubscriberRecord }
  | { ok: false; path: string; message: string; code?: 'required' };

/**
 * Applies a save. Omitted fields stay; attributes are merged by key. `known` is a `newSubscriber` for a new
 * address. `flagAlone`: `resubscribe` alone reactivates a subscriber without a complaint, as in API v1.
 */
export function applySave(
  known: SubscriberRecord,
  save: SubscriberSave,
  tagIds: readonly string[],
  confirm: boolean,
  flagAlone = false,
): Changed {
  const changed = applyFields(known, save, { ...known.attributes, ...save.attributes });
  if (!changed.ok) return changed;
  const tagged = withTags(changed.subscriber, tagIds);
  if (!tagged.ok || !save.resubscribe) return tagged;
  const fault = consentFault(known, save, flagAlone);
  if (fault) return fault;
  return { ok: true, subscriber: resubscribed(tagged.subscriber, confirm) };
}

/** Like `applySave`, but null removes an attribute. */
export function applyChange(known: SubscriberRecord, fields: SubscriberFields): Changed {
  const merged = Object.entries({ ...known.attributes, ...fields.attributes });
  const kept = merged.filter(([name, value]) => value !== null || fields.attributes?.[name] !== null);
  return applyFields(known, fields, Object.fromEntries(kept));
}

function applyFields(known: SubscriberRecord, fields: SubscriberFields, attributes: Attributes): Changed {
  const fault = freeFieldFaults(attributes, attributeLimits)[0];
  if (fault) return { ok: false, path: 'attributes', message: `${fault.message}, those kept included` };
  const { firstName, lastName, externalId, timezone, locale, consent } = fields;
  return {
    ok: true,
    subscriber: {
      ...known,
      firstName: firstName === undefined ? known.firstName : firstName || null,
      lastName: lastName === undefined ? known.lastName : lastName || null,
      externalId: externalId === undefined ? known.externalId : externalId || null,
      timezone: timezone === undefined ? known.timezone : timezone,
      locale: locale === undefined ? known.locale : locale,
      consent: consent === undefined ? known.consent : consentOf(consent),
      attributes,
    },
  };
}

function consentOf(consent: NonNullable<SubscriberFields['consent']> | null): Consent | null {
  if (consent === null) return null;
  const { at, ip, source } = consent;
  return { at: at ? isoInstant(Date.parse(at)) : null, ip: ip ?? null, source: source ?? null };
}

export function withTags(known: SubscriberRecord, tagIds: readonly string[]): Changed {
  const added = tagIds.filter((id) => !known.tagIds.includes(id));
  if (added.length === 0) return { ok: true, subscriber: known };
  if (known.tagIds.length + added.length > tagsPerSubscriberMax) {
    return {
      ok: false,
      path: 'tags',
      message: `would be more than ${tagsPerSubscriberMax} on one subscriber`,
    };
  }
  return { ok: true, subscriber: { ...known, tagIds: [...known.tagIds, ...added] } };
}

/** Requires new consent to resubscribe a stopped subscriber, because the flag alone is no evidence of an opt-in. */
function consentFault(
  { status, unsubscribedAt }: SubscriberRecord,
  { consent }: SubscriberSave,
  flagAlone: boolean,
): Extract<Changed, { ok: false }> | null {
  if (status === 'ACTIVE' || status === 'PENDING') return null;
  if (consent?.at && unsubscribedAt !== null && Date.parse(consent.at) < unsubscribedAt) {
    const left = isoInstant(unsubscribedAt);
    return { ok: false, path: 'consent.at', message: `must be later than ${left}, when they left` };
  }
  if (consent?.at || consent?.source || (flagAlone && status !== 'COMPLAINED')) return null;
  return {
    ok: false,
    path: 'consent',
    message: `is required to resubscribe a person who is ${status}: at or source, when or how they opted in again`,
    code: 'required',
  };
}

function resubscribed(known: SubscriberRecord, confirm: boolean): SubscriberRecord {
  const status = nextSubscriberStatus(known.status, confirm ? 'resubscribe_to_confirm' : 'resubscribe');
  if (status === known.status) return known;
  return { ...known, status, unsubscribedAt: null, unsubscribedBecause: null };
}

/** A repeated unsubscribe keeps the first time and reason. */
export function unsubscribed(
  known: SubscriberRecord,
  because: UnsubscribeReason,
  now: number,
): SubscriberRecord {
  if (known.unsubscribedAt !== null) return known;
  return {
    ...known,
    status: nextSubscriberStatus(known.status, 'unsubscribe'),
    unsubscribedAt: now,
    unsubscribedBecause: because.reason === null && because.topic === null ? null : because,
  };
}

export function readdressed(known: SubscriberRecord, email: string, confirm: boolean): SubscriberRecord {
  if (email === known.email) return known;
  const move = confirm ? 'change_address_to_confirm' : 'change_address';
  return { ...known, email, status: nextSubscriberStatus(known.status, move) };
}

export function newSubscriber(
  id: string,
  email: string,
  source: SubscriberSource,
  confirm: boolean,
  now: number,
): SubscriberRecord {
  return {
    key: 0,
    id,
    email,
    firstName: null,
    lastName: null,
    attributes: {},
    tagIds: [],
    status: confirm ? 'PENDING' : 'ACTIVE',
    externalId: null,
    source,
    timezone: null,
    locale: null,
    consent: null,
    createdAt: now,
    updatedAt: now,
    unsubscribedAt: null,
    unsubscribedBecause: null,
    lastActivityAt: null,
  };
}

/** Compares everything that callers can see. */
export function differs(a: SubscriberRecord, b: SubscriberRecord): boolean {
  return a !== b && JSON.stringify(a) !== JSON.stringify(b);
}
