import { z } from 'zod';
import { answerTokensMax, type Dialect, ProviderFault, type ToolSpec, type Turn } from './provider.ts';

/** Messages, the format of `POST /v1/messages`. */

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.record(z.string(), z.unknown()).optional(),
});
const Reply = z.looseObject({
  content: z.array(Block),
  usage: z.looseObject({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_creation_input_tokens: z.number().nullish(),
    cache_read_input_tokens: z.number().nullish(),
  }),
});

export const anthropic: Dialect = {
  path: '/v1/messages',
  headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  body: (model, system, tools, turns) => ({
    model,
    max_tokens: answerTokensMax,
    // System text and tools are the same on every turn, so they are cached.
    system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
    tools: tools.map(({ name, description, schema }: ToolSpec) => ({
      name,
      description,
      input_schema: schema,
    })),
    messages: turns.map(messageOf),
  }),
  read(answer) {
    const read = Reply.safeParse(answer);
    if (!read.success) throw new ProviderFault(`the API answered in an unknown form: ${read.error.message}`);
    const { content, usage } = read.data;
    return {
      from: 'model',
      text: content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('\n'),
      calls: content.flatMap(({ type, id, name, input }) =>
        type === 'tool_use' && id && name ? [{ id, name, given: input ?? {} }] : [],
      ),
      raw: content,
      tokensIn:
        usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
      tokensOut: usage.output_tokens,
    };
  },
};

function messageOf(turn: Turn): unknown {
  if (turn.from === 'person') return { role: 'user', content: turn.text };
  if (turn.from === 'model') return { role: 'assistant', content: turn.raw };
  return {
    role: 'user',
    content: turn.results.map(({ id, text, isError }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: text,
      is_error: isError,
    })),
  };
}
