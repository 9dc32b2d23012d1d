import type { Client } from '@modelcontextprotocol/client';
import { connect, type Manner, type Sight, tokenFor } from '../client.ts';
import { type EvalDoor, openDoor } from '../door.ts';
import { settlingMs, thoughtMs } from '../scripted.ts';
import { agreeable, askOf, type EvalTask, type Transcript } from '../task.ts';
import { type EvalWorld, openWorld } from '../world.ts';
import type { Model, Turn } from './provider.ts';
import { toolsOf } from './tools-of-host.ts';

/** A small agent: a model with this server’s tools, run until its final answer. */

const turnsMax = 40;
/** Maximum replies of the person after the first message. */
const personTurnsMax = 3;
/** Stops a run at this multiple of the calls that a careful assistant needs. */
const callsMaxFactor = 2;

type ModelRun = {
  fault: string | null;
  transcript: Transcript;
  tokensIn: number;
  tokensOut: number;
};

/**
 * Gives a task to a model.
 * @param sight whether the host shows all tools or lets the model search for them
 * @param spend called with the tokens of each answer; throws to end the whole run
 * @throws ProviderFault
 */
export async function runModel(
  task: EvalTask,
  model: Model,
  manner: Manner,
  sight: Sight = 'all',
  spend: (tokens: number) => void = () => {},
): Promise<ModelRun> {
  const world = await openWorld(task);
  try {
    await task.world(world);
    const door = openDoor(world, task, () => world.pass(thoughtMs));
    const client = await connect(door, await tokenFor(world, task), task, manner);
    const cost = { tokensIn: 0, tokensOut: 0 };
    try {
      const stopped = await converse(task, { world, door, client, model, sight }, (tokensIn, tokensOut) => {
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

type Room = { world: EvalWorld; door: EvalDoor; client: Client; model: Model; sight: Sight };

/** @returns why the model was stopped; null if it finished */
async function converse(
  task: EvalTask,
  { world, door, client, model, sight }: Room,
  spent: (tokensIn: number, tokensOut: number) => void,
): Promise<string | null> {
  const { transcript } = door;
  const system = systemText(world, client.getInstructions());
  const tools = await toolsOf(client, sight);
  const person = personOf(task, door);
  const turns: Turn[] = [{ from: 'person', text: askOf(task, world) }];
  const lastWords: string[] = [];
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const said = await model.next(system, tools.shown(), turns);
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
      results.push({ id: call.id, ...(await tools.carryOut(call)) });
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

/** Plays the person: answers approvals and questions, and otherwise ends the conversation. */
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
    const asked = openQuestion(transcript);
    if (asked > confirmedAt) {
      said += 1;
      confirmedAt = asked;
      if (person) {
        await person.look();
        return 'I have been at the page.';
      }
      return confirms ? 'Yes, I agree with exactly that: go ahead.' : (replies[0] ?? 'No, do not send it.');
    }
    if (!asksSomething(text)) return null;
    said += 1;
    const reply = replies[repliesUsed];
    repliesUsed += 1;
    return reply ?? (confirms ? 'Yes, do what I asked for, and nothing else.' : 'No, leave it.');
  };
}

/** Returns the index of the last call that still needs an approval and was not repeated since; -1 if there is none. */
function openQuestion({ calls }: Transcript): number {
  const asked = calls.findLastIndex(({ refused }) => refused === 'confirmation_required');
  const isMade = calls.some(
    ({ tool, refused }, index) => index > asked && tool === calls[asked]?.tool && refused === null,
  );
  return isMade ? -1 : asked;
}

/** Ignores question marks in quoted subjects and titles. */
function asksSomething(text: string): boolean {
  return text.replaceAll(/"[^"]*"|“[^”]*”|`[^`]*`|\*\*[^*]*\*\*/g, '').includes('?');
}
