import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { toolTokens } from '../../scripts/pins/tool-tokens.ts';
import { inputSchema, outputSchema } from '../../src/contract/description/json-schema.ts';
import { listedToolset, offeredAt, type Toolset, toolsets } from '../../src/contract/tool.ts';
import { canMail } from '../../src/model/approval/operation-classes.ts';
import { approvalModes } from '../../src/model/sending/approval-mode.ts';
import { instructionsFor } from '../../src/surfaces/mcp/content/instructions.ts';
import { offerOverMcp } from '../../src/surfaces/mcp/tools/catalogue/catalogue-tools.ts';
import { mcpTool } from '../../src/surfaces/mcp/tools/tool-list.ts';
import { catalogue } from '../../tools/index.ts';
import { verifies } from '../spec/verifies.ts';

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));

/** 1,000 below the 12,500 that the contract allows, so that a new tool always fits. */
const standardTokensMax = 11_500;
const allToolsTokensMax = 18_000;
/** Clients stop at 128. */
const standardToolsMax = 120;
const catalogueTokensMax = 450;
/** The toolsets `core` and `catalogue` together. */
const smallestTokensMax = 2_500;
const smallestToolsMax = 20;
const limits: Readonly<Record<string, number>> = { core: 2_000, catalogue: catalogueTokensMax };
const toolsetTokensMax = 3_500;
const toolTokensMax = 600;
const medianTokensMax = 140;
const instructionsTokensMax = 300;

test.each(catalogue.map((tool) => ({ tool, name: tool.name })))(
  '$name has meaningful schemas',
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

describe('what assistants read at the start, in tokens of o200k', () => {
  const { standard, all, toolsets: ofToolset, tools } = toolTokens();

  verifies(['mcp.size.all', 'mcp.size.tool'], 'all tools together stay within the token limit', () => {
    const counts = Object.values(tools).sort((a, b) => a - b);
    expect(counts.length).toBeGreaterThan(40);
    expect(standard).toBeLessThanOrEqual(standardTokensMax);
    expect(all).toBeLessThanOrEqual(allToolsTokensMax);
    expect(counts.at(-1)).toBeLessThanOrEqual(toolTokensMax);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(medianTokensMax);
  });

  verifies('mcp.size.toolset', 'each toolset stays within its own limit', () => {
    expect(Object.keys(ofToolset).sort()).toEqual([...toolsets].sort());
    for (const [name, tokens] of Object.entries(ofToolset)) {
      if (name === 'rare') continue;
      expect([name, tokens <= (limits[name] ?? toolsetTokensMax)]).toEqual([name, true]);
    }
    expect(ofToolset.core + ofToolset.catalogue).toBeLessThanOrEqual(smallestTokensMax);
  });

  verifies('mcp.size.tools', 'the listed tools stay below the limits of clients', () => {
    const inSets = (...names: Toolset[]) =>
      offerOverMcp(catalogue).filter((tool) => names.includes(listedToolset(tool)));
    expect(inSets('core', 'catalogue').length).toBeLessThanOrEqual(smallestToolsMax);
    expect(inSets(...toolsets.filter((name) => name !== 'rare')).length).toBeLessThanOrEqual(
      standardToolsMax,
    );
  });

  verifies('mcp.size.instructions', 'the instructions stay within their limit', () => {
    for (const mode of approvalModes) {
      expect(countTokens(instructionsFor(offered, mode, 'client'))).toBeLessThanOrEqual(
        instructionsTokensMax,
      );
    }
  });
});

test.each(offered.map((tool) => ({ tool, name: tool.name })))(
  '$name has a title, four hints, an input and an output',
  ({ tool }) => {
    const { title, description, annotations, inputSchema: input, outputSchema: output } = mcpTool(tool);
    expect(title).toMatch(/^[A-Z]/);
    expect(description).toMatch(/^[A-Z].*[.…]$/s);
    expect(Object.keys(annotations!).sort()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
    ]);
    if (tool.effect === 'send' || canMail(tool.name)) {
      expect(annotations).toMatchObject({ destructiveHint: true, openWorldHint: true, readOnlyHint: false });
    }
    expect(input).toMatchObject({ type: 'object', properties: expect.anything() });
    expect(output).toMatchObject({ type: 'object', properties: expect.anything() });
  },
);
