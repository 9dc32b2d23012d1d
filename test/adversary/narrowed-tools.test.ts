import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { opensTo } from '../../src/contract/authorize.ts';
import { offeredAt, toolsets } from '../../src/contract/tool.ts';
import { everyTool } from '../../src/contract/tool-filter.ts';
import { catalogue } from '../../tools/index.ts';
import { firstToken, openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { randomRuns } from '../world/simulated/random.ts';
import { type Assistant, assistantOf, type Json } from './assistant.ts';

/** Restrictions by the operator, a token or a connection hold whatever a request asks for. */
const seeds = [20_261_130, 3];
const runsOfOneSeed = randomRuns(80);

let posthouse: SimulatedPlatform;
let assistants: { by: Assistant; allowed(tool: (typeof tools)[number]): boolean }[];
const tools = catalogue.filter((tool) => offeredAt(tool, 'mcp'));
const reading = ['emails.read', 'campaigns.read', 'subscribers.read'] as const;

beforeAll(async () => {
  posthouse = await openPlatform({
    mcp: {
      filter: {
        ...everyTool,
        toolsets: new Set(['core', 'audience', 'admin']),
        excluded: new Set(['delete_subscriber']),
      },
    },
  });
  const { token } = await posthouse.addToken(posthouse.organization, { scopes: [...reading] });
  const inside = (tool: (typeof tools)[number]) =>
    ['core', 'audience', 'admin'].includes(tool.toolset) && tool.name !== 'delete_subscriber';
  assistants = [
    { by: assistantOf(posthouse, firstToken), allowed: inside },
    {
      by: assistantOf(posthouse, token),
      allowed: (tool) => inside(tool) && opensTo(tool, reading),
    },
  ];
});
afterAll(() => posthouse.close());

const lists = fc.oneof(
  fc.constantFrom('all', 'ALL', 'core', 'campaigns', 'core,campaigns,all', ' admin , core', ...toolsets),
  fc.subarray([...toolsets], { minLength: 1 }).map((some) => some.join(',')),
);
const names = fc
  .subarray(
    tools.map(({ name }) => name),
    { minLength: 1 },
  )
  .map((some) => some.join(','));
const switches = fc.constantFrom('true', 'false', '1', '0', 'no', 'TRUE');
const asked = fc.record(
  {
    toolsets: lists,
    tools: names,
    exclude: names,
    readOnly: switches,
    queryToolsets: lists,
    queryTools: names,
    queryReadOnly: switches,
  },
  { requiredKeys: [] },
);

test.each(seeds)('no header or query parameter adds a tool to the list (seed %i)', async (seed) => {
  let listed = 0;
  await fc.assert(
    fc.asyncProperty(asked, fc.nat(1), async (words, who) => {
      const { by, allowed } = assistants[who]!;
      const { headers, query } = sentWith(words);
      const { result, error } = await by.ask('tools/list', {}, { headers, query });
      if (error) {
        expect(error.code).toBe(-32602);
        return;
      }
      const offered = new Set<string>(result.tools.map(({ name }: Json) => name));
      listed += offered.size;
      for (const name of offered) expect(allowed(tools.find((tool) => tool.name === name)!), name).toBe(true);
      const readOnly = [words.readOnly, words.queryReadOnly].some((word) => /^(true|1)$/i.test(word ?? ''));
      for (const tool of tools) {
        if (readOnly && tool.effect !== 'read' && tool.toolset !== 'catalogue')
          expect(offered.has(tool.name), tool.name).toBe(false);
      }
      // A tool that is not listed cannot be called, with or without these headers.
      for (const tool of tools.filter(({ name }) => !offered.has(name)).slice(0, 8)) {
        const answer = await by.call(tool.name, tool.example.input as object, { headers, query });
        if (answer.error) expect(answer.error.code).toBe(-32602);
        else expect(JSON.parse(answer.content[0].text).name).toBe('restricted_api_key');
      }
    }),
    { seed, numRuns: runsOfOneSeed },
  );
  expect(listed).toBeGreaterThan(0);
});

test('no caller can call a tool that the operator excluded, through any interface', async () => {
  for (const { by } of assistants) {
    for (const sent of [
      {},
      { headers: { 'x-mcp-toolsets': 'all' } },
      { headers: { 'x-mcp-tools': 'send_campaign,delete_subscriber' } },
      { query: '?toolsets=campaigns' },
      { query: '?toolsets=all&toolsets=campaigns', headers: { 'x-mcp-toolsets': 'campaigns, all' } },
    ]) {
      for (const name of ['send_campaign', 'delete_subscriber']) {
        const { error } = await by.call(name, {}, sent);
        expect(error?.code).toBe(-32602);
      }
    }
  }
});

function sentWith(words: Record<string, string | undefined>): {
  headers: Record<string, string>;
  query: string;
} {
  const headers = {
    'x-mcp-toolsets': words.toolsets,
    'x-mcp-tools': words.tools,
    'x-mcp-exclude-tools': words.exclude,
    'x-mcp-read-only': words.readOnly,
  };
  const query = new URLSearchParams();
  if (words.queryToolsets !== undefined) query.set('toolsets', words.queryToolsets);
  if (words.queryTools !== undefined) query.set('tools', words.queryTools);
  if (words.queryReadOnly !== undefined) query.set('read_only', words.queryReadOnly);
  const result = Object.entries(headers).filter(
    (header): header is [string, string] => header[1] !== undefined,
  );
  return { headers: Object.fromEntries(result), query: query.size > 0 ? `?${query}` : '' };
}
