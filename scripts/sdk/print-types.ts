import type { JsonSchema } from '../../src/contract/description/json-schema.ts';
import { keyText, literal } from '../../src/contract/description/sdk-calls.ts';
import { propertiesOf } from './operations.ts';

const componentPlace = '#/components/schemas/';

export function referencesOf(schema: unknown): Set<string> {
  const found = new Set<string>();
  JSON.stringify(schema, (key, value) => {
    if (key === '$ref') found.add((value as string).slice(componentPlace.length));
    return value;
  });
  return found;
}

/** Optional input fields also accept `undefined`. Output fields never contain it. */
type Direction = 'given' | 'answered';

/**
 * Prints a schema as a TypeScript type.
 * @param place current indentation
 */
export function typeText(schema: JsonSchema, direction: Direction, place = ''): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(componentPlace.length);
  if (Array.isArray(schema.allOf)) {
    return (schema.allOf as JsonSchema[]).map((each) => typeText(each, direction, place)).join(' & ');
  }
  if ('const' in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => literal(each)).join(' | ');
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (alternatives) return unique(alternatives.map((each) => typeText(each, direction, place))).join(' | ');
  if (Array.isArray(schema.type)) {
    return unique(schema.type.map((type) => typeText({ ...schema, type }, direction, place))).join(' | ');
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = typeText((schema.items ?? {}) as JsonSchema, direction, place);
      return /[|&]/.test(item) && !/^\{.*\}$/s.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectText(schema, direction, place);
    default:
      return 'unknown';
  }
}

function objectText(schema: JsonSchema, direction: Direction, place: string): string {
  const properties = Object.entries(propertiesOf(schema));
  if (properties.length === 0) {
    const rest = schema.additionalProperties;
    if (rest === false) return 'Record<string, never>';
    const value =
      typeof rest === 'object' && rest !== null ? typeText(rest as JsonSchema, direction, place) : 'unknown';
    return `Record<string, ${value}>`;
  }
  const required = new Set((schema.required ?? []) as string[]);
  const inside = `${place}  `;
  const lines = properties.map(([name, property]) => {
    const optional = required.has(name) ? '' : '?';
    const type = typeText(property, direction, inside);
    const missing = optional && direction === 'given' && !/\bunknown$/.test(type) ? ' | undefined' : '';
    return `${commentText(property, inside)}${inside}${keyText(name)}${optional}: ${type}${missing};`;
  });
  return `{\n${lines.join('\n')}\n${place}}`;
}

function commentText({ description }: JsonSchema, place: string): string {
  return typeof description === 'string' ? `${place}/** ${inComment(description)} */\n` : '';
}

export function inComment(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll('\n', ' ');
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
