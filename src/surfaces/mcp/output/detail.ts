import { type Detail, detailArgument, details, leftOut } from '../../../contract/detail.ts';
import type { Tool } from '../../../contract/tool.ts';
import { invalidField } from '../../../model/failure.ts';
import { type Fields, isFields, without } from '../protocol/fields.ts';
import { withBadgesOnce } from './badges.ts';
import { shortRecords } from './domain-records.ts';
import { markedText } from './mark-untrusted-text.ts';
import { withSameOnce } from './same-in-all.ts';

/**
 * Takes `detail` out of the arguments of a tool that reads, whether or not its answer has a summary: the instructions of the
 * server speak of all answers. One that writes gets them as they are, and answers what it changed in short.
 * @throws Failure validation_error for another value
 */
export function readDetail(tool: Tool, given: Fields): { given: Fields; detail: Detail } {
  const { [detailArgument.name]: asked, ...rest } = given;
  const isTaken = tool.effect === 'read' && !(detailArgument.name in tool.input.shape);
  if (asked === undefined || !isTaken) return { given, detail: 'summary' };
  const detail = details.find((one) => one === asked);
  if (detail === undefined) throw invalidField(detailArgument.name, `must be ${details.join(' or ')}`);
  return { given: rest, detail };
}

/**
 * The answer without what a summary leaves out, and with every badge once.
 * @param tool whose answer it is
 */
export function summary(tool: Tool, value: Fields): Fields {
  if (isList(value)) {
    const once = withSameOnce(value, uncrowded(value.data).map(listed));
    return isAuditLog(value.data) ? { ...once, data: idsOnce(once.data as unknown[]) } : once;
  }
  const short = shortened(value, tool.effect === 'read' ? 'alone' : 'changed') as Fields;
  return Array.isArray(short.data) ? { ...short, data: uncrowded(short.data) } : short;
}

/** Of an entry of a list, by its kind, what says the same as another field of it or of the call. */
const twins: Readonly<Record<string, readonly string[]>> = {
  event: ['subscriberId', 'email'],
  workflow_run: ['subscriberId'],
  webhook_event: ['webhook_id'],
};

/** An entry of a list without the name of its kind, which is that of the tool, without its twins, and without nulls. */
function listed(entry: unknown): unknown {
  if (!isFields(entry)) return entry;
  const left = notListed.get(entry.object) ?? notListedOfOthers;
  return without(shaped(entry, 'inList'), (name, value) => value === null || left.has(name));
}

/** The names that go from an entry, by its kind. */
const notListed: ReadonlyMap<unknown, ReadonlySet<string>> = new Map(
  [...new Set([...Object.keys(leftOut), ...Object.keys(twins)])].map((kind) => [
    kind,
    new Set(['object', ...(leftOut[kind]?.inList ?? []), ...(twins[kind] ?? [])]),
  ]),
);
const notListedOfOthers: ReadonlySet<string> = new Set(['object']);

/** Who acted, in an entry of the audit log. */
const actors = ['token', 'person'] as const;

function isAuditLog([first]: readonly unknown[]): boolean {
  return isFields(first) && first.object === 'audit_entry';
}

/**
 * The entries of the audit log, with the id of who acted only where it is not the one last shown with that name. An issuer's
 * people choose their names, so names that may look alike once they are shown are one: else one acted as another.
 */
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

/** No text of a list is cut to less than this. */
const shownCharactersMin = 40;

/** A name as a reader tells it from others: without what is hidden in it, and no longer than it is shown at the least. */
function lookOf(name: string): string {
  return markedText(name).normalize('NFKC').replace(/\s+/g, ' ').toLowerCase().slice(0, shownCharactersMin);
}

/** Where an object stands: by itself because the caller asked for it or changed it, or in a list. */
type Place = 'alone' | 'changed' | 'inList';

/** The field of an entry, by its kind, that would crowd out the other entries of a list where it is long. */
const crowding: Readonly<Record<string, string>> = { subscriber: 'attributes', verification: 'checks' };
/** Of all such fields of a list, as JSON. */
const crowdingCharactersMax = 4_000;
/** In a longer list they would be more than all else, however short each is. */
const crowdingEntriesMax: Readonly<Record<string, number>> = { subscriber: 10 };

/** Of all entries or of none: a model that reads that one entry has no attribute believes it. */
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

/** Every badge once, and what of a kind of object goes because of what stands there. */
function shaped(value: Fields, place: Place): Fields {
  const { object } = value;
  const whole = withBadgesOnce(value);
  return typeof object === 'string' && Object.hasOwn(shorter, object)
    ? shorter[object]!(whole, place)
    : whole;
}

/** What else goes of a kind of object, because of what stands there. */
const shorter: Readonly<Record<string, (value: Fields, place: Place) => Fields>> = {
  email: shortEmail,
  campaign: shortCampaign,
  domain: shortDomain,
  subscriber: shortSubscriber,
  audit_entry: shortAuditEntry,
};

/**
 * That a mail leaves is what its sender takes for granted: shown only in a list when it says something else. A list shows the
 * address of the sender, and the second it was accepted.
 */
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

/** What the other server said stands in a bounced event and in its `bounce` once more. */
function shortEvent(event: unknown): unknown {
  const data = isFields(event) ? event.data : undefined;
  if (!isFields(event) || !isFields(data) || !isFields(data.bounce)) return event;
  const { message, ...bounce } = data.bounce;
  return message === data.message ? { ...event, data: { ...data, bounce } } : event;
}

/**
 * Before it begins there is nothing to count, neither of it nor of its variants; and what a variant says stands in its
 * markdown, html or tiptap, and once more in content.
 */
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

/** A tag is called by its name at every tool. */
function shortSubscriber(subscriber: Fields, place: Place): Fields {
  const { tags } = subscriber;
  if (place !== 'inList' || !Array.isArray(tags)) return subscriber;
  return { ...subscriber, tags: tags.map((tag) => (isFields(tag) ? { name: tag.name } : tag)) };
}

/** The operator has no token and no name: the door says that it was them. */
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
  return without(value, (name) => names.includes(name));
}

function isZero(count: unknown): boolean {
  return isFields(count) ? Object.values(count).every(isZero) : count === 0;
}

function isList(value: Fields): value is Fields & { data: unknown[] } {
  return value.object === 'list' && Array.isArray(value.data);
}
