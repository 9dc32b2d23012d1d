import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { toolTokens } from '../../scripts/pins/tool-tokens.ts';
import { inputSchema, outputSchema } from '../../src/contract/description/json-schema.ts';
import { offeredAt, toolsets } from '../../src/contract/tool.ts';
import { canMail } from '../../src/model/approval/operation-classes.ts';
import { approvalModes } from '../../src/model/sending/approval-mode.ts';
import { instructionsFor } from '../../src/surfaces/mcp/content/instructions.ts';
import { mcpTool } from '../../src/surfaces/mcp/tools/tool-list.ts';
import { catalogue } from '../../tools/index.ts';
import { verifies } from '../spec/verifies.ts';

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));

const allToolsTokensMax = 13_000;
const coreTokensMax = 2_000;
const toolsetTokensMax = 3_900;
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
  const { total, toolsets: ofToolset, tools } = toolTokens();

  verifies(['mcp.size.all', 'mcp.size.tool'], 'all tools together stay within the token limit', () => {
    const counts = Object.values(tools).sort((a, b) => a - b);
    expect(counts.length).toBeGreaterThan(40);
    expect(total).toBeLessThanOrEqual(allToolsTokensMax);
    expect(counts.at(-1)).toBeLessThanOrEqual(toolTokensMax);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(medianTokensMax);
  });

  verifies('mcp.size.toolset', 'each toolset stays within its own limit', () => {
    expect(Object.keys(ofToolset).sort()).toEqual([...toolsets].sort());
    for (const [name, tokens] of Object.entries(ofToolset)) {
      expect([name, tokens <= (name === 'core' ? coreTokensMax : toolsetTokensMax)]).toEqual([name, true]);
    }
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
