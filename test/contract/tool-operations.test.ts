import { expect, test } from 'vitest';
import { offeredAt } from '../../src/contract/tool.ts';
import { unboundCatalogueTools } from '../../src/surfaces/mcp/tools/catalogue/catalogue-tools.ts';
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
