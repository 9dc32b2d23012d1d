/**
 * Fences text written by outsiders with ⟦ and ⟧, so that an assistant can tell data from instructions.
 * Arguments lose the fences again. Fence last: truncating a fenced text would leave its fence open.
 */
import { type JsonSchema, outputSchema, toJsonSchema } from '../../../contract/description/json-schema.ts';
import type { Tool } from '../../../contract/tool.ts';
import type { FieldFault, ToolError } from '../../../model/failure.ts';
import { Preview } from '../../../model/sending/send-preview.ts';
import type { Fields } from '../../../model/text/fields.ts';
import { isFieldName, isMachineValue, type MachineForm } from '../../../model/text/machine-value.ts';
import { stripInvisible } from '../../../model/text/strip-invisible.ts';
import { bareFormKey, untrustedKey } from '../../../model/text/untrusted.ts';
import { RefusedContent } from '../../../model/verification/content-refusal.ts';
import { closing, Fences, opening } from './fences.ts';
import { sameInAll } from './same-in-all.ts';

/** The fence characters and look-alikes: white, double and tortoise shell brackets, and parts of tall brackets. */
const openingLikes = '⟦〚⟬〘〖⦅⦃⦋⦍⦏⦗⁅⸢⸤⹕⹗⎡⎢⎣';
const closingLikes = '⟧〛⟭〙〗⦆⦄⦌⦎⦐⦘⁆⸣⸥⹖⹘⎤⎥⎦';
const openings = new RegExp(`[${openingLikes}]`, 'gu');
const closings = new RegExp(`[${closingLikes}]`, 'gu');
/** A bracket with a combining stroke or overlay looks like a fence too. */
const struckBrackets = /(?<=[[\]])[\u0334-\u0338\u20D2\u20D3\u20D8-\u20DA\u20E5\u20E6\u20EA\u20EB]+/g;
const anyLike = new RegExp(`[${openingLikes}${closingLikes}]|[[\\]][\\u0334-\\u0338\\u20D2-\\u20EB]`, 'u');

/** Fences a text that could carry a sentence. Call it once, because a second call removes the fence. */
export function markedText(text: string, form?: MachineForm, fences = new Fences()): string {
  if (plainText.test(text)) return text === '' || isMachineValue(text, form) ? text : fences.around(text);
  const shown = stripInvisible(text).toWellFormed();
  if (shown === '' || isMachineValue(shown, form)) return shown;
  return fences.around(withoutFences(shown));
}

/** Fast path for most texts: no hidden characters and no look-alike fences. */
const plainText = /^[\t\n\r\x20-\x7e]*$/;

function withoutFences(text: string): string {
  if (!anyLike.test(text)) return text;
  return text.replace(openings, '[').replace(closings, ']').replace(struckBrackets, '');
}

/** Fences every text that the tool's output schema marks as untrusted. A result without such texts is returned as is. */
export function withMarks(
  tool: Tool,
  value: Record<string, unknown>,
  fences = new Fences(),
): Record<string, unknown> {
  const isDryRun = tool.preview !== undefined && isSchema(value.preview) && Object.keys(value).length === 1;
  const schema = isDryRun ? previewed() : outputSchema(tool);
  const shown = withSameMarked(schema, markedBy(schema, value, fences), fences);
  return withRowRefusals(shown, (row) => fencedPaths(row, fences));
}

function withSameMarked(schema: JsonSchema, value: Fields, fences: Fences): Fields {
  const same = value[sameInAll];
  if (same === undefined) return value;
  const [marked] = markedBy(schema, { data: [same] }, fences).data;
  return { ...value, [sameInAll]: marked };
}

/** Maps each validation_error in `data` or `errors`. Returns the same object if no error changes. */
export function withRowRefusals(
  value: Record<string, unknown>,
  shown: (row: ToolError) => ToolError,
): Record<string, unknown> {
  const rowOf = (entry: unknown): unknown => {
    if (!isSchema(entry)) return entry;
    if (isFaulty(entry)) return shown(entry);
    if (!isSchema(entry.error) || !isFaulty(entry.error)) return entry;
    const error = shown(entry.error);
    return error === entry.error ? entry : { ...entry, error };
  };
  let error = value;
  for (const name of ['data', 'errors']) {
    const rows = value[name];
    if (!Array.isArray(rows)) continue;
    const made = rows.map(rowOf);
    if (made.some((row, index) => row !== rows[index])) error = { ...error, [name]: made };
  }
  return error;
}

function isFaulty(error: Record<string, unknown>): error is ToolError & { details: Partial<FieldFault>[] } {
  return (
    error.name === 'validation_error' && typeof error.message === 'string' && Array.isArray(error.details)
  );
}

/** Truncation may have removed fields of a fault. */
function fencedPaths(error: ToolError, fences: Fences): ToolError {
  const faults = error.details as readonly Partial<FieldFault>[];
  if (faults.every(({ path }) => path === undefined || isFieldPath(path))) return error;
  return {
    ...error,
    details: faults.map((fault) => (fault.path ? { ...fault, path: shownPath(fault.path, fences) } : fault)),
  };
}

/** Schema of a preview, which appears in a dry run and in the details of a send that needs confirmation. */
function previewed(): JsonSchema {
  previewedOnce ??= { type: 'object', properties: { preview: toJsonSchema(Preview, 'output') } };
  return previewedOnce;
}

let previewedOnce: JsonSchema | undefined;

function refusedContent(): JsonSchema {
  refusedOnce ??= toJsonSchema(RefusedContent, 'output');
  return refusedOnce;
}

let refusedOnce: JsonSchema | undefined;

/** Fences a value by its JSON Schema. Pass the same schema object each time, because its plan is cached by identity. */
export function markedBy<Value>(schema: JsonSchema, value: Value, fences = new Fences()): Value {
  let plan = plans.get(schema);
  if (plan === undefined) {
    plan = planOf(schema);
    plans.set(schema, plan);
  }
  return (plan === null ? value : follow(plan, value, fences)) as Value;
}

/** Untrusted text occurs in the preview of a send, the badges of refused content, and fault paths. */
export function markedError<Shown extends ToolError>(error: Shown): Shown {
  const { details } = error;
  if (error.name === 'confirmation_required' && isSchema(details)) {
    return { ...error, details: markedBy(previewed(), details) };
  }
  if ('badges' in error) return markedBy(refusedContent(), error);
  if (error.name !== 'validation_error' || !Array.isArray(details)) return error;
  const faults = details as readonly FieldFault[];
  // Longest first, because a path may be a prefix of another.
  const strange = [...new Set(faults.map(({ path }) => path))]
    .filter((path) => !isFieldPath(path))
    .sort((a, b) => b.length - a.length);
  if (strange.length === 0) return error;
  const anyStrange = new RegExp(strange.map(literally).join('|'), 'g');
  const shown = (text: string): string => text.replace(anyStrange, (path) => markedText(path));
  return {
    ...error,
    message: shown(error.message),
    details: faults.map((fault) => ({ ...fault, path: shownPath(fault.path) })),
    ...('next' in error && typeof error.next === 'string' && { next: shown(error.next) }),
  };
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function shownPath(path: string, fences = new Fences()): string {
  return isFieldPath(path) ? path : markedText(path, undefined, fences);
}

/** Returns true if every step of a path is a number or a field name, so the path cannot carry a sentence. */
export function isFieldPath(path: string): boolean {
  return path.split(/[.[\]]+/).every((step) => step === '' || indexes.test(step) || isFieldName(step));
}

/** One index, or the `0-41, 43` of grouped faults. */
const indexes = /^\d{1,9}(?:-\d{1,9})?(?:, \d{1,9}(?:-\d{1,9})?)*$/;

const anyFence = new RegExp(`[${opening}${closing}]`, 'u');
const fences = new RegExp(anyFence.source, 'gu');
/** Validation rejects deeper arguments. */
const depthMax = 130;

/** Removes fences that an assistant copied into its arguments. Arguments without a fence are returned as is. */
export function unmarked<Given extends Record<string, unknown>>(given: Given): Given {
  return holdsFence(given, 0) ? (unfencedValue(given, 0) as Given) : given;
}

/** Most arguments contain no fence, and this check copies nothing. */
function holdsFence(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return anyFence.test(value);
  if (typeof value !== 'object' || value === null || depth > depthMax) return false;
  if (Array.isArray(value)) return value.some((each) => holdsFence(each, depth + 1));
  for (const name in value) {
    if (anyFence.test(name) || holdsFence((value as Record<string, unknown>)[name], depth + 1)) return true;
  }
  return false;
}

function unfencedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return unmarkedText(value);
  if (typeof value !== 'object' || value === null || depth > depthMax) return value;
  if (Array.isArray(value)) return value.map((each) => unfencedValue(each, depth + 1));
  const bare: Record<string, unknown> = {};
  for (const name in value) {
    const each = unfencedValue((value as Record<string, unknown>)[name], depth + 1);
    // Top-level argument names are never fenced.
    const bareName = depth === 0 ? name : unmarkedText(name);
    // Plain assignment would set the prototype instead of a field.
    if (bareName === '__proto__') Object.defineProperty(bare, bareName, { ...aField, value: each });
    else bare[bareName] = each;
  }
  return bare;
}

const aField = { enumerable: true, writable: true, configurable: true };

export function unmarkedText(text: string): string {
  return anyFence.test(text) ? text.replace(fences, '') : text;
}

/** Positions of untrusted texts in a value, extracted from its schema. */
type Plan = {
  /** Everything from here down is untrusted. */
  free: boolean;
  form: MachineForm | undefined;
  fields: Map<string, Plan>;
  entries: Plan | null;
  /** Plan of object fields without a name in the schema. */
  others: Plan | null;
};

const plans = new WeakMap<JsonSchema, Plan | null>();

function follow(plan: Plan, value: unknown, fences: Fences): unknown {
  if (plan.free) return plan.form === 'event' ? eventData(value, fences) : freely(value, fences, plan.form);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const { entries } = plan;
    return entries === null ? value : value.map((each) => follow(entries, each, fences));
  }
  const given = value as Record<string, unknown>;
  const { fields, others } = plan;
  if (others !== null) {
    return Object.fromEntries(
      Object.entries(given).map(([name, each]) => [name, follow(fields.get(name) ?? others, each, fences)]),
    );
  }
  const shown = { ...given };
  for (const [name, within] of fields) {
    const each = given[name];
    if (each !== undefined && each !== null) shown[name] = follow(within, each, fences);
  }
  return shown;
}

/** Fences event data, except our own warnings if they name only fields. */
function eventData(value: unknown, fences: Fences): unknown {
  if (!isSchema(value) || !Array.isArray(value.warnings) || !value.warnings.every(namesField))
    return freely(value, fences);
  const { warnings, ...others } = value;
  return { ...(freely(others, fences) as object), warnings };
}

function namesField(warning: unknown): boolean {
  return isSchema(warning) && typeof warning.field === 'string' && isFieldName(warning.field);
}

/** Fences every text of a value, and every name that is not a valid field name. */
function freely(value: unknown, fences: Fences, form?: MachineForm): unknown {
  if (typeof value === 'string') return markedText(value, form, fences);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => freely(each, fences, form));
  // A null prototype makes `__proto__` an ordinary name.
  const shown: Record<string, unknown> = Object.create(null);
  const counts = new Map<string, number>();
  for (const [name, each] of Object.entries(value)) {
    const alone = unlike(isFieldName(name) ? name : fencedName(name, fences), shown, counts);
    shown[alone] = freely(each, fences, form);
  }
  return { ...shown };
}

/** Always fences the name, even if it matches a machine format. */
function fencedName(name: string, fences: Fences): string {
  return fences.around(withoutFences(stripInvisible(name).toWellFormed()));
}

/** Keeps an attacker from hiding one field behind another. `counts` avoids quadratic time. */
function unlike(name: string, taken: Readonly<Record<string, unknown>>, counts: Map<string, number>): string {
  if (!(name in taken)) return name;
  let count = counts.get(name) ?? 1;
  let other: string;
  do {
    count += 1;
    other = `${name} (${count})`;
  } while (other in taken);
  counts.set(name, count);
  return other;
}

function planOf(root: JsonSchema): Plan | null {
  const read = new Map<JsonSchema, Plan>();
  const plan = readPlan(root, root, read);
  const live = new Set([...read.values()].filter(({ free }) => free));
  // Marks every plan that leads to an untrusted plan. Repeats until stable, because a schema may refer to itself.
  for (let before = -1; before !== live.size; ) {
    before = live.size;
    for (const each of read.values()) if (leadsInto(each, live)) live.add(each);
  }
  for (const each of read.values()) {
    if (each.entries && !live.has(each.entries)) each.entries = null;
    if (each.others && !live.has(each.others)) each.others = null;
    // Named fields stay in the plan if the others are untrusted, so that they are not treated as untrusted.
    if (each.others) continue;
    for (const [name, within] of each.fields) if (!live.has(within)) each.fields.delete(name);
  }
  return live.has(plan) ? plan : null;
}

function leadsInto({ fields, entries, others }: Plan, live: ReadonlySet<Plan>): boolean {
  return [...fields.values(), entries, others].some((within) => within !== null && live.has(within));
}

function readPlan(schema: JsonSchema, root: JsonSchema, read: Map<JsonSchema, Plan>): Plan {
  const known = read.get(schema);
  if (known) return known;
  const plan: Plan = { free: false, form: undefined, fields: new Map(), entries: null, others: null };
  if (schema[untrustedKey] === true) {
    plan.free = true;
    plan.form = schema[bareFormKey] as MachineForm | undefined;
    read.set(schema, plan);
    return plan;
  }
  const within = (inner: unknown): Plan | null => (isSchema(inner) ? readPlan(inner, root, read) : null);
  const meant = onlyForm(schema, root);
  if (meant) return within(meant)!;
  read.set(schema, plan);
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as JsonSchema)) {
    plan.fields.set(name, within(inner)!);
  }
  plan.entries = within(schema.items);
  plan.others = within(schema.additionalProperties);
  for (const inner of (schema.prefixItems ?? []) as JsonSchema[]) {
    plan.entries = joined(plan.entries, within(inner));
  }
  for (const inner of formsOf(schema)) join(plan, within(inner)!);
  return plan;
}

/** Returns the referenced schema, or the only form besides null. A recursive schema refers to itself this way. */
function onlyForm(schema: JsonSchema, root: JsonSchema): JsonSchema | null {
  const referred = referredBy(schema, root);
  if (referred) return referred;
  const [form, second] = formsOf(schema).filter(({ type }) => type !== 'null');
  return form && !second && !schema.properties ? form : null;
}

function formsOf({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema): JsonSchema[] {
  return [anyOf, oneOf, allOf].flat() as JsonSchema[];
}

/** A text that is untrusted in one form is fenced in all forms. */
function join(plan: Plan, other: Plan): void {
  plan.free ||= other.free;
  plan.form ??= other.form;
  plan.entries = joined(plan.entries, other.entries);
  plan.others = joined(plan.others, other.others);
  for (const [name, within] of other.fields) {
    plan.fields.set(name, joined(plan.fields.get(name) ?? null, within)!);
  }
}

function joined(one: Plan | null, other: Plan | null): Plan | null {
  if (one === null || other === null || one === other) return one ?? other;
  join(one, other);
  return one;
}

function referredBy({ $ref }: JsonSchema, root: JsonSchema): JsonSchema | null {
  if (typeof $ref !== 'string') return null;
  if ($ref === '#') return root;
  const named = (root.$defs as Record<string, JsonSchema> | undefined)?.[$ref.replace('#/$defs/', '')];
  if (!named) throw new Error(`the schema refers to ${$ref}, which it does not have`);
  return named;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
