import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { describe, expect, test } from 'vitest';
import { offeredAt } from '../../../../src/contract/tool.ts';
import { mcpTool } from '../../../../src/surfaces/mcp/tools/tool-list.ts';
import { catalogue } from '../../../../tools/index.ts';
import { freeObjects } from './free-objects.ts';

/**
 * A provider rejects the whole tool list for one schema it cannot read, so every schema keeps to what OpenAI, Gemini and
 * Claude accept. Each rule names the report or page it comes from.
 */

type Schema = Record<string, unknown>;
type Part = { path: string; schema: Schema; isRoot: boolean };

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp')).map(mcpTool);
const parts = offered.flatMap(({ name, inputSchema }) => partsOf(inputSchema, name, true));

function partsOf(schema: Schema, path: string, isRoot = false): Part[] {
  const inner = (value: unknown, at: string): Part[] =>
    typeof value === 'object' && value !== null ? partsOf(value as Schema, at) : [];
  return [
    { path, schema, isRoot },
    ...Object.entries((schema.properties ?? {}) as Schema).flatMap(([name, field]) =>
      inner(field, `${path}.${name}`),
    ),
    ...inner(schema.items, `${path}[]`),
    ...inner(schema.additionalProperties, `${path}.*`),
    ...((schema.anyOf ?? []) as Schema[]).flatMap((form) => inner(form, path)),
  ];
}

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const keywords = [
  ...['type', 'description', 'enum', 'format', 'default', 'minimum', 'maximum', 'items', 'maxItems'],
  ...['properties', 'required', 'additionalProperties', 'anyOf'],
];
const propertyName = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

const rules: { rule: string; source: string; isBroken(part: Part): boolean }[] = [
  {
    rule: 'the root is an object without a union',
    source: 'Claude and OpenAI: https://github.com/anomalyco/opencode/issues/46628',
    isBroken: ({ schema, isRoot }) => isRoot && (schema.type !== 'object' || schema.anyOf !== undefined),
  },
  {
    rule: 'a type is one word',
    source: 'Gemini, "cannot start list": https://github.com/n8n-io/n8n/issues/15553',
    isBroken: ({ schema }) => Array.isArray(schema.type),
  },
  {
    rule: 'every value has a type, or is a union of typed forms',
    source: 'Gemini, invalid type "": https://github.com/zereight/gitlab-mcp/issues/166',
    isBroken: ({ schema }) =>
      schema.anyOf === undefined
        ? !types.includes(String(schema.type))
        : !(schema.anyOf as Schema[]).every(({ type }) => types.includes(String(type))),
  },
  {
    rule: 'a union has no keyword of a type beside it',
    source: 'Gemini: https://github.com/anomalyco/opencode/issues/48073',
    isBroken: ({ schema }) =>
      schema.anyOf !== undefined &&
      Object.keys(schema).some((key) => !['anyOf', 'description', 'default'].includes(key)),
  },
  {
    rule: 'an array has typed items',
    source: 'OpenAI: https://github.com/ruvnet/ruflo/issues/1294',
    isBroken: ({ schema: { type, items } }) =>
      (type === 'array') !== (typeof (items as Schema | undefined)?.type === 'string'),
  },
  {
    rule: 'an enum has only texts',
    source: 'Gemini: https://github.com/nanbingxyz/5ire/issues/218',
    isBroken: ({ schema: { type, enum: choices } }) =>
      choices !== undefined &&
      !(type === 'string' && (choices as unknown[]).every((one) => typeof one === 'string')),
  },
  {
    rule: 'an object with properties is closed',
    source: 'OpenAI strict: https://github.com/google/adk-java/pull/1476',
    isBroken: ({ schema: { properties, additionalProperties } }) =>
      properties !== undefined && additionalProperties !== false,
  },
  {
    rule: 'a required property exists',
    source: 'Gemini: https://cloud.google.com/vertex-ai/docs/reference/rest/v1/Schema',
    isBroken: ({ schema: { properties = {}, required = [] } }) =>
      !(required as string[]).every((name) => Object.hasOwn(properties as Schema, name)),
  },
  {
    rule: 'the name of a property is a short word',
    source: 'Gemini: https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration',
    isBroken: ({ schema: { properties = {} } }) =>
      !Object.keys(properties as Schema).every((name) => propertyName.test(name)),
  },
  {
    rule: 'the only format is date-time',
    source: 'Gemini: https://firebase.google.com/docs/reference/js/ai.schemashared',
    isBroken: ({ schema: { format } }) => format !== undefined && format !== 'date-time',
  },
  {
    rule: 'no keyword is outside the common subset, such as $ref, const, oneOf, allOf, not or patternProperties',
    source: 'Gemini and OpenAI strict: https://hexdocs.pm/geminix/Geminix.V1beta.Schema.html',
    isBroken: ({ schema }) => Object.keys(schema).some((key) => !keywords.includes(key)),
  },
];

test.each(rules)('in every input schema, $rule ($source)', ({ isBroken }) => {
  expect(parts.filter(isBroken).map(({ path }) => path)).toEqual([]);
});

/** Claude Code adds the name of the server, and of the plugin that brings it: https://github.com/cloudflare/skills/issues/11 */
test.each(['', 'mcp__posthouse__', 'mcp__plugin_posthouse_posthouse__'])(
  'every tool name with the prefix "%s" has at most 64 letters, digits, _ and -',
  (prefix) => {
    const names = offered.map(({ name }) => prefix + name);
    expect(names.filter((name) => !/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name))).toEqual([]);
  },
);

test('only objects whose names the caller chooses, or that contain themselves, have no listed fields', () => {
  const free = parts.filter(({ schema }) => schema.type === 'object' && schema.properties === undefined);
  expect(free.map(({ path }) => path).filter((path) => !freeObjects.has(path))).toEqual([]);
  expect([...freeObjects].filter((path) => !free.some((part) => part.path === path))).toEqual([]);
});

describe('a client that converts the schemas drops', () => {
  const used = new Set(parts.flatMap(({ schema }) => Object.keys(schema)));
  const withoutSupport = (supported: readonly string[]) =>
    [...used].filter((key) => !supported.includes(key)).sort();
  const common = ['type', 'description', 'enum', 'format', 'items', 'properties', 'required', 'anyOf'];

  test('for OpenAI strict mode the defaults and the maps of free names', () => {
    // https://apidog.com/blog/openai-structured-outputs/
    const strict = [...common, 'additionalProperties', 'maximum', 'minimum', 'maxItems'];
    expect(withoutSupport(strict)).toEqual(['default']);
    const maps = parts.filter(({ schema }) => typeof schema.additionalProperties === 'object');
    expect(maps.map(({ path }) => path)).toEqual([
      'import_subscribers.columns',
      ...['create_integration', 'update_integration'].flatMap((name) =>
        ['attributes', 'properties', 'mails'].map((field) => `${name}.mapping.${field}`),
      ),
    ]);
  });

  test('for Gemini function declarations additionalProperties alone', () => {
    // https://github.com/nanbingxyz/5ire/issues/42
    const gemini = [...common, 'default', 'maximum', 'minimum', 'maxItems'];
    expect(withoutSupport(gemini)).toEqual(['additionalProperties']);
  });

  test('for strict tools of Claude the limits of numbers and lists', () => {
    // https://platform.claude.com/docs/en/agents-and-tools/tool-use/strict-tool-use
    const claude = [...common, 'additionalProperties', 'default'];
    expect(withoutSupport(claude)).toEqual(['maxItems', 'maximum']);
  });
});

/** Official clients compile the output schema before a call: https://github.com/nataliapc/mcp-openmsx/issues/22 */
test('every output schema is an object of JSON Schema 2020-12 that compiles, without another dialect', () => {
  const validator = new AjvJsonSchemaValidator();
  for (const { name, outputSchema } of offered) {
    expect([name, outputSchema]).toMatchObject([name, { type: 'object' }]);
    expect(() => validator.getValidator(outputSchema as never)).not.toThrow();
    const read = partsOf(outputSchema as Schema, name);
    const wrong = read.filter(({ schema }) => {
      const named = [schema.type ?? []].flat() as string[];
      return !named.every((type) => types.includes(type)) || '$schema' in schema || '$ref' in schema;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  }
});
