import { z } from 'zod';
import { aliasKey, emptyIsNullKey, inShortKey, shownKey } from '../../model/text/alias.ts';
import { bareFormKey, untrustedKey } from '../../model/text/untrusted.ts';
import type { Tool } from '../tool.ts';

export type JsonSchema = Record<string, unknown>;

const inputs = new WeakMap<Tool, JsonSchema>();
const outputs = new WeakMap<Tool, JsonSchema>();

export function inputSchema(tool: Tool): JsonSchema {
  return cached(inputs, tool, () => toJsonSchema(tool.input, 'input'));
}

/** JSON Schema 2020-12. Cached. */
export function outputSchema(tool: Tool): JsonSchema {
  return cached(outputs, tool, () => toJsonSchema(tool.output, 'output'));
}

export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return made;
}

/**
 * Leaves out length limits and aliases, because assistants pay for every word. `invoke` still validates by
 * them. `nulls` is false for a tool that creates, where null equals an absent field.
 */
export function compactSchema(schema: JsonSchema, nulls = true): JsonSchema {
  return leanPart(schema, nulls, nulls);
}

/** @param nulls keeps null at this level. Nested objects are replaced whole, so null there equals an absent field */
function leanPart(schema: JsonSchema, nulls: boolean, nullsWithin = false): JsonSchema {
  if (isSchema(schema[shownKey])) return shownFor(schema, schema[shownKey]);
  if (typeof schema[inShortKey] === 'string') return inOneLine(schema, schema[inShortKey]);
  const lean: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === emptyIsNullKey || saysLittle(key, value) || isFirstChoice(key, value, schema)) continue;
    if (key === 'properties') lean[key] = leanProperties(value as Record<string, JsonSchema>, nullsWithin);
    else if (Array.isArray(value))
      lean[key] = value.map((one) => (isSchema(one) ? leanPart(one, nulls) : one));
    else lean[key] = isSchema(value) ? leanPart(value, nulls) : value;
  }
  const hasNull = nulls && schema[emptyIsNullKey] !== true;
  return ofOneType(ofOneForm(lean, hasNull), hasNull);
}

/** Keeps the field's own description, unless an empty one replaces it. */
function shownFor({ description }: JsonSchema, shown: JsonSchema): JsonSchema {
  if (shown.description === '') {
    const { description: _, ...bare } = shown;
    return bare;
  }
  return description === undefined || shown.description !== undefined ? shown : { ...shown, description };
}

/** Replaces the parts by one line. Some schema readers require the entry type of a list. */
function inOneLine({ type, items, maxItems }: JsonSchema, description: string): JsonSchema {
  const entries = isSchema(items) && { items: { type: items.type } };
  return {
    type,
    ...(description !== '' && { description }),
    ...entries,
    ...(maxItems !== undefined && { maxItems }),
  };
}

/** Longer lists are rare; a tool made for them states its limit. */
const listEntriesShown = 20;
const maximumShown = 1_000;
const idForm = /^[a-z]+_…$/;
const leftOut = new Set(['minLength', 'maxLength', 'propertyNames', untrustedKey, bareFormKey]);

function saysLittle(key: string, value: unknown): boolean {
  if (leftOut.has(key)) return true;
  if (key === 'maxItems') return (value as number) > listEntriesShown;
  if (key === 'minItems') return true;
  if (key === 'minimum') return (value as number) <= 1;
  if (key === 'maximum') return (value as number) > maximumShown;
  // The default is obvious: off, empty, zero or the first, and a field called email is an email.
  if (key === 'default') return value === null || value === false || value === 0 || value === 1;
  // Gemini accepts no other format.
  if (key === 'format') return value !== 'date-time';
  // Callers copy ids from answers.
  if (key === 'description') return idForm.test(String(value));
  // `type: object` already allows any fields, and validation names a value of another type.
  if (key !== 'additionalProperties' || !isSchema(value)) return false;
  return Object.keys(value).length === 0 || Array.isArray(value.type);
}

/** The first choice, or the most, is the default unless stated otherwise. */
function isFirstChoice(key: string, value: unknown, { enum: choices, maximum }: JsonSchema): boolean {
  return key === 'default' && (value === maximum || (Array.isArray(choices) && choices[0] === value));
}

function leanProperties(properties: Record<string, JsonSchema>, nulls: boolean): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, schema]) => !schema[aliasKey])
      .map(([name, schema]) => [name, leanPart(schema, nulls)]),
  );
}

/** Merges `X or a list of one X` into X. `X or null` stays a union, because providers reject a list of types. */
function ofOneForm(schema: JsonSchema, nulls: boolean): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [given, other] = anyOf as JsonSchema[];
  if (!given || !other) return schema;
  const isNull = other.type === 'null' && !nulls;
  return isNull || (other.type === 'array' && other.maxItems === 1) ? { ...given, ...rest } : schema;
}

/** Providers reject a list of types, so several types become a union. */
function ofOneType(schema: JsonSchema, nulls: boolean): JsonSchema {
  const { type, description, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((one) => nulls || one !== 'null');
  if (types.length === 1) return { ...schema, type: types[0] };
  const anyOf = types.map((one) => (one === 'null' ? { type: one } : { type: one, ...rest }));
  return { anyOf, ...(description !== undefined && { description }) };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cached(cache: WeakMap<Tool, JsonSchema>, tool: Tool, make: () => JsonSchema): JsonSchema {
  let schema = cache.get(tool);
  if (!schema) {
    schema = make();
    cache.set(tool, schema);
  }
  return schema;
}
