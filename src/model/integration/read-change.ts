import { parseMailbox } from '../address.ts';
import { secondMs } from '../instant.ts';
import { eventNameLengthMax } from '../subscriber/event.ts';
import { type SubscriberSave, SubscriberSaveInput } from '../subscriber/subscriber.ts';
import { type Fields, isFields } from '../text/fields.ts';
import { beginningOf } from '../text/text.ts';
import type { Mapping } from './mapping-input.ts';
import { textAt, valueAt } from './payload-path.ts';
import { type ProviderMapping, providerMappings } from './provider-mappings.ts';
import type { ProviderName } from './providers.ts';

/** What an event of a provider says about one person, as our own records have it. */
export type Change = {
  /** The address, or the id that the provider knows them by; null where it names no person. */
  email: string | null;
  externalId: string | null;
  /** Null without an address. */
  save: SubscriberSave | null;
  /** Whether an unknown person becomes a subscriber. */
  makes: boolean;
  /** They left at the provider. */
  leaves: boolean;
  /** Null where the event does not show the person with the address that they have. */
  showsAddress: {
    /** A person who is known has a new address; otherwise they are new, and the id of another subscriber is not theirs. */
    moves: boolean;
    /** The names of such events: of several the latest counts, because providers do not send them in order. */
    names: readonly string[];
  } | null;
  event: { name: string; properties: Record<string, PlainValue>; occurredAt: number };
  /** Fields that were left out because our own records could not hold them. */
  dropped: string[];
};

type PlainValue = string | number | boolean | null;

const textCharactersMax = 256;
const valueCharactersMax = 1_000;
const valuesMax = 60;
const octetsMax = 12 * 1024;

/** The type of an event, as its provider calls it: of Shopify it stands in a header. */
export function typeOf(
  provider: ProviderName,
  headers: Readonly<Record<string, string | undefined>>,
  payload: unknown,
): string {
  const mapping = providerMappings[provider];
  const table = valueAt(payload, 'table');
  const given =
    provider === 'shopify'
      ? (headers['x-shopify-topic'] ?? null)
      : provider === 'segment' && valueAt(payload, 'type') !== 'track'
        ? textAt(payload, ['type'])
        : textAt(payload, mapping?.type ?? ['Type', 'RecordType', 'event-data.event', 'type']);
  const type = cleanName(given ?? 'event');
  // A database webhook says INSERT: of which table belongs to it.
  return provider === 'supabase' && typeof table === 'string'
    ? cleanName(`${table}.${type}`.toLowerCase())
    : type;
}

/** The type as an event may be named: Shopify’s have slashes. */
function cleanName(text: string): string {
  const name = text
    .slice(0, textCharactersMax)
    .replace(/\//g, '.')
    .replace(/[^\p{L}\p{M}\p{N}._\-: ]/gu, '_')
    .toWellFormed()
    .trim();
  return beginningOf(name === '' ? 'event' : name, eventNameLengthMax - 20);
}

/**
 * Reads what a payload says about a person.
 * @param type as `typeOf` read it when it came
 * @param receivedAt epoch ms: when it happened, where the payload does not say
 */
export function readChange(
  provider: ProviderName,
  mapping: Mapping,
  type: string,
  payload: unknown,
  receivedAt: number,
): Change | null {
  const base = providerMappings[provider];
  if (base === undefined) return null;
  const email = emailIn(payload, own(mapping.email, base.email));
  const externalId = clean(textAt(payload, own(mapping.externalId, base.externalId)));
  const consent = consentIn(payload, base);
  const dropped: string[] = [];
  const save =
    email === null
      ? null
      : saveOf(payload, { base, mapping, email, externalId, provider, type, consent }, dropped);
  return {
    email,
    externalId,
    save,
    makes:
      mapping.subscribers !== 'known' && consent !== 'no' && consent !== 'unknown' && !/deleted$/.test(type),
    leaves: consent === 'no',
    showsAddress: showsAddress(base, type),
    event: {
      name: beginningOf(
        type.startsWith(`${base.prefix}.`) ? type : `${base.prefix}.${type}`,
        eventNameLengthMax,
      ),
      properties: propertiesOf(payload, base, mapping),
      occurredAt: instantIn(payload, base.at, receivedAt),
    },
    dropped,
  };
}

function showsAddress({ people, prefix }: ProviderMapping, type: string): Change['showsAddress'] {
  if (people === undefined || (type !== people.created && type !== people.updated)) return null;
  return {
    moves: type === people.updated,
    names: [people.created, people.updated].map((name) => `${prefix}.${name}`),
  };
}

function own(path: string | undefined, paths: readonly string[]): readonly string[] {
  return path === undefined ? paths : [path];
}

function emailIn(payload: unknown, paths: readonly string[]): string | null {
  for (const path of paths) {
    const value = valueAt(payload, path);
    if (typeof value !== 'string' || value.length > 320) continue;
    const read = parseMailbox(value.trim());
    if (read.ok) return read.mailbox.key;
  }
  return null;
}

type Consent = 'yes' | 'no' | 'unknown' | null;

/** Null where this provider says nothing about it: then the organization's own rule holds. */
function consentIn(payload: unknown, { consent }: ProviderMapping): Consent {
  if (consent === undefined) return null;
  const state = textAt(payload, consent.state);
  return state === consent.yes ? 'yes' : state === consent.no ? 'no' : 'unknown';
}

type SaveSource = {
  base: ProviderMapping;
  mapping: Mapping;
  email: string;
  externalId: string | null;
  provider: ProviderName;
  type: string;
  consent: Consent;
};

/** Everything our own form of a save refuses is left out, field by field: the rest is worth having. */
function saveOf(
  payload: unknown,
  { base, mapping, email, externalId, provider, type, consent }: SaveSource,
  dropped: string[],
): SubscriberSave {
  const whole = clean(textAt(payload, base.name));
  const space = whole === null ? -1 : whole.lastIndexOf(' ');
  const first = clean(textAt(payload, own(mapping.firstName, base.firstName)));
  const last = clean(textAt(payload, own(mapping.lastName, base.lastName)));
  const given: Fields = {
    email,
    firstName: first ?? (whole === null ? null : space < 0 ? whole : whole.slice(0, space)),
    lastName: last ?? (whole === null || space < 0 || first !== null ? null : whole.slice(space + 1)),
    // Only of a person: the id of an invoice names no person.
    externalId:
      isAboutPerson(provider, type, payload) || mapping.externalId !== undefined ? externalId : null,
    locale: clean(textAt(payload, own(mapping.locale, base.locale)))?.replace(/_/g, '-') ?? null,
    timezone: clean(textAt(payload, own(mapping.timezone, base.timezone))),
    tags: tagsOf(payload, base, mapping),
    attributes: {
      ...plainValues(base.attributesIn && valueAt(payload, base.attributesIn), notAttributes),
      ...pickedValues(payload, { ...base.attributes, ...mapping.attributes }),
    },
    source: 'INTEGRATION',
    ...(consent === 'yes' && {
      consent: { source: provider, ...consentTime(payload, base) },
    }),
  };
  for (const name of Object.keys(given)) {
    const value = given[name];
    const isEmpty = isFields(value)
      ? Object.keys(value).length === 0
      : Array.isArray(value) && value.length === 0;
    if (value === null || value === undefined || isEmpty) delete given[name];
  }
  for (;;) {
    const read = SubscriberSaveInput.safeParse(given);
    if (read.success) return read.data;
    const [field] = read.error.issues[0]?.path ?? [];
    if (typeof field !== 'string' || !Object.hasOwn(given, field))
      throw new Error('a save could not be read');
    delete given[field];
    dropped.push(field);
  }
}

/** Whether the object of a Stripe event is a customer or names one: then its id is that of the person. */
function isAboutPerson(provider: ProviderName, type: string, payload: unknown): boolean {
  if (provider !== 'stripe') return true;
  return type.startsWith('customer.') || typeof valueAt(payload, 'data.object.customer') === 'string';
}

function consentTime(payload: unknown, { consent }: ProviderMapping): { at?: string } {
  const text = consent === undefined ? null : textAt(payload, consent.at);
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? {} : { at: new Date(at).toISOString() };
}

function tagsOf(payload: unknown, base: ProviderMapping, mapping: Mapping): string[] {
  const listed = base.tags === undefined ? null : valueAt(payload, base.tags);
  const own = Array.isArray(listed) ? listed.slice(0, 20).filter((tag) => typeof tag === 'string') : [];
  return [...new Set([...(mapping.tags ?? []), ...own])];
}

/** Names of traits that are fields of their own here. */
const notAttributes: ReadonlySet<string> = new Set([
  'email',
  'firstName',
  'first_name',
  'lastName',
  'last_name',
  'name',
  'password',
  'token',
  'secret',
]);

function propertiesOf(payload: unknown, base: ProviderMapping, mapping: Mapping): Record<string, PlainValue> {
  const whole = base.propertiesIn && valueAt(payload, base.propertiesIn);
  return {
    ...plainValues(whole, new Set(['password', 'token', 'secret'])),
    ...pickedValues(payload, { ...base.properties, ...mapping.properties }),
  };
}

function pickedValues(payload: unknown, paths: Readonly<Record<string, string>>): Record<string, PlainValue> {
  const values: Record<string, PlainValue> = {};
  for (const [name, path] of Object.entries(paths)) {
    const value = plain(valueAt(payload, path));
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The plain values of an object, as many as our records hold. */
function plainValues(object: unknown, without: ReadonlySet<string>): Record<string, PlainValue> {
  const values: Record<string, PlainValue> = {};
  if (!isFields(object)) return values;
  let octets = 0;
  for (const name of Object.keys(object)) {
    const value =
      without.has(name) || name === '__proto__' || name.length > 100 ? undefined : plain(object[name]);
    if (value === undefined) continue;
    const key = tidy(name);
    octets += Buffer.byteLength(key) + (typeof value === 'string' ? Buffer.byteLength(value) : 8) + 8;
    if (octets > octetsMax || Object.keys(values).length >= valuesMax) break;
    values[key] = value;
  }
  return values;
}

function plain(value: unknown): PlainValue | undefined {
  if (typeof value === 'string') return tidy(value).slice(0, valueCharactersMax);
  if (typeof value === 'boolean' || value === null) return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** One line of at most 256 characters, or null. */
function clean(text: string | null): string | null {
  if (text === null) return null;
  const line = beginningOf(tidy(text.slice(0, 4 * textCharactersMax)), textCharactersMax).trim();
  return line === '' ? null : line;
}

/** Without control characters, which no field of ours holds. */
function tidy(text: string): string {
  return beginningOf(text, 4 * valueCharactersMax)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** Seconds since 1970, milliseconds, or ISO 8601; what lies ahead or cannot be read is when it came. */
function instantIn(payload: unknown, paths: readonly string[], receivedAt: number): number {
  const text = textAt(payload, paths);
  if (text === null) return receivedAt;
  const number = Number(text);
  const at = Number.isFinite(number) ? (number < 1e11 ? number * secondMs : number) : Date.parse(text);
  return Number.isFinite(at) && at > 0 && at <= receivedAt ? Math.round(at) : receivedAt;
}
