import { confirmationArgument } from '../../contract/listed-tool.ts';
import type { Tool } from '../../contract/tool.ts';
import type { FieldFault, ToldFailure } from '../../model/failure.ts';
import { beginningOf } from '../../model/text.ts';
import { type Detail, summary, takesDetail } from './detail.ts';
import { fenced, fencedRefusal } from './fence.ts';
import { type Fields, isFields } from './fields.ts';
import { addressOf, planOf, type ResourceKind } from './resource-address.ts';
import { tokensAtMost } from './token-estimate.ts';

/** An answer that an assistant can take in. */
export type Bounded = {
  value: Fields;
  /** What was cut and how to ask for less, a sentence each. */
  notes: string[];
  /** Where what was left out can be read. */
  links: { uri: string; name: string; mimeType: string }[];
};

/** No answer is longer (o200k), its notes and links included. */
export const answerTokensMax = 8_000;
/** For notes and links. */
const tokensBeside = 400;
const jsonTokensMax = answerTokensMax - tokensBeside;

/** A longer body is read as a resource: in a summary sooner than where everything was asked for. */
const bodyCharactersMax: Readonly<Record<Detail, number>> = { summary: 2_000, full: 8_000 };

/** Fields of an object, and the resource where they are read. */
type BodyPlace = {
  fields: readonly string[];
  /** The field that names the resource. */
  id: string;
  kind: ResourceKind;
  name: string;
  /** Left out: of every such object. */
  of?(value: Fields): boolean;
  /** What the resource shows that is not this very body: it is told, and not linked as if it were. */
  instead?: string;
};

const previewHtml = { fields: ['html'], id: 'campaignId', name: 'html' };

/** The bodies of each kind of object. A field is read at the first place that has it and is offered. */
const bodies: Readonly<Record<string, readonly BodyPlace[]>> = {
  email: [
    { fields: ['html'], id: 'id', kind: 'email html', name: 'html' },
    { fields: ['text'], id: 'id', kind: 'email text', name: 'text' },
  ],
  campaign: [
    { fields: ['content', 'markdown', 'html', 'tiptap'], id: 'id', kind: 'campaign', name: 'campaign' },
  ],
  campaign_preview: [
    {
      ...previewHtml,
      kind: 'campaign preview',
      of: ({ variant, values }) => !variant && values === 'fallbacks',
    },
    {
      ...previewHtml,
      kind: 'campaign preview',
      of: ({ variant }) => !variant,
      instead: 'with the defaults of its merge fields',
    },
    { ...previewHtml, kind: 'campaign', instead: 'as its author wrote it' },
  ],
};

/** What is asked for to see its body: it is whole as long as the answer has room for it. */
const shownForItsBody: ReadonlySet<unknown> = new Set(['campaign_preview']);

/** How much of a value is kept: characters of a text, entries of a list or fields of an object, and levels of them. */
type Extent = { characters: number; entries: number; levels: number };

/** From generous to meagre; the first that leaves enough entries of a list, or fits, is taken. */
const extents: readonly Extent[] = [
  { characters: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY, levels: 64 },
  { characters: 4_000, entries: 1_000, levels: 16 },
  { characters: 1_500, entries: 100, levels: 10 },
  { characters: 600, entries: 40, levels: 8 },
  { characters: 250, entries: 20, levels: 6 },
  { characters: 120, entries: 8, levels: 4 },
  { characters: 60, entries: 3, levels: 2 },
  { characters: 40, entries: 0, levels: 1 },
];

/** Rather than show fewer entries of a list than this, their texts are cut. */
const entriesWanted = 10;

/**
 * An answer as an assistant gets it: in the detail it asked for, long bodies as links, and cut so that its JSON, fenced,
 * has at most 8,000 tokens of o200k. What is cut ends in a mark, and a note says how to see the rest.
 *
 * @param offered whether the caller may use a tool: a resource is only named where it is there for them
 */
export function boundedAnswer(
  tool: Tool,
  value: Fields,
  detail: Detail,
  offered: (tool: string) => boolean,
): Bounded {
  const asked = detail === 'summary' ? summary(value) : value;
  const isWhole = shownForItsBody.has(value.object) && fits(tool, asked);
  const linked = isWhole
    ? { value: asked, links: [], notes: [] }
    : withLinks(asked, bodyCharactersMax[detail], offered);
  const { value: kept, cut } = fitted(tool, linked.value);
  const notes = [...linked.notes, ...cutNotes(tool, linked.value, kept, { cut, detail })];
  return { value: kept, links: linked.links, notes };
}

/** Without these nobody knows what to do next: they are as they are in every refusal. */
const neverCut: ReadonlySet<string> = new Set([
  'name',
  'code',
  'next',
  'reason',
  confirmationArgument,
  'expires_at',
]);

/** A way to a fault is longer only where it leads through names that a stranger, or an assistant, made up. */
const pathCharactersMax = 200;

/**
 * A refusal within the same bound: faults are left out from the end, and then long texts are cut. What says what to do
 * next, the confirmation included, stays whole.
 */
export function boundedRefusal<Told extends ToldFailure>(told: Told): { told: Told; notes: string[] } {
  if (refusalFits(told)) return { told, notes: [] };
  let kept = withShortPaths(told);
  const notes: string[] = [];
  if (Array.isArray(kept.details)) {
    const all = kept.details;
    let shown = all.length;
    while (shown > 1 && !refusalFits({ ...kept, details: all.slice(0, shown) })) shown -= 1;
    if (shown < all.length) notes.push(`Cut to fit: ${shown} of ${all.length} details are shown.`);
    kept = { ...kept, details: all.slice(0, shown) };
  }
  if (refusalFits(kept)) return { told: kept, notes };
  const whole = kept;
  for (const extent of extents) {
    kept = cutRefusal(whole, extent) as Told;
    if (refusalFits(kept)) break;
  }
  return {
    told: kept,
    notes: [...notes, 'Cut to fit: long texts end in "[cut: …]", and long lists are shortened.'],
  };
}

/** The sentences repeat the ways of the faults, and are fenced by them: both are cut alike. */
function withShortPaths<Told extends ToldFailure>(told: Told): Told {
  const { details } = told;
  if (told.name !== 'validation_error' || !Array.isArray(details)) return told;
  const faults = details as readonly FieldFault[];
  const short = new Map(
    faults
      .filter(({ path }) => path.length > pathCharactersMax)
      .map(({ path }) => [path, `${beginningOf(path, pathCharactersMax)}…`]),
  );
  if (short.size === 0) return told;
  // The longest first: one may be the beginning of another.
  const long = [...short.keys()].sort((a, b) => b.length - a.length);
  const shortened = (text: string): string =>
    long.reduce((shown, path) => shown.replaceAll(path, () => short.get(path)!), text);
  return {
    ...told,
    message: shortened(told.message),
    details: faults.map((fault) => ({ ...fault, path: short.get(fault.path) ?? fault.path })),
    ...('next' in told && typeof told.next === 'string' && { next: shortened(told.next) }),
  };
}

/** The refusal, or its details, with everything cut that may be. */
function cutRefusal(value: Fields, extent: Extent): Fields {
  const kept = Object.entries(value).map(([name, field]) => {
    if (neverCut.has(name)) return [name, field];
    if (!isFields(field)) return [name, cut(field, extent, extent.levels)];
    return [
      name,
      name === 'details' ? cutRefusal(field, extent) : cutFields(field, extent, extent.levels, true),
    ];
  });
  return Object.fromEntries(kept);
}

function refusalFits(told: ToldFailure): boolean {
  return jsonFits(JSON.stringify(fencedRefusal(told)));
}

/** The object without its long bodies, and where they are. One that is to be read nowhere stays. */
function withLinks(value: Fields, charactersMax: number, offered: (tool: string) => boolean): Bounded {
  const { object } = value;
  const answer: Bounded = { value, links: [], notes: [] };
  if (typeof object !== 'string' || !Object.hasOwn(bodies, object)) return answer;
  const left = new Set<string>();
  for (const { fields, id, kind, name, of, instead } of bodies[object]!) {
    const long = fields.filter((field) => !left.has(field) && lengthOf(value[field]) > charactersMax);
    const named = value[id];
    const { tools, template } = planOf(kind);
    const isThere = tools.every(offered) && (of?.(value) ?? true);
    if (long.length === 0 || typeof named !== 'string' || !isThere) continue;
    for (const field of long) left.add(field);
    const uri = addressOf(kind, named);
    if (instead === undefined) answer.links.push({ uri, name, mimeType: template.mimeType });
    const place = instead === undefined ? uri : `${uri}, where it stands ${instead}`;
    answer.notes.push(
      `Left out, being long: ${long.map((field) => sized(field, value[field])).join(', ')}; read it at ${place}.`,
    );
  }
  if (left.size > 0) {
    answer.value = Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name)));
  }
  return answer;
}

function sized(field: string, body: unknown): string {
  return `${field} (${lengthOf(body).toLocaleString('en')} characters)`;
}

function lengthOf(body: unknown): number {
  if (typeof body === 'string') return body.length;
  return isFields(body) ? JSON.stringify(body).length : 0;
}

function fitted(tool: Tool, value: Fields): { value: Fields; cut: boolean } {
  if (fits(tool, value)) return { value, cut: false };
  const { data } = value;
  let kept = value;
  for (const extent of extents) {
    if (Array.isArray(data)) {
      const head = cutFields({ ...value, data: [] }, extent, extent.levels, true);
      const some = firstEntries(tool, head, data, extent);
      const fewer = some.length < data.length && 'has_more' in value;
      kept = { ...head, data: some, ...(fewer && { has_more: true }) };
      if (some.length >= Math.min(entriesWanted, data.length)) break;
    } else {
      kept = cutFields(value, extent, extent.levels, true);
      if (fits(tool, kept)) break;
    }
  }
  return { value: kept, cut: true };
}

/** Blanks in a row are the cheapest text there is: this many characters of one token, at most. */
const charactersOfTokenMax = 8;

function fits(tool: Tool, value: Fields): boolean {
  if (charactersLeft(value, jsonTokensMax * charactersOfTokenMax) < 0) return false;
  return jsonFits(JSON.stringify(fenced(tool, value)));
}

function jsonFits(json: string): boolean {
  // No token is shorter than a byte.
  return Buffer.byteLength(json) < jsonTokensMax || tokensAtMost(json, jsonTokensMax) < jsonTokensMax;
}

/** How many of `most` characters the texts of a value leave; below zero once they are too many, without looking further. */
function charactersLeft(value: unknown, most: number): number {
  if (typeof value === 'string') return most - value.length;
  if (typeof value !== 'object' || value === null) return most;
  let left = most;
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    if (left < 0) break;
    left = charactersLeft(part, left);
  }
  return left;
}

function tokensOf(tool: Tool, value: Fields): number {
  return tokensAtMost(JSON.stringify(fenced(tool, value)), jsonTokensMax);
}

/**
 * As many entries as fit, from the beginning: those that failed first, as a caller must not miss them. Their order stays.
 * @param head the answer without entries
 */
function firstEntries(tool: Tool, head: Fields, data: readonly unknown[], extent: Extent): unknown[] {
  let room = jsonTokensMax - tokensOf(tool, head);
  const inTurn = [...data.keys()].sort((a, b) => Number(failed(data[b])) - Number(failed(data[a])));
  const chosen = new Map<number, unknown>();
  for (const index of inTurn) {
    const whole = data[index];
    const entry = isFields(whole)
      ? cutFields(whole, extent, extent.levels, true)
      : cut(whole, extent, extent.levels);
    const [shown] = fenced(tool, { ...head, data: [entry] }).data as [unknown];
    // And the comma between two entries.
    room -= tokensAtMost(JSON.stringify(shown), jsonTokensMax) + 1;
    if (room <= 0) break;
    chosen.set(index, entry);
  }
  return [...chosen].sort(([a], [b]) => a - b).map(([, entry]) => entry);
}

function failed(entry: unknown): boolean {
  return isFields(entry) && isFields(entry.error);
}

/** @param whole whether all fields are kept: the answer's own, and those of the entries of its list */
function cutFields(value: Fields, extent: Extent, levels: number, whole = false): Fields {
  const fields = Object.entries(value);
  const kept = whole ? fields : fields.slice(0, extent.entries);
  return Object.fromEntries(kept.map(([name, field]) => [name, cut(field, extent, levels - 1)]));
}

function cut(value: unknown, extent: Extent, levels: number): unknown {
  if (typeof value === 'string') return cutText(value, extent.characters);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return levels <= 0 ? [] : value.slice(0, extent.entries).map((entry) => cut(entry, extent, levels - 1));
  return levels <= 0 ? {} : cutFields(value as Fields, extent, levels);
}

/** The beginning of a text, whole characters, and how much is missing. */
function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const kept = beginningOf(text, charactersMax);
  return `${kept}… [cut: ${(text.length - kept.length).toLocaleString('en')} more characters]`;
}

function cutNotes(
  tool: Tool,
  before: Fields,
  after: Fields,
  { cut, detail }: { cut: boolean; detail: Detail },
): string[] {
  if (!cut) return [];
  const shown = Array.isArray(after.data) ? after.data.length : 0;
  const all = Array.isArray(before.data) ? before.data.length : 0;
  if (shown < all) {
    return [
      `Cut to fit: ${shown} of ${all} entries of data are shown, and long texts may be shortened. ${waysToNarrow(tool, detail, true)}`,
    ];
  }
  const ways = waysToNarrow(tool, detail, false);
  return [`Cut to fit: long texts end in "[cut: …]", and long lists and deep objects are shortened. ${ways}`];
}

/** @param fewer whether entries are missing, so that a next page begins after the last one shown */
function waysToNarrow(tool: Tool, detail: Detail, fewer: boolean): string {
  const takes = (name: string): boolean => name in tool.input.shape;
  const ways = [
    fewer && takes('after') && 'call again with after = the id of the last entry shown',
    takes('limit') && 'ask with a smaller limit or narrower filters',
    detail === 'full' && takesDetail(tool) && 'leave detail at summary',
  ].filter((way) => way !== false);
  if (ways.length === 0) return 'For the rest ask about fewer things at once.';
  return `For the rest ${ways.join('; ')}.`;
}
