import type { Client } from '@modelcontextprotocol/client';
import { connect, type Manner, type Sight, tokenFor } from './client.ts';
import { openDoor } from './door.ts';
import { type Answer, agreeable, askOf, type EvalTask, type ScriptSession, type Transcript } from './task.ts';
import { type EvalWorld, minuteMs, openWorld, secondMs } from './world.ts';

type Verdict = { fault: string | null; transcript: Transcript };

/** Time that passes in the world between two calls, while an assistant thinks. */
export const thoughtMs = 2 * secondMs;
/** Time for work in flight to finish before the check. */
export const settlingMs = 2 * minuteMs;

/** Runs a task’s script, or its wrong solution, through the MCP door, and checks the result. With the sight `catalogue`, each call is a `call_tool`. */
export async function runScript(
  task: EvalTask,
  manner: Manner,
  which: 'script' | 'wrong' = 'script',
  sight: Sight = 'all',
): Promise<Verdict> {
  const world = await openWorld(task);
  try {
    await task.world(world);
    const door = openDoor(world, task, () => world.pass(thoughtMs));
    const client = await connect(door, await tokenFor(world, task), task, manner, sight);
    try {
      door.transcript.answer = await task[which]!(sessionOf(client, world, task, sight));
    } finally {
      await client.close();
      await door.close();
    }
    await world.pass(settlingMs);
    return { fault: await task.check(world, door.transcript), transcript: door.transcript };
  } finally {
    await world.close();
  }
}

export async function checkUntouched(task: EvalTask): Promise<string | null> {
  const world = await openWorld(task);
  try {
    await task.world(world);
    await world.pass(settlingMs);
    return await task.check(world, { calls: [], reads: [], confirmations: 0, answer: '' });
  } finally {
    await world.close();
  }
}

function sessionOf(client: Client, world: EvalWorld, task: EvalTask, sight: Sight): ScriptSession {
  const { persona = agreeable } = task;
  const answerOf = async (name: string, given: Record<string, unknown>) => {
    const direct = { name, arguments: given };
    const { content, isError = false } = await client.callTool(
      sight === 'catalogue' ? { name: 'call_tool', arguments: direct } : direct,
    );
    const [first] = content as { text?: string }[];
    return { isError, value: JSON.parse(unmarked(String(first?.text))) as Answer };
  };
  /** Waits for the person at the console. If they approve, repeats the call and returns its result. */
  const decided = async (
    tool: string,
    given: Record<string, unknown>,
    id: string,
  ): Promise<Answer | null> => {
    const { status } = await session.call('wait_for_approval', { id });
    return status === 'used' || status === 'approved' ? await session.call(tool, given) : null;
  };
  const session: ScriptSession = {
    async call(tool, given = {}) {
      const { isError, value } = await answerOf(tool, given);
      if (isError) throw new Error(`${tool} was refused: ${JSON.stringify(value)}`);
      return value;
    },
    async refused(tool, given = {}) {
      const { isError, value } = await answerOf(tool, given);
      if (!isError) throw new Error(`${tool} was not refused: ${JSON.stringify(value)}`);
      return value;
    },
    async send(tool, given) {
      const { isError, value } = await answerOf(tool, given);
      if (!isError) return value;
      if (value.name !== 'confirmation_required')
        throw new Error(`${tool} was refused: ${JSON.stringify(value)}`);
      if (value.details.approval) return await decided(tool, given, value.details.approval.id);
      if (!persona.confirms) return null;
      return await session.call(tool, { ...given, confirmation_token: value.details.confirmation_token });
    },
    async read(uri) {
      const { contents } = await client.readResource({ uri });
      return (contents as { text?: string }[]).map(({ text = '' }) => text).join('\n');
    },
    wait: (ms) => world.pass(ms),
    asked: askOf(task, world),
  };
  return session;
}

function unmarked(text: string): string {
  return text.replaceAll('⟦', '').replaceAll('⟧', '');
}
