import { confirmationArgument } from '../../../contract/description/tool-description.ts';
import { type Detail, takesDetail } from '../../../contract/detail.ts';
import type { Tool } from '../../../contract/tool.ts';
import type { ToolError } from '../../../model/failure.ts';
import { type Fields, isFields, omitFields } from '../../../model/text/fields.ts';
import { cutText } from '../../../model/text/text.ts';
import { verificationResults } from '../../../model/verification/verification-answer.ts';
import { withoutSuccesses } from './bulk-answers.ts';
import { summary } from './detail.ts';
import { withoutEmptyPeriods } from './empty-periods.ts';
import { markedError, withMarks, withRowRefusals } from './mark-untrusted-text.ts';
import { type MarkedJson, markedJson } from './marked-json.ts';
import { buildResourceUri, findResourcePlan, type ResourceKind } from './resource-address.ts';
import { tokensAtMost } from './tokens/token-estimate.ts';
import { markedRow, truncatePaths } from './truncate-paths.ts';

export type Truncated = {
  value: Fields;
  json: MarkedJson;
  notes: string[];
  links: { uri: string; name: string; mimeType: string }[];
};

export const answerTokensMax = 8_000;
/** Reserve for notes and links, and for the notes of a result that is not truncated. */
const tokensBeside = 400;
const tokensBesideWhole = 150;
const jsonTokensMax = answerTokensMax - tokensBeside;
const wholeTokensMax = answerTokensMax - tokensBesideWhole;

/** Longer bodies are replaced by a resource link. */
const bodyCharactersMax: Readonly<Record<Detail, number>> = { summary: 2_000, full: 8_000 };

type BodyPlace = {
  fields: readonly string[];
  id: string;
  kind: ResourceKind;
  name: string;
  /** Restricts the place to matching objects. If undefined, all match. */
  of?(value: Fields): boolean;
  /** Field with the same content. If it is present, a summary always omits these fields. */
  saidBy?: string;
  /** Describes a resource whose content differs from the field. The resource is named in a note instead of linked. */
  instead?: string;
};

const previewHtml = { fields: ['html'], id: 'campaignId', name: 'html' };

/** Body fields by object kind. The first place that has the field and is offered wins. */
const bodies: Readonly<Record<string, readonly BodyPlace[]>> = {
  email: [
    { fields: ['html'], id: 'id', kind: 'email html', name: 'html', saidBy: 'text' },
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

const shownForItsBody: ReadonlySet<unknown> = new Set(['campaign_preview']);

/** Limits per value: characters of a text, entries of a list or fields of an object, and nesting levels. */
type Extent = { characters: number; entries: number; levels: number };

/** Extents from generous to tight. The first that keeps enough list entries, or fits, is used. */
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

/** Texts are truncated before a list shows fewer entries than this. */
const entriesWanted = 10;

/** Bounds a result to 8,000 o200k tokens of fenced JSON. Long bodies become links, and notes say how to see the rest. */
export function truncateResult(
  tool: Tool,
  value: Fields,
  detail: Detail,
  offered: (tool: string) => boolean,
): Truncated {
  const periods = detail === 'summary' ? withoutEmptyPeriods(value) : { value, notes: [] };
  const bulk = withoutSuccesses(tool, periods.value, offered);
  const rows = withRowRefusals(bulk.value, markedRow);
  const asked = detail === 'summary' ? summary(tool, rows) : rows;
  const isWhole = shownForItsBody.has(value.object) && fitting(tool, asked) !== null;
  const linked: Linked = isWhole ? { value: asked, links: [], notes: [] } : withLinks(asked, detail, offered);
  const json = linked.notes.length === 0 ? fitting(tool, linked.value, wholeTokensMax) : null;
  const shown = json === null ? fitted(tool, linked.value) : whole(linked.value, json);
  const notes = [
    ...periods.notes,
    ...bulk.notes,
    ...linked.notes,
    ...cutNotes(tool, linked.value, shown, detail),
  ];
  return { value: shown.value, json: shown.json, links: [...bulk.links, ...linked.links], notes };
}

/** Fields the model needs to know what to do next. */
const neverCut: ReadonlySet<string> = new Set([
  'name',
  'code',
  'next',
  'reason',
  confirmationArgument,
  'expires_at',
]);

/** Drops faults from the end, then truncates long texts. The next step and the confirmation stay whole. */
export function truncateError<Shown extends ToolError>(error: Shown): { error: Shown; notes: string[] } {
  if (refusalFits(error)) return { error, notes: [] };
  let kept = truncatePaths(error);
  const notes: string[] = [];
  if (Array.isArray(kept.details)) {
    const all = kept.details;
    let shown = all.length;
    while (shown > 1 && !refusalFits({ ...kept, details: all.slice(0, shown) })) shown -= 1;
    if (shown < all.length) notes.push(`Cut to fit: ${shown} of ${all.length} details are shown.`);
    kept = { ...kept, details: all.slice(0, shown) };
  }
  if (refusalFits(kept)) return { error: kept, notes };
  const whole = kept;
  for (const extent of extents) {
    kept = cutRefusal(whole, extent) as Shown;
    if (refusalFits(kept)) break;
  }
  return {
    error: kept,
    notes: [...notes, 'Cut to fit: long texts end in "[cut: …]", and long lists are shortened.'],
  };
}

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

function refusalFits(error: ToolError): boolean {
  return jsonFits(JSON.stringify(markedError(error)));
}

type Linked = Omit<Truncated, 'json'>;

/** Replaces long bodies with links. A body without a readable resource stays. */
function withLinks(value: Fields, detail: Detail, offered: (tool: string) => boolean): Linked {
  const { object } = value;
  const answer: Linked = { value, links: [], notes: [] };
  if (typeof object !== 'string' || !Object.hasOwn(bodies, object)) return answer;
  const left = new Set<string>();
  for (const { fields, id, kind, name, of, instead, saidBy } of bodies[object]!) {
    const isSpare = detail === 'summary' && saidBy !== undefined && lengthOf(value[saidBy]) > 0;
    const charactersMax = isSpare ? 0 : bodyCharactersMax[detail];
    const long = fields.filter((field) => !left.has(field) && lengthOf(value[field]) > charactersMax);
    const named = value[id];
    const { tools, template } = findResourcePlan(kind);
    const isThere = tools.every(offered) && (of?.(value) ?? true);
    if (long.length === 0 || typeof named !== 'string' || !isThere) continue;
    for (const field of long) left.add(field);
    const uri = buildResourceUri(kind, named);
    if (instead === undefined) answer.links.push({ uri, name, mimeType: template.mimeType });
    const place = instead === undefined ? uri : `${uri}, where it stands ${instead}`;
    const why = isSpare ? `as ${saidBy} says the same` : 'being long';
    const error = long.map((field) => sized(field, value[field])).join(', ');
    const inFull =
      isSpare && long.every((field) => lengthOf(value[field]) <= bodyCharactersMax.full)
        ? ', or ask with detail full'
        : '';
    answer.notes.push(`Left out, ${why}: ${error}; read it at ${place}${inFull}.`);
  }
  if (left.size > 0) answer.value = omitFields(value, (name) => left.has(name));
  return answer;
}

function sized(field: string, body: unknown): string {
  return `${field} (${count(lengthOf(body))} characters)`;
}

function lengthOf(body: unknown): number {
  if (typeof body === 'string') return body.length;
  return isFields(body) ? JSON.stringify(body).length : 0;
}

/** Truncated value. `fieldsLeft` is a lower bound of the omitted fields. */
type Fitted = { value: Fields; json: MarkedJson; cut: boolean; fieldsLeft: number };

function whole(value: Fields, json: MarkedJson): Fitted {
  return { value, json, cut: false, fieldsLeft: 0 };
}

function fitted(tool: Tool, asked: Fields): Fitted {
  const all = fitting(tool, asked);
  if (all !== null) return whole(asked, all);
  const { value, left: fieldsLeft } = truncateFields(asked);
  const named = fieldsLeft > 0 ? fitting(tool, value) : null;
  if (named !== null) return { value, json: named, cut: true, fieldsLeft };
  const { data } = value;
  let kept = value;
  let json: MarkedJson | null = null;
  for (const extent of extents) {
    if (Array.isArray(data)) {
      const head = cutFields({ ...value, data: [] }, extent, extent.levels, true);
      const some = firstEntries(tool, head, data, extent);
      const fewer = some.length < data.length && 'has_more' in value;
      // The scan position of the whole page lies beyond the omitted entries, so continuing there would skip them.
      const goesOn = fewer && { has_more: true, next_after: undefined, next_before: undefined };
      kept = { ...head, data: some, ...goesOn };
      if (some.length >= Math.min(entriesWanted, data.length)) break;
    } else {
      kept = cutFields(value, extent, extent.levels, true);
      json = fitting(tool, kept);
      if (json !== null) break;
    }
  }
  return { value: kept, json: json ?? markedJson(tool, kept), cut: true, fieldsLeft };
}

/** Upper bound of characters per token; a run of blanks reaches it. */
const charactersOfTokenMax = 8;
/** Punctuation around a field or an entry is at least one token, counted as this many characters. */
const charactersBeside = charactersOfTokenMax;
/** Maximum number of UTF-8 bytes per code unit. Every token has at least one byte. */
const bytesOfUnitMax = 3;

function fitting(tool: Tool, value: Fields, most = jsonTokensMax): MarkedJson | null {
  const charactersMax = most * charactersOfTokenMax;
  if (charactersLeft(value, charactersMax) < 0) return null;
  const json = markedJson(tool, value);
  // Skips counting for short results, which are most of them.
  return json.length * bytesOfUnitMax < most || jsonFits(json.text, most) ? json : null;
}

function jsonFits(json: string, most = jsonTokensMax): boolean {
  // Every token has at least one byte.
  return Buffer.byteLength(json) < most || tokensAtMost(json, most) < most;
}

/** Lets oversized values be rejected before they are fenced and serialized. */
function charactersLeft(value: unknown, most: number): number {
  if (typeof value === 'string') return most - value.length;
  if (typeof value !== 'object' || value === null) return most;
  let left = most;
  if (Array.isArray(value)) {
    for (const part of value) {
      left = charactersLeft(part, left - charactersBeside);
      if (left < 0) break;
    }
    return left;
  }
  for (const name in value) {
    const field = (value as Fields)[name];
    if (field === undefined) continue;
    left = charactersLeft(field, left - name.length - charactersBeside);
    if (left < 0) break;
  }
  return left;
}

function tokensOf(tool: Tool, value: Fields): number {
  return tokensAtMost(markedJson(tool, value).text, jsonTokensMax);
}

/** Chooses failed entries first, because the caller must not miss them. Keeps the order. */
function firstEntries(tool: Tool, head: Fields, data: readonly unknown[], extent: Extent): unknown[] {
  let room = jsonTokensMax - tokensOf(tool, head);
  const inTurn = [...data.keys()].sort((a, b) => faultIn(data[b]) - faultIn(data[a]));
  const chosen = new Map<number, unknown>();
  for (const index of inTurn) {
    const whole = data[index];
    const entry = isFields(whole)
      ? cutFields(whole, extent, extent.levels, true)
      : cut(whole, extent, extent.levels);
    const [shown] = withMarks(tool, { data: [entry] }).data as [unknown];
    room -= tokensAtMost(JSON.stringify(shown), jsonTokensMax) + 1;
    if (room <= 0) break;
    chosen.set(index, entry);
  }
  return [...chosen].sort(([a], [b]) => a - b).map(([, entry]) => entry);
}

/** Severity: 2 for failures and undeliverable addresses, 1 for uncertain ones, else 0. */
function faultIn(entry: unknown): number {
  if (!isFields(entry)) return 0;
  if (isFields(entry.error) || entry.valid === false) return 2;
  const { result } = entry;
  return result !== 'deliverable' && verificationResults.some((one) => one === result) ? 1 : 0;
}

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

function cutNotes(
  tool: Tool,
  before: Fields,
  { value: after, cut, fieldsLeft }: Fitted,
  detail: Detail,
): string[] {
  if (!cut) return [];
  const shown = Array.isArray(after.data) ? after.data.length : 0;
  const all = Array.isArray(before.data) ? before.data.length : 0;
  const error = `; objects show their first ${fieldsShownMax} fields, and ${count(fieldsLeft)} are omitted`;
  const fields = fieldsLeft > 0 ? error : '';
  if (shown < all) {
    const first = (before.data as unknown[]).some((entry) => faultIn(entry) > 0) ? ', the worst first' : '';
    const entries = `${count(shown)} of ${count(all)} entries of data are shown${first}`;
    const ways = waysToNarrow(tool, detail, shown);
    return [`Cut to fit: ${entries}, and long texts may be shortened${fields}. ${ways}`];
  }
  const ways = waysToNarrow(tool, detail, null);
  const shortened = `long lists and deep objects are shortened${fields}`;
  return [`Cut to fit: long texts end in "[cut: …]", and ${shortened}. ${ways}`];
}

/** Formats `2,167`. Intl.NumberFormat would cost a microsecond per result. */
function count(amount: number): string {
  if (amount < 1_000) return String(amount);
  return `${count(Math.floor(amount / 1_000))},${String(amount % 1_000).padStart(3, '0')}`;
}

/** @param shown number of entries shown; null if none is missing */
function waysToNarrow(tool: Tool, detail: Detail, shown: number | null): string {
  const takes = (name: string): boolean => name in tool.input.shape;
  const ways = [
    shown !== null && takes('after') && 'call again with after set to the id of the last entry shown',
    takes('limit') && 'use a smaller limit or narrower filters',
    detail === 'full' && takesDetail(tool) && 'keep detail at summary',
    shown !== null && asksOfMany(tool) && `request at most ${count(Math.max(1, shown))} at once`,
  ].filter((way) => way !== false);
  if (ways.length > 0) return `To see the rest, ${ways.join('; ')}.`;
  if (tool.effect !== 'read') return 'The call was completed: do not repeat it to see the rest.';
  const { rest } = tool;
  return rest === null
    ? 'The rest cannot be shown here.'
    : `REST returns the full result: ${rest.route.replace(' ', ' /api/v2')}.`;
}

function asksOfMany({ effect, input }: Tool): boolean {
  return effect === 'read' && Object.values(input.shape).some((field) => field.def.type === 'array');
}

/** Senders and subscribers control how many fields there are. */
const fieldsShownMax = 200;

/** A value without longer objects is returned as is. `left` does not count fields inside omitted ones. */
function truncateFields(value: Fields): { value: Fields; left: number } {
  let left = 0;
  const first = (within: unknown): unknown => {
    if (typeof within !== 'object' || within === null) return within;
    if (Array.isArray(within)) {
      const entries = within.map(first);
      return entries.every((entry, index) => entry === within[index]) ? within : entries;
    }
    const names = Object.keys(within).filter((name) => (within as Fields)[name] !== undefined);
    const shown = names.slice(0, fieldsShownMax);
    left += names.length - shown.length;
    const fields = shown.map((name) => [name, first((within as Fields)[name])] as const);
    const isWhole =
      shown.length === names.length && fields.every(([name, field]) => field === (within as Fields)[name]);
    return isWhole ? within : Object.fromEntries(fields);
  };
  const kept = first(value) as Fields;
  return { value: kept, left };
}
