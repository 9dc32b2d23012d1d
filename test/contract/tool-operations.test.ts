import { expect, test } from 'vitest';
import { inputSchema } from '../../src/contract/description/json-schema.ts';
import { offeredAt, type Tool } from '../../src/contract/tool.ts';
import { listedName } from '../../src/model/text/alias.ts';
import { isFields } from '../../src/model/text/fields.ts';
import { unboundCatalogueTools } from '../../src/surfaces/mcp/tools/catalogue/catalogue-tools.ts';
import { mcpTool } from '../../src/surfaces/mcp/tools/tool-list.ts';
import { catalogue } from '../../tools/index.ts';
import { readContract } from '../world/contract/contract.ts';

/** The operations of REST v2 and the tools of MCP, compared both ways. */

const contract = readContract();
const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Described>).flatMap(([method, operation]) =>
    path.startsWith('/api/v2/') ? [{ place: `${method.toUpperCase()} ${path}`, operation }] : [],
  ),
);
const offered = [...catalogue.filter((tool) => offeredAt(tool, 'mcp')), ...unboundCatalogueTools];

// biome-ignore lint/suspicious/noExplicitAny: a test reads the contract it expects and fails on another
type Described = any;

/** Tools without a route of REST v2, and why. */
const toolsWithoutOperation: Readonly<Record<string, string>> = {
  read_docs: 'REST clients read the pages at /docs',
  search_docs: 'REST clients search the pages at /docs',
  create_organization: 'The operator creates organizations, and no token of an organization may',
  list_organizations: 'The operator lists organizations, and no token of an organization may',
  update_organization: 'An operator changes any organization; organizations change their own settings',
};

test('every v2 operation names its tool, and MCP offers it', () => {
  const names = new Set(offered.map(({ name }) => name));
  const lacking = operations
    .filter(({ operation }) => !names.has(operation['x-tool']))
    .map(({ place }) => place);
  expect(lacking).toEqual([]);
});

test('every tool of MCP has a v2 operation, or a reason to have none', () => {
  const named = new Set(operations.map(({ operation }) => operation['x-tool']));
  const lacking = offered.filter(({ name }) => !named.has(name)).map(({ name }) => name);
  expect(lacking).toEqual(Object.keys(toolsWithoutOperation));
});

/** Arguments of MCP alone: headers, query parameters of REST clients or forms of an answer. */
const argumentsOfMcp: ReadonlySet<string> = new Set([
  'idempotency_key',
  'dry_run',
  'confirmation_token',
  'detail',
  'fields',
]);

test('a tool and its v2 operations have the same fields', () => {
  const differing = catalogue
    .filter((tool) => offeredAt(tool, 'mcp') && !Object.hasOwn(toolsWithoutOperation, tool.name))
    .flatMap((tool) => {
      const own = operations.filter(({ operation }) => operation['x-tool'] === tool.name);
      const taken = new Set(own.flatMap(({ operation }) => fieldsOf(tool, operation)));
      const listed = new Set(fieldPaths(mcpTool(tool).inputSchema));
      const otherNames = new Set(aliasPaths(inputSchema(tool)));
      // The contract describes rules and steps as one object, and the tool lists their fields.
      const isDetail = (path: string): boolean => {
        const outer = path.slice(0, path.lastIndexOf('.'));
        return path.includes('.') && (isWhole(outer, taken) || isDetail(outer));
      };
      return [
        ...[...taken]
          .filter((path) => !listed.has(path) && !otherNames.has(path))
          .map((path) => `${tool.name} lacks ${path}`),
        ...[...listed]
          .filter((path) => !taken.has(path) && !argumentsOfMcp.has(path) && !isDetail(path))
          .map((path) => `${tool.name} adds ${path}`),
      ];
    });
  expect(differing).toEqual([]);
});

function isWhole(path: string, taken: ReadonlySet<string>): boolean {
  return taken.has(path) && ![...taken].some((other) => other.startsWith(`${path}.`));
}

/** Returns the fields that a client of REST passes in the path, the query, the headers and the body. */
function fieldsOf({ rest }: Tool, { parameters = [], requestBody }: Described): string[] {
  const { bodyAs, bytesAs, headers = {} } = rest!;
  const named = parameters.map(resolved).filter(({ in: place }: Described) => place !== 'header');
  const [body] = Object.values(requestBody?.content ?? {}) as Described[];
  return [
    ...named.map(({ name }: Described) => listedName(name)),
    ...Object.values(headers).map(listedName),
    ...[bodyAs, bytesAs].flatMap((field) => (field === undefined ? [] : [listedName(field)])),
    ...(body === undefined || bytesAs !== undefined ? [] : fieldPaths(body.schema, bodyAs)),
  ];
}

/** Returns the other names of fields, which are not listed. */
function aliasPaths(schema: Described, path = ''): string[] {
  if (!isFields(schema)) return [];
  const { properties = {}, items, anyOf = [] } = schema as Described;
  return [
    ...Object.entries<Described>(properties).flatMap(([name, field]) => {
      const own = path === '' ? listedName(name) : `${path}.${listedName(name)}`;
      return field['x-alias'] ? [own] : aliasPaths(field, own);
    }),
    ...aliasPaths(items, path),
    ...anyOf.flatMap((form: Described) => aliasPaths(form, path)),
  ];
}

function resolved(part: Described): Described {
  if (part?.$ref === undefined) return part;
  const [, , kind, name] = part.$ref.split('/');
  return resolved(contract.components[kind][name]);
}

/** Returns the paths of all fields, with the names that assistants see. */
function fieldPaths(given: Described, path = '', depth = 0): string[] {
  const schema = resolved(given);
  if (schema === undefined || schema === null || depth > 6) return [];
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const own = path === '' ? listedName(name) : `${path}.${listedName(name)}`;
      return [own, ...fieldPaths(field, own, depth + 1)];
    }),
    ...(schema.items ? fieldPaths(schema.items, path, depth + 1) : []),
    ...forms.flatMap((form: Described) => fieldPaths(form, path, depth + 1)),
  ];
}
