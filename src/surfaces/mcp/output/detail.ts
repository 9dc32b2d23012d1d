import { answeredFields, type Detail, detailArgument, details, leftOut } from '../../../contract/detail.ts';
import type { Tool } from '../../../contract/tool.ts';
import { invalidField } from '../../../model/failure.ts';
import { listedName } from '../../../model/text/alias.ts';
import { type Fields, isFields, omitFields } from '../../../model/text/fields.ts';
import { withBadgesOnce } from './badges.ts';
import { markedText } from './mark-untrusted-text.ts';
import { withSameOnce } from './same-in-all.ts';

/** `fields`: the names the caller chose, as in REST. */
export type AskedDetail = { detail: Detail; fields?: readonly string[] };

/** Accepted in place of `detail`, because assistants try it. */
const synonym = 'fields';

/** Removes `detail` from any read, because the server instructions promise it. @throws validation_error */
export function readDetail(tool: Tool, given: Fields): { given: Fields } & AskedDetail {
  const names = [detailArgument.name, synonym].filter(
    (name) => given[name] !== undefined && !(name in tool.input.shape),
  );
  const [name] = names;
  if (name === undefined || tool.effect !== 'read') return { given, detail: 'summary' };
  if (names.length > 1) throw invalidField(synonym, 'cannot be given together with detail');
  const { [name]: asked, ...rest } = given;
  const detail = details.find((one) => one === asked);
  return detail === undefined
    ? { given: rest, detail: 'full', fields: readFields(tool, name, asked) }
    : { given: rest, detail };
}

/** @throws validation_error that names the fields of the answer */
function readFields(tool: Tool, name: string, asked: unknown): string[] {
  const known = answeredFields(tool);
  const wanted = typeof asked === 'string' ? asked.split(',', wantedMax) : asked;
  const chosen = Array.isArray(wanted)
    ? wanted.slice(0, wantedMax).map((one) => {
        const word = typeof one === 'string' ? one.trim() : '';
        return known.find((field) => field === word || listedName(field) === word);
      })
    : [];
  if (chosen.length > 0 && chosen.every((field) => field !== undefined)) return chosen;
  throw invalidField(name, `must be ${details.join(', ')}, or some of the fields ${known.join(', ')}`);
}

const wantedMax = 100;

/** Fields that continue a list. Each entry keeps the first that it has. */
const cursors = ['id', 'subscriberId', 'name'] as const;

/** Keeps the chosen fields of an answer, or of the entries of a list, and the id. */
export function chooseFields(value: Fields, fields: readonly string[] | undefined): Fields {
  if (fields === undefined) return value;
  const chosen = new Set(fields);
  if (Array.isArray(value.data)) {
    const entries = value.data.map((entry) => {
      if (!isFields(entry)) return entry;
      const cursor = cursors.find((name) => entry[name] !== undefined);
      return omitFields(entry, (name) => !chosen.has(name) && name !== cursor);
    });
    return { ...value, data: entries };
  }
  return omitFields(value, (name) => !chosen.has(name) && name !== 'id' && name !== 'object');
}

export function summary(tool: Tool, value: Fields): Fields {
  if (isList(value)) {
    const once = withSameOnce(value, uncrowded(value.data).map(listed));
    return isAuditLog(value.data) ? { ...once, data: idsOnce(once.data as unknown[]) } : once;
  }
  const short = shortened(value, tool.effect === 'read' ? 'alone' : 'changed') as Fields;
  return Array.isArray(short.data) ? withSameOnce(short, uncrowded(short.data)) : short;
}

/** Fields of a list entry, by object kind, that repeat another field or an argument of the call. */
const twins: Readonly<Record<string, readonly string[]>> = {
  event: ['subscriberId', 'email'],
  workflow_run: ['subscriberId'],
  webhook_event: ['webhook_id'],
};

/** Shortens a list entry: drops `object`, which the tool name implies, duplicate fields, and nulls. */
function listed(entry: unknown): unknown {
  if (!isFields(entry)) return entry;
  const left = notListed.get(entry.object) ?? notListedOfOthers;
  return omitFields(shaped(entry, 'inList'), (name, value) => value === null || left.has(name));
}

const notListed: ReadonlyMap<unknown, ReadonlySet<string>> = new Map(
  [...new Set([...Object.keys(leftOut), ...Object.keys(twins)])].map((kind) => [
    kind,
    new Set(['object', ...(leftOut[kind]?.inList ?? []), ...(twins[kind] ?? [])]),
  ]),
);
const notListedOfOthers: ReadonlySet<string> = new Set(['object']);

const actors = ['token', 'person'] as const;

function isAuditLog([first]: readonly unknown[]): boolean {
  return isFields(first) && first.object === 'audit_entry';
}

/** Look-alike names count as equal, because identity provider users could otherwise pose as others. */
function idsOnce(entries: readonly unknown[]): readonly unknown[] {
  const ids = new Map<unknown, unknown>();
  return entries.map((entry) => {
    if (!isFields(entry)) return entry;
    const shown = { ...entry };
    for (const actor of actors) {
      const named = entry[actor];
      if (!isFields(named)) continue;
      const { id, name } = named;
      const looks = lookOf(String(name));
      if (ids.get(looks) === id) shown[actor] = { name };
      ids.set(looks, id);
    }
    return shown;
  });
}

const shownCharactersMin = 40;

/** Normalizes a name to its displayed form: without hidden characters and at the minimum displayed length. */
function lookOf(name: string): string {
  return markedText(name).normalize('NFKC').replace(/\s+/g, ' ').toLowerCase().slice(0, shownCharactersMin);
}

type Place = 'alone' | 'changed' | 'inList';

/** Field of a list entry, by object kind, that can crowd out the other entries. */
const crowding: Readonly<Record<string, string>> = { subscriber: 'attributes', verification: 'checks' };
const crowdingCharactersMax = 4_000;
/** Lists with more entries omit the field regardless of its size. */
const crowdingEntriesMax: Readonly<Record<string, number>> = { subscriber: 10 };

/** Drops the field from all entries or from none: a model that sees an entry without attributes believes it has none. */
function uncrowded(entries: readonly unknown[]): readonly unknown[] {
  const characters = entries.reduce<number>((sum, entry) => {
    const field = isFields(entry) && crowdingField(entry);
    return sum + (field && entry[field] !== undefined ? JSON.stringify(entry[field]).length : 0);
  }, 0);
  const [first] = entries;
  const entriesMax = (isFields(first) && crowdingEntriesMax[String(first.object)]) || entries.length;
  if (characters <= crowdingCharactersMax && entries.length <= entriesMax) return entries;
  return entries.map((entry) => {
    const field = isFields(entry) && crowdingField(entry);
    return field ? withoutFields(entry, [field]) : entry;
  });
}

function crowdingField({ object }: Fields): string | undefined {
  return typeof object === 'string' && Object.hasOwn(crowding, object) ? crowding[object] : undefined;
}

function shortened(value: unknown, place: 'alone' | 'changed'): unknown {
  if (!isFields(value)) return value;
  const { object } = value;
  const short = shaped(value, place);
  const names = typeof object === 'string' && Object.hasOwn(leftOut, object) ? leftOut[object]!.alone : null;
  return names ? withoutFields(short, names) : short;
}

function shaped(value: Fields, place: Place): Fields {
  const { object } = value;
  const whole = withBadgesOnce(value);
  return typeof object === 'string' && Object.hasOwn(shorter, object)
    ? shorter[object]!(whole, place)
    : whole;
}

const shorter: Readonly<Record<string, (value: Fields, place: Place) => Fields>> = {
  email: shortEmail,
  campaign: shortCampaign,
  domain: shortDomain,
  subscriber: shortSubscriber,
  audit_entry: shortAuditEntry,
};

/** In a list, `delivery_mode` appears only if it is not live. */
function shortEmail(email: Fields, place: Place): Fields {
  const { events, delivery_mode } = email;
  if (place === 'inList') {
    const { from, created_at } = email;
    return {
      ...email,
      from: typeof from === 'string' ? from.replace(namedMailbox, '$1') : from,
      created_at: typeof created_at === 'string' ? created_at.replace(milliseconds, 'Z') : created_at,
      delivery_mode: delivery_mode === 'live' ? undefined : delivery_mode,
    };
  }
  return Array.isArray(events) ? { ...email, events: events.map(shortEvent) } : email;
}

const namedMailbox = /^.*<([^<>]+)>$/s;
const milliseconds = /\.\d{3}Z$/;

/** A bounced event repeats the other server's message in `data.message` and `data.bounce.message`. */
function shortEvent(event: unknown): unknown {
  const data = isFields(event) ? event.data : undefined;
  if (!isFields(event) || !isFields(data) || !isFields(data.bounce)) return event;
  const { message, ...bounce } = data.bounce;
  return message === data.message ? { ...event, data: { ...data, bounce } } : event;
}

/** A variant's `content` repeats its markdown, html or tiptap. */
function shortCampaign(campaign: Fields): Fields {
  const { status, stats, abTest } = campaign;
  const isCounted = status === 'SENDING' || status === 'SENT' || !isZero(stats);
  const short = isCounted ? campaign : withoutFields(campaign, ['stats']);
  if (!isFields(abTest) || !Array.isArray(abTest.variants)) return short;
  const said = isCounted ? ['content'] : ['content', 'stats'];
  return {
    ...short,
    abTest: { ...abTest, variants: abTest.variants.map((one) => withoutFields(one, said)) },
  };
}

/** Tools accept tags by name, so a list omits their ids. */
function shortSubscriber(subscriber: Fields, place: Place): Fields {
  const { tags } = subscriber;
  if (place !== 'inList' || !Array.isArray(tags)) return subscriber;
  return { ...subscriber, tags: tags.map((tag) => (isFields(tag) ? { name: tag.name } : tag)) };
}

/** An operator has no token and no name, so only the door identifies them. */
function shortAuditEntry(entry: Fields, place: Place): Fields {
  const isOperator = entry.token === null && entry.person === null;
  return place !== 'inList' || isOperator ? entry : withoutFields(entry, ['door']);
}

function shortDomain(domain: Fields, place: Place): Fields {
  const { records } = domain;
  if (!Array.isArray(records)) return domain;
  return { ...domain, records: shortRecords(records, place === 'changed') };
}

function withoutFields(value: Fields, names: readonly string[]): Fields {
  return omitFields(value, (name) => names.includes(name));
}

function isZero(count: unknown): boolean {
  return isFields(count) ? Object.values(count).every(isZero) : count === 0;
}

function isList(value: Fields): value is Fields & { data: unknown[] } {
  return value.object === 'list' && Array.isArray(value.data);
}

/** Omits `found` if it equals `value`, a DKIM key of about 400 characters, and after a change `value` too. */
function shortRecords(records: readonly unknown[], changed: boolean): unknown[] {
  return records.map((record) => {
    if (!isFields(record)) return record;
    const { found, value, ...rest } = record;
    const asAsked = Array.isArray(found) && found.length === 1 && found[0] === value;
    const stands = changed && record.status === 'verified';
    return {
      ...rest,
      ...(!stands && { value }),
      ...(found !== undefined && !asAsked && { found }),
    } satisfies Fields;
  });
}
