import type { Caller } from '../../src/engine/context/caller.ts';
import { stdioTo } from '../surfaces/mcp/protocol/stdio-wire.ts';
import { initialize, listenTo, toolCall } from '../surfaces/mcp/protocol/wire.ts';
import type { SimulatedPlatform } from '../world/platform.ts';
import { type Assistant, assistantOf, type Json, messageOf, statelessRequest } from './assistant.ts';

/**
 * Every kind of program that an assistant uses: its elicitation abilities, its connection and its protocol
 * revision.
 */

const abilities = {
  none: {},
  form: { elicitation: { form: {} } },
  url: { elicitation: { url: {} } },
  both: { elicitation: { form: {}, url: {} } },
};
const ways = ['http 2026-07-28', 'http 2025-11-25', 'stdio 2026-07-28', 'stdio 2025-11-25'] as const;

export type Program = { can: keyof typeof abilities; way: (typeof ways)[number] };
export const programs: readonly Program[] = ways.flatMap((way) =>
  (Object.keys(abilities) as Program['can'][]).map((can) => ({ can, way })),
);

/** The outcome of a call: a result, or a question for the program's person. */
export type CallOutcome = {
  /** The tool's result or refusal; null for a question. */
  answer: Json;
  refused: boolean;
  question: Asked | null;
};

export type Asked = {
  params: Json;
  /** State, in revisions that pass it through the program. */
  state: string | null;
  /** Sends the person's response to the server. */
  reply(response: object): Promise<CallOutcome>;
};

/** @property state and `response`: the response to a question as a program of 2026-07-28 returns it */
export type Said = { state?: string | undefined; response?: object | undefined };

export type Speaker = (program: Program, tool: string, given: object, said?: Said) => Promise<CallOutcome>;

/**
 * Calls with one token as any program. @param caller the holder of the token at stdio, with current rights
 */
export function speakerOf(
  posthouse: SimulatedPlatform,
  token: string,
  caller: () => Promise<Caller>,
): Speaker {
  const assistant = assistantOf(posthouse, token);
  const speak: Speaker = async ({ can, way }, tool, given, said = {}) => {
    if (way === 'http 2025-11-25') return await inHttpSession(assistant, can, tool, given);
    if (way === 'stdio 2025-11-25') return await inStdioSession(posthouse, await caller(), can, tool, given);
    const params = {
      name: tool,
      arguments: given,
      ...(said.state !== undefined && { requestState: said.state }),
      ...(said.response !== undefined && { inputResponses: { confirm: said.response } }),
    };
    const again = (state: string) => (response: object) =>
      speak({ can, way }, tool, given, { state, response });
    if (way === 'http 2026-07-28') {
      return cameOf(await assistant.ask('tools/call', params, { capabilities: abilities[can] }), again);
    }
    const wire = stdioTo(posthouse, await caller());
    const answer = await wire.ask(statelessRequest('tools/call', params, abilities[can]).message);
    await wire.end();
    return cameOf(answer, again);
  };
  return speak;
}

function cameOf({ result, error }: Json, again: (state: string) => Asked['reply']): CallOutcome {
  if (!result) return { answer: { protocol: error?.message }, refused: true, question: null };
  if (result.resultType !== 'input_required') return toolAnswer(result);
  const state: string = result.requestState;
  const { params } = result.inputRequests.confirm;
  return { answer: null, refused: false, question: { params, state, reply: again(state) } };
}

function toolAnswer(result: Json): CallOutcome {
  const text = result.content[0].text;
  return { answer: JSON.parse(text), refused: result.isError === true, question: null };
}

async function inHttpSession(
  assistant: Assistant,
  can: Program['can'],
  tool: string,
  given: object,
): Promise<CallOutcome> {
  const opened = await assistant.fetch('POST', {}, initialize(abilities[can]));
  await opened.text();
  const session = opened.headers.get('mcp-session-id');
  if (session === null) return { answer: { protocol: opened.status }, refused: true, question: null };
  const headers = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
  const say = async (message: object): Promise<void> => {
    await (await assistant.fetch('POST', headers, message)).text();
  };
  await say({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const response = await assistant.fetch('POST', headers, toolCall(tool, given));
  const isWhole = response.headers.get('content-type')?.startsWith('application/json');
  const stream = isWhole ? null : listenTo(response);
  return await nextIn(
    async () => (stream === null ? await messageOf(response) : (await stream.next())!.message),
    say,
    async () => void (await (await assistant.fetch('DELETE', headers)).text()),
  );
}

async function inStdioSession(
  posthouse: SimulatedPlatform,
  caller: Caller,
  can: Program['can'],
  tool: string,
  given: object,
): Promise<CallOutcome> {
  const wire = stdioTo(posthouse, caller);
  await wire.ask(initialize(abilities[can]));
  wire.send({ jsonrpc: '2.0', method: 'notifications/initialized' }, toolCall(tool, given));
  return await nextIn(
    wire.next,
    async (message) => wire.send(message),
    async () => void (await wire.end()),
  );
}

/** Returns the server's next message about the session's only call: a question, or the final result. */
async function nextIn(
  read: () => Promise<Json>,
  say: (message: object) => Promise<void>,
  end: () => Promise<void>,
): Promise<CallOutcome> {
  let message = await read();
  while (!('id' in message)) message = await read();
  if (message.method === 'elicitation/create') {
    const { id, params } = message;
    const reply = async (response: object): Promise<CallOutcome> => {
      await say({ jsonrpc: '2.0', id, result: response });
      return await nextIn(read, say, end);
    };
    return { answer: null, refused: false, question: { params, state: null, reply } };
  }
  await end();
  const { result, error } = message;
  if (error) return { answer: { protocol: error.message }, refused: true, question: null };
  return toolAnswer(result);
}
