import type { JsonSchema } from '../../../contract/json-schema.ts';
import type { Tool } from '../../../contract/tool.ts';
import { describedForAssistants } from '../../../contract/tool-description.ts';
import type { FieldFault, ToolError } from '../../../model/failure.ts';
import { shownKey } from '../../../model/text/alias.ts';
import { isFields } from '../../../model/text/fields.ts';
import type { Fields } from '../protocol/fields.ts';
import { withoutSynonyms } from './argument-synonyms.ts';

/**
 * One casing for arguments: assistants are shown snake_case at every tool, whatever the resource of REST has, and may write
 * the other one. The names of a tool's own schema are those of REST; here they are translated both ways. Names that the
 * caller chose (attributes, properties of an event, what a workflow's steps hold) stay as they are.
 */

/** The known names of an object, at any depth. */
type Names = {
  /** By the listed name and by the schema's own. */
  own: ReadonlyMap<string, string>;
  /** Of the object in a field, or of the entries of the list in it; by the schema's own name. */
  within: ReadonlyMap<string, Names>;
};

const namesOf = new WeakMap<Tool, Names>();

/** The name of an argument as assistants read it: `campaign_id` of `campaignId`. */
export function listedName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The same schema with listed names throughout. */
export function withListedNames(schema: JsonSchema): JsonSchema {
  const { properties, required, items } = schema;
  return {
    ...schema,
    ...(isFields(properties) && { properties: listedProperties(properties) }),
    ...(Array.isArray(required) && { required: required.map((name) => listedName(String(name))) }),
    ...(isFields(items) && { items: withListedNames(items) }),
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

/** A text about a tool with the listed names of its arguments; a merge field (`{{firstName}}`) keeps its own. */
export function withListedWords(tool: Tool, text: string): string {
  const { own } = knownNames(tool);
  return text.replaceAll(/\{\{[^}]*\}\}|\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (word) =>
    own.has(word) ? listedName(word) : word,
  );
}

/** Arguments by the names of the tool's schema, and a fault for each that was given under both names. */
export function byOwnNames(tool: Tool, given: Fields): { given: Fields; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const named = renamed(given, knownNames(tool), '', faults) as Fields;
  return { given: withoutSynonyms(tool, named), faults };
}

/** A refusal with the listed names of the arguments that it speaks of. */
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

/** `abTest.variants[0].subject`, step by step as far as the names are known. */
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

/** The value itself where nothing in it has another name: nearly always. */
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
      faults.push({ path: place, code: 'invalid', message: 'is given in two casings: write one of them' });
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

/** @returns undefined where a schema knows no names: what is in it is the caller's own */
function namesIn(schema: JsonSchema): Names | undefined {
  const { properties } = objectIn(schema);
  if (!isFields(properties)) return undefined;
  const own = new Map<string, string>();
  const within = new Map<string, Names>();
  for (const name of Object.keys(properties)) own.set(otherCasing(name), name);
  // A name of the schema's own means itself, whatever else is like it.
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

/** The one form of a schema that is an object: of a list its entries', of an object or null the object. */
function objectIn(schema: JsonSchema): JsonSchema {
  if (isFields(schema.properties)) return schema;
  const entry = isFields(schema.items) ? objectIn(schema.items) : {};
  if (entry.properties) return entry;
  const forms = ((schema.anyOf ?? []) as JsonSchema[]).map(objectIn).filter(({ properties }) => properties);
  if (forms.length === 1) return forms[0]!;
  // What other code reads has its names in what models are shown of it.
  const shown = schema[shownKey];
  return isFields(shown) ? objectIn(shown) : {};
}
