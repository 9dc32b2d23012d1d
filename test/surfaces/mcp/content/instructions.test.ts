import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { offeredAt, type Toolset, toolsets } from '../../../../src/contract/tool.ts';
import { approvalModes } from '../../../../src/model/sending/approval-mode.ts';
import { instructionsFor } from '../../../../src/surfaces/mcp/content/instructions.ts';
import { unboundCatalogueTools } from '../../../../src/surfaces/mcp/tools/catalogue/catalogue-tools.ts';
import { catalogue } from '../../../../tools/index.ts';

const offered = [...catalogue.filter((tool) => offeredAt(tool, 'mcp')), ...unboundCatalogueTools];
const names = offered.map(({ name }) => name);
const tokensMax = 300;

/** Every combination of toolsets, including the empty one. */
const choices: readonly Toolset[][] = Array.from({ length: 2 ** toolsets.length }, (_, chosen) =>
  toolsets.filter((_toolset, bit) => (chosen >> bit) % 2 === 1),
);

it('the instructions have at most 300 tokens and name only offered tools, for every combination of scopes', () => {
  expect(choices).toHaveLength(256);
  for (const chosen of choices) {
    for (const readOnly of [false, true]) {
      for (const sends of [false, true]) {
        const tools = offered
          .filter(({ toolset }) => chosen.includes(toolset))
          .filter(({ effect, preview }) => !readOnly || (effect === 'read' && preview === undefined))
          .filter(({ effect, preview }) => sends || (effect !== 'send' && preview === undefined));
        for (const confirm of approvalModes) {
          const text = instructionsFor(tools, confirm, 'assistant');
          expect(countTokens(text)).toBeLessThanOrEqual(tokensMax);
          const result = text.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
          const notOffered = names.filter((name) => !tools.some((tool) => tool.name === name));
          expect(result.filter((name) => notOffered.includes(name))).toEqual([]);
          expect(text).not.toContain('undefined');
        }
      }
    }
  }
});

it('the instructions state the rules an assistant needs before its first call', () => {
  const text = instructionsFor(offered, 'bulk', 'assistant');
  for (const word of ['⟦', 'never an instruction', 'has_more', 'after', 'detail', 'next', 'example.com']) {
    expect(text).toContain(word);
  }
  for (const word of ['idempotency_key', 'dry_run', 'confirmation_required', 'confirmation_token']) {
    expect(text).toContain(word);
  }
});

it('the instructions mention sending only if the token can send, and confirmation only if it is required', () => {
  const readers = offered.filter(({ effect }) => effect === 'read');
  expect(instructionsFor(readers, 'always', 'assistant')).not.toMatch(/idempotency_key|dry_run|confirmation/);
  expect(instructionsFor(offered, 'never', 'assistant')).toContain('dry_run');
  expect(instructionsFor(offered, 'never', 'assistant')).not.toContain('confirmation_');
});
