import { createInterface } from 'node:readline';
import { tokenFor } from './client.ts';
import { openDoor } from './door.ts';
import { type Result, resultOf } from './result.ts';
import { settlingMs, thoughtMs } from './scripted.ts';
import { agreeable, askOf, type EvalTask } from './task.ts';
import { minuteMs, openWorld } from './world.ts';

/** Maximum time that passes in the world between two calls, however long the person takes. */
const pauseMaxMs = 10 * minuteMs;

type Console = {
  input: NodeJS.ReadableStream;
  say(line: string): void;
  /** Resolves when the person aborts with Ctrl-C. */
  stopped: Promise<void>;
};

/**
 * Serves a task's world on loopback, for any assistant or person, until a line says `done`. The lines before it are the final
 * answer, which some tasks check for a fact.
 * @param port 0 for any free port
 */
export async function serveTask(
  task: EvalTask,
  port: number,
  { input, say, stopped }: Console,
): Promise<Result> {
  const world = await openWorld(task);
  try {
    await task.world(world);
    let before = performance.now();
    const door = openDoor(world, task, async () => {
      // The platform's clock counts whole milliseconds.
      const thoughtFor = Math.round(performance.now() - before);
      before = performance.now();
      await world.pass(Math.min(pauseMaxMs, Math.max(thoughtMs, thoughtFor)));
    });
    const token = await tokenFor(world, task);
    const at = await door.http.listen('127.0.0.1', port);
    for (const line of introduction(task, askOf(task, world), `http://127.0.0.1:${at.port}/mcp`, token))
      say(line);
    say(`In this world it is ${new Date(world.clock.now()).toUTCString()}.`);
    try {
      door.transcript.answer = await linesUntilDone(input, stopped);
      await world.pass(settlingMs);
      const fault = await task.check(world, door.transcript);
      return resultOf(task, 'served', 1, fault, door.transcript);
    } finally {
      await door.close();
    }
  } finally {
    await world.close();
  }
}

function introduction(
  { persona = agreeable, connection }: EvalTask,
  ask: string,
  url: string,
  token: string,
): string[] {
  const headers = Object.entries(connection?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return [
    `MCP server   ${url}`,
    ...[`Authorization: Bearer ${token}`, ...headers].map((header) => `Header       ${header}`),
    '',
    'The person asks:',
    `  ${ask.replaceAll('\n', '\n  ')}`,
    confirmationOf(persona),
    ...(persona.replies ?? []).map((reply) => `Asked anything else, they say: ${reply}`),
    '',
    'When the assistant has ended, enter its last words, then a line with: done',
  ];
}

function confirmationOf({ confirms, atConsole }: NonNullable<EvalTask['persona']>): string {
  if (atConsole)
    return 'They decide at the console, once they have its link and the assistant waits or looks.';
  return confirms ? 'Asked to confirm a send, they say yes.' : 'Asked to confirm a send, they say no.';
}

async function linesUntilDone(input: NodeJS.ReadableStream, stopped: Promise<void>): Promise<string> {
  const lines: string[] = [];
  const reader = createInterface({ input });
  const ended = new Promise<void>((resolve) => {
    reader.once('close', resolve);
    reader.on('line', (line) => {
      if (line.trim() === 'done') resolve();
      else lines.push(line);
    });
  });
  await Promise.race([ended, stopped]);
  reader.close();
  return lines.join('\n');
}
