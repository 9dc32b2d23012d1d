import { z } from 'zod';
import { mayAsk } from '../../../../contract/description/tool-description.ts';
import { defineTool, type Tool } from '../../../../contract/tool.ts';
import { toolNameCharactersMax } from '../../../../contract/tool-filter.ts';
import { withListedFields } from '../argument-names.ts';
import { ToolEffect } from './find-tools.ts';
import { describeUnknownTool, everyToken, type Reach } from './reach.ts';

const JsonObject = z.record(z.string(), z.unknown());

export function describeTool(reach: Reach): Tool {
  return defineTool({
    name: 'describe_tool',
    title: 'Describe a tool',
    summary: 'Show the input schema of a tool, an example and its possible failures.',
    advice: 'Then call call_tool.',
    ...everyToken,
    input: z.strictObject({ name: z.string().min(1).max(toolNameCharactersMax) }),
    output: z.object({
      object: z.literal('tool'),
      name: z.string(),
      description: z.string(),
      effect: ToolEffect,
      may_ask: z.boolean().describe('A call may wait for a person'),
      input_schema: JsonObject.describe('Schema of the arguments of call_tool'),
      example: JsonObject.describe('Example arguments'),
      failures: z.array(z.string()),
    }),
    failures: ['not_found'],
    effect: 'read',
    example: {
      input: { name: 'restore_campaign' },
      output: {
        object: 'tool',
        name: 'restore_campaign',
        description: 'Restore an archived campaign to its previous state.',
        effect: 'write',
        may_ask: false,
        input_schema: {
          type: 'object',
          properties: { campaign_id: { type: 'string' } },
          required: ['campaign_id'],
          additionalProperties: false,
        },
        example: { campaign_id: 'cmp_01kaa0xq5v8m3c2n7r4t6w9yzb' },
        failures: ['not_found', 'conflict'],
      },
    },
    async run({ fail }, { name }) {
      const tool = reach.tools.get(name) ?? fail('not_found', { message: describeUnknownTool(name, reach) });
      const { description, inputSchema } = reach.describe(name);
      return {
        object: 'tool' as const,
        name,
        description,
        effect: tool.effect,
        may_ask: mayAsk(tool),
        input_schema: inputSchema,
        example: withListedFields(tool, tool.example.input),
        failures: [...tool.failures],
      };
    },
  });
}
