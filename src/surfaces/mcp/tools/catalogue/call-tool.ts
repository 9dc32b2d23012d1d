import { z } from 'zod';
import { defineTool, type Tool } from '../../../../contract/tool.ts';
import { callToolName, toolNameCharactersMax } from '../../../../contract/tool-filter.ts';
import { type Fields, isFields } from '../../../../model/text/fields.ts';
import { describeUnknownTool, everyToken, type Reach } from './reach.ts';

/**
 * The door carries out the call inside (`readInnerCall`), so `run` only explains why it could not.
 */
export function callTool(reach: Reach): Tool {
  return defineTool({
    name: callToolName,
    title: 'Call a tool',
    summary: 'Call any tool by its name, with the same checks, approvals and answer as a direct call.',
    ...everyToken,
    input: z.strictObject({
      name: z.string().min(1).max(toolNameCharactersMax),
      arguments: z.record(z.string(), z.unknown()).default({}).describe('As describe_tool shows them'),
    }),
    output: z.looseObject({}).describe('The answer of the tool'),
    failures: ['not_found'],
    effect: 'write',
    example: {
      input: { name: 'restore_campaign', arguments: { campaign_id: 'cmp_01kaa0xq5v8m3c2n7r4t6w9yzb' } },
      output: { object: 'campaign', id: 'cmp_01kaa0xq5v8m3c2n7r4t6w9yzb' },
    },
    async run({ fail }, { name }) {
      return fail('not_found', { message: describeUnknownTool(name, reach) });
    },
  });
}

/** Returns the call inside the arguments of `call_tool`; null if they have another form. */
export function readInnerCall({ name, arguments: given = {}, ...others }: Fields): InnerCall | null {
  const isCall = typeof name === 'string' && isFields(given) && Object.keys(others).length === 0;
  return isCall ? { name, given } : null;
}

type InnerCall = { name: string; given: Fields };
