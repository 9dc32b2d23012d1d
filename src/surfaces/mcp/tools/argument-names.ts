import type { JsonSchema } from '../../../contract/description/json-schema.ts';
import { describedForAssistants } from '../../../contract/description/tool-description.ts';
import type { Tool } from '../../../contract/tool.ts';
import type { FieldFault, ToolError } from '../../../model/failure.ts';
import { listedName, shownKey } from '../../../model/text/alias.ts';
import type { Fields } from '../../../model/text/fields.ts';
import { isFields } from '../../../model/text/fields.ts';

/**
 * Assistants see snake_case but may use camelCase; schemas use the names of REST. The caller's own names
 * (attributes, event properties, contents of workflow steps) stay.
 */

type Names = {
  own: ReadonlyMap<string, string>;
  /** Names inside a field's object or list entries, by schema name. */
  within: ReadonlyMap<string, Names>;
};

const namesOf = new WeakMap<Tool, Names>();

export function withListedNames(schema: JsonSchema): JsonSchema {
  const { properties, required, items, anyOf } = schema;
  return {
    ...schema,
    ...(isFields(properties) && { properties: listedProperties(properties) }),
    ...(Array.isArray(required) && { required: required.map((name) => listedName(String(name))) }),
    ...(isFields(items) && { items: withListedNames(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((form) => withListedNames(form)) }),
  };
}

function listedProperties(properties: Fields): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      listedName(name),
      isFields(field) ? withListedNames(field) : field,
    ]),
  );
}

/** Renames the fields of an input, such as an example, to the listed names. The caller's own names stay. */
export function withListedFields(tool: Tool, input: Fields): Fields {
  return listedFields(input, knownNames(tool)) as Fields;
}

function listedFields(value: unknown, names: Names | undefined): unknown {
  if (names === undefined) return value;
  if (Array.isArray(value)) return value.map((entry) => listedFields(entry, names));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      names.own.has(name) ? listedName(name) : name,
      listedFields(inner, names.within.get(name)),
    ]),
  );
}

export function withListedWords(tool: Tool, text: string): string {
  const { own } = knownNames(tool);
  return text.replaceAll(/\{\{[^}]*\}\}|\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (word) =>
    own.has(word) ? listedName(word) : word,
  );
}

/** Renames arguments to schema names. Returns a fault for each argument given under both names. */
export function byOwnNames(tool: Tool, given: Fields): { given: Fields; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const named = renamed(given, knownNames(tool), '', faults) as Fields;
  return { given: withoutSynonyms(tool, named), faults };
}

export function withListedPaths<Shown extends ToolError & { next?: string }>(
  tool: Tool,
  error: Shown,
): Shown {
  const { details, next } = error;
  const words = (text: string): string => withListedWords(tool, text);
  return {
    ...error,
    message: words(error.message),
    ...(next !== undefined && { next: words(next) }),
    ...(Array.isArray(details) && {
      details: details.map((fault) => (isFault(fault) ? listedFault(tool, fault, words) : fault)),
    }),
  };
}

function listedFault(tool: Tool, fault: FieldFault, words: (text: string) => string): FieldFault {
  return { ...fault, path: listedPath(knownNames(tool), fault.path), message: words(fault.message) };
}

function isFault(value: unknown): value is FieldFault {
  return isFields(value) && typeof value.path === 'string' && typeof value.message === 'string';
}

/** Translates `abTest.variants[0].subject` step by step, up to the first unknown name. */
function listedPath(names: Names, path: string): string {
  let within: Names | undefined = names;
  return path
    .split('.')
    .map((step) => {
      const name = step.replace(/\[.*$/s, '');
      if (!within?.own.has(name)) {
        within = undefined;
        return step;
      }
      within = within.within.get(name);
      return listedName(name) + step.slice(name.length);
    })
    .join('.');
}

/** Returns the same value if nothing is renamed, which is the usual case. */
function renamed(given: unknown, names: Names, path: string, faults: FieldFault[]): unknown {
  if (Array.isArray(given)) {
    const entries = given.map((entry, index) => renamed(entry, names, `${path}[${index}]`, faults));
    return entries.every((entry, index) => entry === given[index]) ? given : entries;
  }
  if (!isFields(given)) return given;
  const entries: [string, unknown][] = [];
  const seen = new Set<string>();
  let changed = false;
  for (const [name, value] of Object.entries(given)) {
    const own = names.own.get(name) ?? name;
    const place = path === '' ? name : `${path}.${name}`;
    if (seen.has(own)) {
      faults.push({ path: place, code: 'invalid', message: 'is given in two casings: use one of them' });
      continue;
    }
    seen.add(own);
    const within = names.within.get(own);
    const kept = within === undefined ? value : renamed(value, within, place, faults);
    changed ||= own !== name || kept !== value;
    entries.push([own, kept]);
  }
  return changed ? Object.fromEntries(entries) : given;
}

function knownNames(tool: Tool): Names {
  let names = namesOf.get(tool);
  if (!names) {
    names = namesIn(describedForAssistants(tool).input_schema) ?? { own: new Map(), within: new Map() };
    namesOf.set(tool, names);
  }
  return names;
}

/** @returns undefined if the schema has no named properties, so the names inside belong to the caller */
function namesIn(schema: JsonSchema): Names | undefined {
  const { properties } = objectIn(schema);
  if (!isFields(properties)) return undefined;
  const own = new Map<string, string>();
  const within = new Map<string, Names>();
  for (const name of Object.keys(properties)) own.set(otherCasing(name), name);
  // A schema's own name takes precedence over translated names.
  for (const [name, field] of Object.entries(properties)) {
    own.set(name, name);
    const inner = isFields(field) ? namesIn(field) : undefined;
    if (inner) within.set(name, inner);
  }
  return { own, within };
}

function otherCasing(name: string): string {
  return name.includes('_')
    ? name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    : listedName(name);
}

/** Returns the only object form of a schema: the entries of a list, or the object of a nullable one. */
function objectIn(schema: JsonSchema): JsonSchema {
  if (isFields(schema.properties)) return schema;
  const entry = isFields(schema.items) ? objectIn(schema.items) : {};
  if (entry.properties) return entry;
  const forms = ((schema.anyOf ?? []) as JsonSchema[]).map(objectIn).filter(({ properties }) => properties);
  if (forms.length === 1) return forms[0]!;
  // A field parsed by other code has its names in the schema shown to models.
  const shown = schema[shownKey];
  return isFields(shown) ? objectIn(shown) : {};
}

/** Assistants mix up `id`, `campaign_id` and `subscriber`. A synonym may mean only one argument. */

/** Kinds that may name an argument, alone or with `Id`. */
const kinds: readonly string[] = [
  'approval',
  'campaign',
  'domain',
  'email',
  'import',
  'run',
  'segment',
  'subscriber',
  'suppression',
  'tag',
  'token',
  'webhook',
  'workflow',
];

/** A field other than the id that identifies the object. If an argument accepts only ids, its bare kind is no synonym. */
const foundBy: Readonly<Record<string, string>> = {
  domain: 'name',
  subscriber: 'email',
  suppression: 'email',
  tag: 'name',
};

const synonymsOf = new WeakMap<Tool, ReadonlyMap<string, string>>();

/** Renames synonyms to schema names. A synonym for an argument that is already given stays, and validation rejects it. */
export function withoutSynonyms(tool: Tool, given: Fields): Fields {
  const synonyms = knownSynonyms(tool);
  const meant = Object.keys(given).filter((name) => synonyms.has(name));
  // Two synonyms for the same argument are ambiguous.
  const targets = meant.map((name) => synonyms.get(name)!);
  const isClear = targets.every((target, index) => !(target in given) && targets.indexOf(target) === index);
  if (meant.length === 0 || !isClear) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [synonyms.get(name) ?? name, value]),
  );
}

function knownSynonyms(tool: Tool): ReadonlyMap<string, string> {
  let synonyms = synonymsOf.get(tool);
  if (!synonyms) {
    synonyms = synonymsIn(tool);
    synonymsOf.set(tool, synonyms);
  }
  return synonyms;
}

function synonymsIn(tool: Tool): Map<string, string> {
  const { properties, required = [] } = describedForAssistants(tool).input_schema as {
    properties: Fields;
    required?: readonly string[];
  };
  const synonyms = new Map<string, string>();
  const add = (names: readonly string[], target: string): void => {
    for (const name of names) if (!(name in properties)) synonyms.set(name, target);
  };
  const named = Object.keys(properties).flatMap((name) => {
    const kind = kindOf(name, tool);
    return kind === undefined ? [] : [{ name, kind }];
  });
  for (const { name, kind } of named) {
    add([`${kind}Id`, `${kind}_id`], name);
    if (name === 'id' ? kind !== 'token' : foundBy[kind] === undefined) add([kind], name);
  }
  // With several required arguments, `id` would be ambiguous.
  const asked = named.filter(({ name }) => required.includes(name));
  const [only] = asked;
  if (asked.length === 1) {
    const other = foundBy[only!.kind];
    add(['id', ...(other === undefined ? [] : [other])], only!.name);
  }
  return synonyms;
}

/** Returns the kind of object an argument identifies. For `id`, the tool name (verb_noun) gives the kind. */
function kindOf(name: string, tool: Tool): string | undefined {
  if (name === 'id') {
    const words = tool.name.split('_');
    return kinds.find((kind) => words.includes(kind));
  }
  return kinds.find((kind) => kind !== 'email' && [kind, `${kind}Id`, `${kind}_id`].includes(name));
}
