import { parseMailbox } from '../address.ts';
import { secondMs } from '../instant.ts';
import { eventNameLengthMax } from '../subscriber/event.ts';
import { type SubscriberSave, SubscriberSaveInput } from '../subscriber/subscriber.ts';
import { type Fields, isFields } from '../text/fields.ts';
import { cutAtCodeUnits } from '../text/text.ts';
import type { Mapping } from './mapping-input.ts';
import { textAt, valueAt } from './payload-path.ts';
import { type ProviderMapping, providerMappings } from './provider-mappings.ts';
import type { ProviderName } from './providers.ts';

export type Change = {
  email: string | null;
  externalId: string | null;
  save: SubscriberSave | null;
  /** Whether an unknown person becomes a subscriber. */
  makes: boolean;
  leaves: boolean;
  /** Null unless the event shows the person's current address. */
  showsAddress: {
    /** A known person has a new address. If false, the person is new and must not take another subscriber's id. */
    moves: boolean;
    /** Names of such events. The latest one counts, because providers send them out of order. */
    names: readonly string[];
  } | null;
  event: { name: string; properties: Record<string, PlainValue>; occurredAt: number };
  dropped: string[];
};

type PlainValue = string | number | boolean | null;

const textCharactersMax = 256;
const valueCharactersMax = 1_000;
const valuesMax = 60;
const octetsMax = 12 * 1024;

export function readEventType(
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
  // A database webhook only says INSERT, so the table is added.
  return provider === 'supabase' && typeof table === 'string'
    ? cleanName(`${table}.${type}`.toLowerCase())
    : type;
}

function cleanName(text: string): string {
  const name = text
    .slice(0, textCharactersMax)
    .replace(/\//g, '.')
    .replace(/[^\p{L}\p{M}\p{N}._\-: ]/gu, '_')
    .toWellFormed()
    .trim();
  return cutAtCodeUnits(name === '' ? 'event' : name, eventNameLengthMax - 20);
}

/** @param receivedAt epoch ms, used if the payload has no time */
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
      name: cutAtCodeUnits(
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

/** Null if the provider reports no consent; the organization's own rule then applies. */
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

/** Drops each field that our input schema rejects and keeps the rest. */
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
    // An invoice's id does not identify a person.
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

/** Traits that are fields of their own. */
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

function clean(text: string | null): string | null {
  if (text === null) return null;
  const line = cutAtCodeUnits(tidy(text.slice(0, 4 * textCharactersMax)), textCharactersMax).trim();
  return line === '' ? null : line;
}

/** Removes control characters, which our fields reject. */
function tidy(text: string): string {
  return cutAtCodeUnits(text, 4 * valueCharactersMax)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** Parses seconds since 1970, milliseconds, or ISO 8601. Future or invalid times become the time of receipt. */
function instantIn(payload: unknown, paths: readonly string[], receivedAt: number): number {
  const text = textAt(payload, paths);
  if (text === null) return receivedAt;
  const number = Number(text);
  const at = Number.isFinite(number) ? (number < 1e11 ? number * secondMs : number) : Date.parse(text);
  return Number.isFinite(at) && at > 0 && at <= receivedAt ? Math.round(at) : receivedAt;
}
