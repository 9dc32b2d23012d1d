import type { Client } from '@modelcontextprotocol/client';
import { connect, type Manner, tokenFor } from '../client.ts';
import { type EvalDoor, openDoor } from '../door.ts';
import { settlingMs, thoughtMs } from '../scripted.ts';
import { agreeable, askOf, type EvalTask, type Transcript } from '../task.ts';
import { type EvalWorld, openWorld } from '../world.ts';
import type { Model, ToolCall, ToolSpec, Turn } from './provider.ts';

/** A small agent: a model with this server’s tools, run until its final answer. */

/** Model answers per run. */
const turnsMax = 40;
/** How often the person replies after the first message. */
const personTurnsMax = 3;
/** A run is stopped at this multiple of the calls that a careful assistant needs. */
const callsMaxFactor = 2;

type ModelRun = {
  fault: string | null;
  transcript: Transcript;
  tokensIn: number;
  tokensOut: number;
};

/**
 * Gives a task to a model.
 * @param spend called with the tokens of each answer; throws to end the whole run
 * @throws ProviderFault
 */
export async function runModel(
  task: EvalTask,
  model: Model,
  manner: Manner,
  spend: (tokens: number) => void = () => {},
): Promise<ModelRun> {
  const world = await openWorld(task);
  try {
    await task.world(world);
    const door = openDoor(world, task, () => world.pass(thoughtMs));
    const client = await connect(door, await tokenFor(world, task), task, manner);
    const cost = { tokensIn: 0, tokensOut: 0 };
    try {
      const stopped = await converse(task, { world, door, client, model }, (tokensIn, tokensOut) => {
        cost.tokensIn += tokensIn;
        cost.tokensOut += tokensOut;
        spend(tokensIn + tokensOut);
      });
      await world.pass(settlingMs);
      const fault = stopped ?? (await task.check(world, door.transcript));
      return { fault, transcript: door.transcript, ...cost };
    } finally {
      await client.close();
      await door.close();
    }
  } finally {
    await world.close();
  }
}

type Room = { world: EvalWorld; door: EvalDoor; client: Client; model: Model };

/** @returns why the model was stopped, or null when it finished */
async function converse(
  task: EvalTask,
  { world, door, client, model }: Room,
  spent: (tokensIn: number, tokensOut: number) => void,
): Promise<string | null> {
  const { transcript } = door;
  const system = systemText(world, client.getInstructions());
  const tools = await toolSpecs(client);
  const person = personOf(task, door);
  const turns: Turn[] = [{ from: 'person', text: askOf(task, world) }];
  const lastWords: string[] = [];
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const said = await model.next(system, tools, turns);
    spent(said.tokensIn, said.tokensOut);
    turns.push(said);
    if (said.calls.length === 0) {
      lastWords.push(said.text);
      transcript.answer = lastWords.join('\n');
      const reply = await person(said.text);
      if (reply === null) return null;
      turns.push({ from: 'person', text: reply });
      continue;
    }
    const results = [];
    for (const call of said.calls) {
      if (transcript.calls.length >= task.callsMax * callsMaxFactor) return 'it was stopped: too many calls';
      results.push({ id: call.id, ...(await carryOut(client, call)) });
    }
    turns.push({ from: 'tools', results });
  }
  return 'it was stopped: too many turns';
}

function systemText(world: EvalWorld, instructions: string | undefined): string {
  const now = new Date(world.clock.now());
  return [
    'You work for a person at a small company, with the tools you are given. Do what they ask for and no more.',
    'When something needs their decision, ask them in one short message and wait. When you are done, tell them the outcome in a few plain sentences.',
    `It is ${now.toUTCString()}.`,
    ...(instructions ? ['', instructions] : []),
  ].join('\n');
}

/** Tools for reading resources, as most MCP clients offer them to their model. */
const resourceTools: readonly ToolSpec[] = [
  {
    name: 'list_mcp_resources',
    description:
      'List the resources of the server: addresses that read_mcp_resource reads, documentation among them.',
    schema: { type: 'object', properties: {}, additionalProperties: false },
  },
  {
    name: 'read_mcp_resource',
    description: 'Read a resource of the server by its address.',
    schema: {
      type: 'object',
      properties: { uri: { type: 'string' } },
      required: ['uri'],
      additionalProperties: false,
    },
  },
];

async function toolSpecs(client: Client): Promise<ToolSpec[]> {
  const { tools } = await client.listTools();
  const offered = tools.map(({ name, description = '', inputSchema }) => ({
    name,
    description,
    schema: inputSchema,
  }));
  return [...offered, ...resourceTools];
}

/** Every error goes back to the model as a result, as MCP clients do. */
async function carryOut(
  client: Client,
  { name, given }: ToolCall,
): Promise<{ text: string; isError: boolean }> {
  try {
    if (name === 'list_mcp_resources') {
      const { resources } = await client.listResources();
      const lines = resources.map(
        ({ uri, title, description }) => `${uri}: ${title ?? ''}. ${description ?? ''}`,
      );
      return { text: lines.join('\n'), isError: false };
    }
    if (name === 'read_mcp_resource') {
      const { contents } = await client.readResource({ uri: String(given.uri) });
      return { text: contents.map((one) => ('text' in one ? one.text : '')).join('\n'), isError: false };
    }
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    return { text: (content as Block[]).map(textOf).join('\n'), isError };
  } catch (error) {
    return { text: (error as Error).message, isError: true };
  }
}

type Block = { type: string; text?: string; uri?: string };

function textOf({ type, text, uri }: Block): string {
  return type === 'resource_link' ? `See the resource ${uri}` : (text ?? `(${type})`);
}

/** The person: answers approvals and questions; otherwise they are done and say nothing. */
function personOf(
  { persona = agreeable }: EvalTask,
  { transcript, person }: EvalDoor,
): (text: string) => Promise<string | null> {
  const { confirms, replies = [] } = persona;
  let said = 0;
  let repliesUsed = 0;
  let confirmedAt = -1;
  return async (text) => {
    if (said === personTurnsMax) return null;
    const last = transcript.calls.length - 1;
    const waits = transcript.calls[last]?.refused === 'confirmation_required' && confirmedAt !== last;
    if (waits) {
      said += 1;
      confirmedAt = last;
      if (person) {
        await person.look();
        return 'I have been at the page.';
      }
      return confirms ? 'Yes, I agree with exactly that: go ahead.' : (replies[0] ?? 'No, do not send it.');
    }
    if (!text.includes('?')) return null;
    said += 1;
    const reply = replies[repliesUsed];
    repliesUsed += 1;
    return reply ?? (confirms ? 'Yes, do what I asked for, and nothing else.' : 'No, leave it.');
  };
}
