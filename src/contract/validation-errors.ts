import type { z } from 'zod';
import type { FieldFault } from '../model/failure.ts';
import { didYouMean } from '../model/text/did-you-mean.ts';
import { isSoundText } from '../model/text/text.ts';
import { jsonDepthMax } from './json-text.ts';

/** Far more faults than a caller makes in one request. */
export const faultsMax = 50;
/** Unknown fields that are named, per object and in all. The rest are counted. */
const unknownOfOneMax = 20;
const unknownOfAllMax = 40;
const fieldsListedMax = 30;
/** A shorter word occurs in too many names. */
const wordLengthMin = 2;
/** No field has a longer name; longer ones are truncated. */
const nameCharactersMax = 100;

type Reading<Value> = { value: Value } | { faults: FieldFault[] };

/** Reports at most 50 faults with path (`emails[3].subject`), code and sentence. @param known read only after a fault */
export function readBy<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  known: () => KnownFields = () => ({}),
): Reading<z.output<Schema>> {
  const result = schema.safeParse(given, { reportInput: true, error: wordless });
  return result.success ? { value: result.data } : { faults: faultsOf(schema, result.error, known()) };
}

type KnownFields = {
  fields?: readonly string[];
  /** The field for the caller's own names. */
  free?: string | undefined;
};

/** The schema's faults come first; one per field. */
export function withOtherFaults(
  ofSchema: readonly FieldFault[],
  others: readonly FieldFault[],
): FieldFault[] {
  const named = ofSchema.map(({ path }) => path);
  const isNamed = ({ path }: FieldFault): boolean =>
    named.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
  return [...ofSchema, ...others.filter((one) => !isNamed(one))].slice(0, faultsMax);
}

/** Zod's own message lists all unknown names, perhaps a hundred thousand. */
function wordless({ code }: { code?: string | undefined }): string | undefined {
  return code === 'unrecognized_keys' ? 'has unknown fields' : undefined;
}

function faultsOf(schema: z.ZodType, error: z.ZodError, known: KnownFields): FieldFault[] {
  const faults: FieldFault[] = [];
  /** Zod also measures mistyped values, such as a text's length where a list is expected. */
  const mistyped = new Set<string>();
  let named = 0;
  for (const issue of error.issues) {
    if (mistyped.has(JSON.stringify(issue.path))) continue;
    if (issue.code === 'invalid_type') mistyped.add(JSON.stringify(issue.path));
    if (issue.code === 'unrecognized_keys') {
      const names = issue.keys.slice(0, Math.min(unknownOfOneMax, unknownOfAllMax - named));
      named += names.length;
      const there = issue.path.length === 0 ? known : { fields: fieldsAt(schema, issue.path) };
      faults.push(...unknownFields(issue, names, there));
    } else faults.push(faultOf(issue));
    if (faults.length >= faultsMax) break;
  }
  return faults.slice(0, faultsMax);
}

/** Empty if the path leads into a union of several objects. */
function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const [first, ...rest] = path;
  switch (def.type) {
    case 'object':
      if (first === undefined) return Object.keys(def.shape);
      return def.shape[String(first)] ? fieldsAt(def.shape[String(first)]!, rest) : [];
    case 'array':
      return first === undefined ? [] : fieldsAt(def.element, rest);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return fieldsAt(def.innerType, path);
    case 'pipe':
      return fieldsAt(def.in, path);
    case 'union': {
      const objects = def.options.map((option) => fieldsAt(option, path)).filter(({ length }) => length > 0);
      return objects.length === 1 ? objects[0]! : [];
    }
    default:
      return [];
  }
}

function unknownFields(
  { path, keys }: z.core.$ZodIssueUnrecognizedKeys,
  names: readonly string[],
  known: KnownFields,
): FieldFault[] {
  const meant = names.map((name) => fieldMeant(name, known));
  // The known fields are listed once.
  const first = meant.indexOf(undefined);
  const faults: FieldFault[] = names.map((name, index) => ({
    path: fieldPath([...path, name]),
    code: 'unknown_field',
    message: unknownField(meant[index], index === first ? known : {}),
  }));
  const unnamed = keys.length - names.length;
  if (unnamed > 0) {
    const amount = `${unnamed.toLocaleString('en')}${names.length > 0 ? ' more' : ''}`;
    const message = `has ${amount} unknown ${unnamed === 1 ? 'field' : 'fields'}`;
    faults.push({ path: fieldPath(path), code: 'unknown_field', message });
  }
  return faults;
}

function faultOf(issue: z.core.$ZodIssue): FieldFault {
  const path = fieldPath(issue.path);
  if (issue.code === 'custom') {
    const code =
      issue.params?.code === 'required'
        ? 'required'
        : issue.params?.code === 'unknown_field'
          ? 'unknown_field'
          : 'invalid';
    return { path, code, message: issue.message };
  }
  // Missing, whatever type was expected.
  if (issue.input === undefined) return { path, code: 'required', message: 'is required' };
  return { path, code: 'invalid', message: sentenceOf(issue) };
}

function unknownField(meant: string | undefined, { fields = [], free }: KnownFields): string {
  const sentence = 'is not a field of this request';
  if (meant !== undefined) return `${sentence}; did you mean ${meant}?`;
  const there = fields.length > 0 && `it has ${fields.slice(0, fieldsListedMax).join(', ')}`;
  const own = free !== undefined && `fields of your own go into ${free}`;
  return [sentence, own, there].filter(Boolean).join('; ');
}

function fieldMeant(given: string, { fields = [] }: KnownFields): string | undefined {
  return didYouMean(given, fields) ?? fieldThatHolds(given, fields);
}

/** `id` matches `campaignId`, `from` matches `fromEmail`, if only one field begins or ends with the word. */
function fieldThatHolds(given: string, fields: readonly string[]): string | undefined {
  const word = given.toLowerCase();
  if (word.length < wordLengthMin) return undefined;
  const holding = fields.filter((field) => {
    const name = field.toLowerCase();
    return name.startsWith(word) || name.endsWith(word);
  });
  return holding.length === 1 ? holding[0] : undefined;
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return boundSentence('at least', issue.origin, Number(issue.minimum));
    case 'too_big':
      return boundSentence('at most', issue.origin, Number(issue.maximum));
    case 'invalid_union':
      return unionSentence(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  }
}

/** Describes the variant whose type fits, if its content does not. */
function unionSentence(issue: z.core.$ZodIssueInvalidUnion): string {
  const firsts = issue.errors.flatMap((issues) => issues.slice(0, 1));
  const meant = firsts.find(({ code, path }) => code !== 'invalid_type' || path.length > 0);
  if (meant) return sentenceOf(meant);
  const types = firsts.flatMap((first) => (first.code === 'invalid_type' ? [article(first.expected)] : []));
  return types.length > 0 ? `must be ${types.join(' or ')}` : 'has none of the forms that are allowed here';
}

function boundSentence(bound: string, origin: string, limit: number): string {
  if (origin === 'string') {
    if (bound === 'at least' && limit === 1) return 'must not be empty';
    return `must have ${bound} ${limit.toLocaleString('en')} ${limit === 1 ? 'character' : 'characters'}`;
  }
  if (bound === 'at least' && limit === 1 && origin === 'array') return 'must not be empty';
  if (origin === 'array' || origin === 'set')
    return `must have ${bound} ${limit.toLocaleString('en')} ${limit === 1 ? 'entry' : 'entries'}`;
  return `must be ${bound} ${limit.toLocaleString('en')}`;
}

function article(expected: string): string {
  const names: Record<string, string> = {
    object: 'an object',
    record: 'an object',
    array: 'an array',
    int: 'a whole number',
    number: 'a number',
    string: 'a string',
    boolean: 'true or false',
  };
  return names[expected] ?? `of type ${expected}`;
}

/** `['emails', 3, 'to']` -> `emails[3].to`; long names are truncated. */
export function fieldPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? shownName(step) : `.${shownName(step)}`;
  }
  return text;
}

/** Well-formed even if the cut splits a surrogate pair. */
function shownName(step: PropertyKey): string {
  const name = String(step);
  return name.length <= nameCharactersMax ? name : name.slice(0, nameCharactersMax).toWellFormed();
}

/** Finds half of a surrogate pair, which a database stores as another character, and NUL, which PostgreSQL rejects. */
export function unsoundField(input: unknown): FieldFault | null {
  const found = look(input, 0);
  return found && { path: fieldPath(found.path.reverse()), code: 'invalid', message: found.message };
}

type Found = { path: PropertyKey[]; message: string };

function look(value: unknown, depth: number): Found | null {
  if (typeof value === 'string') return isSoundText(value) ? null : { path: [], message: unsoundText };
  if (typeof value !== 'object' || value === null) return null;
  // Doors that parse JSON check the depth in the text; others rely on this.
  if (depth === jsonDepthMax) {
    return { path: [], message: `must not nest objects and arrays more than ${jsonDepthMax} deep` };
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const found = look(value[index], depth + 1);
      if (found) return { ...found, path: [...found.path, index] };
    }
    return null;
  }
  for (const name in value) {
    const found = isSoundText(name)
      ? look((value as Record<string, unknown>)[name], depth + 1)
      : { path: [], message: unsoundText };
    if (found) return { ...found, path: [...found.path, name] };
  }
  return null;
}

const unsoundText = 'must be well-formed Unicode text without NUL characters';
