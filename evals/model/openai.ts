import { z } from 'zod';
import { answerTokensMax, type Dialect, ProviderFault, type Turn } from './provider.ts';

/** Chat completions, the format of `POST /v1/chat/completions`, which many other servers support. */

const Message = z.looseObject({
  content: z.string().nullish(),
  tool_calls: z
    .array(z.looseObject({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
    .nullish(),
});
const Reply = z.looseObject({
  choices: z.array(z.looseObject({ message: Message })).min(1),
  usage: z.looseObject({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

export const openai: Dialect = {
  path: '/v1/chat/completions',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  body: (model, system, tools, turns) => ({
    model,
    max_completion_tokens: answerTokensMax,
    messages: [{ role: 'system', content: system }, ...turns.flatMap(messagesOf)],
    tools: tools.map(({ name, description, schema }) => ({
      type: 'function',
      function: { name, description, parameters: schema },
    })),
  }),
  read(answer) {
    const read = Reply.safeParse(answer);
    if (!read.success) throw new ProviderFault(`the API answered in an unknown form: ${read.error.message}`);
    const { message } = read.data.choices[0]!;
    return {
      from: 'model',
      text: message.content ?? '',
      calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
        id,
        name,
        given: argumentsIn(text),
      })),
      raw: message,
      tokensIn: read.data.usage?.prompt_tokens ?? 0,
      tokensOut: read.data.usage?.completion_tokens ?? 0,
    };
  },
};

/** Invalid arguments become an argument that no tool accepts, so that the tool's refusal explains the mistake. */
function argumentsIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported to the model below.
  }
  return { arguments_are_no_json_object: text };
}

function messagesOf(turn: Turn): unknown[] {
  if (turn.from === 'person') return [{ role: 'user', content: turn.text }];
  if (turn.from === 'model') return [turn.raw];
  return turn.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
}
