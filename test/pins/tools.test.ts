import { globSync, readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { pinsFolder, promiseOf } from '../../scripts/pin-tool.ts';
import { inputSchema, outputSchema } from '../../src/contract/json-schema.ts';
import { offeredAt } from '../../src/contract/tool.ts';
import { mcpTool } from '../../src/surfaces/mcp/tool-list.ts';
import { catalogue } from '../../tools/index.ts';

/**
 * What each tool promises, as literals: whoever built on one finds the same after an update. A pin changes in the
 * commit that changes the promise, and only there: `npx node scripts/pin-tool.ts NAME`.
 */
const pinned = globSync('*.json', { cwd: pinsFolder }).map((file) => file.replace(/\.json$/, ''));

test('every tool has a pin, and every pin a tool', () => {
  expect(pinned.sort()).toEqual(catalogue.map(({ name }) => name).sort());
});

test.each(catalogue.map((tool) => ({ tool, name: tool.name })))('$name keeps its promise', ({ tool }) => {
  const pin = JSON.parse(readFileSync(new URL(`${tool.name}.json`, pinsFolder), 'utf8'));
  expect(JSON.parse(JSON.stringify(promiseOf(tool)))).toEqual(pin);
});

test.each(catalogue.map((tool) => ({ tool, name: tool.name })))(
  '$name has schemas that say something',
  ({ tool }) => {
    const input = inputSchema(tool);
    expect(input).toMatchObject({ type: 'object', additionalProperties: false });
    expect(input).not.toHaveProperty('anyOf');
    expect(outputSchema(tool)).toMatchObject({ type: 'object', properties: expect.anything() });
  },
);

test.each(catalogue.map((tool) => ({ tool, name: tool.name })))(
  '$name has an example that fits its schemas',
  ({ tool }) => {
    expect(tool.input.safeParse(tool.example.input)).toMatchObject({ success: true });
    expect(tool.output.safeParse(tool.example.output)).toMatchObject({ success: true });
  },
);

/** What assistants read before their first word, in tokens of o200k. */
const tokensMax = 8_000;
const tokensOfOneMax = 400;
const tokensMedianMax = 140;

test('all the tools together fit what an assistant can spare for them', () => {
  const tokens = catalogue
    .filter((tool) => offeredAt(tool, 'mcp'))
    .map(mcpTool)
    .map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }))
    .map((shown) => countTokens(shown))
    .sort((a, b) => a - b);
  expect(tokens.length).toBeGreaterThan(40);
  expect(tokens.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(tokensMax);
  expect(tokens.at(-1)).toBeLessThanOrEqual(tokensOfOneMax);
  expect(tokens[Math.floor(tokens.length / 2)]).toBeLessThanOrEqual(tokensMedianMax);
});
