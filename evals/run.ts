/** `npm run evals`: runs the tasks with scripts, a model or a connected client, and reports the results. */
import { appendFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Manner, manners, type Sight, sights } from './client.ts';
import { runModel } from './model/agent-loop.ts';
import { chooseModel } from './model/choose.ts';
import { type Model, ProviderFault } from './model/provider.ts';
import { lineOf, type Result, resultOf, totalsOf } from './result.ts';
import { runScript } from './scripted.ts';
import { serveTask } from './serve.ts';
import { type EvalTask, groups } from './task.ts';
import { tasks } from './tasks/index.ts';

/** Cost limit of a run with a model in tokens, unless `--tokens-max` is given. */
const tokensMaxDefault = 5_000_000;

const usage = `npm run evals -- [options]

  (none)             every task by its script, without a network
  --model NAME       every task by a model: EVALS_API_KEY, EVALS_BASE_URL, EVALS_PROVIDER=anthropic|openai
  --tools all|asked|catalogue  the tools that the assistant sees: the standard toolsets (left out), tools that its host searches and
                     loads one at a time, or the server's catalogue
  --serve TASK       open the world of one task on the loopback for any assistant; a line "done" ends it
  --task ID          only this task (may be repeated)
  --group NAME       only this group (may be repeated): ${groups.join(', ')}
  --repeat N         each task N times
  --forms on|off     whether the client can put a form before its person (left out: in turn)
  --tokens-max N     end a run with a model after N tokens (${tokensMaxDefault.toLocaleString('en')})
  --out FILE         append each result as a line of JSON
  --port N           for --serve (left out: any free one)
  --list             the tasks and what is asked in each`;

class Misuse extends Error {}

async function main(): Promise<number> {
  const options = readOptions();
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  if (options.help) return say(usage) ?? 0;
  const chosen = choose(options);
  if (options.list) return list(chosen, say);
  const results: Result[] = [];
  const keep = async (result: Result): Promise<void> => {
    results.push(result);
    say(lineOf(result));
    if (options.out !== undefined) await appendFile(options.out, `${JSON.stringify(result)}\n`);
  };
  if (options.serve !== undefined) {
    const stopped = new Promise<void>((resolve) => process.once('SIGINT', () => resolve()));
    await keep(await serveTask(chosen[0]!, options.port, { input: process.stdin, say, stopped }));
  } else {
    const model = options.model === undefined ? null : chooseModel(options.model, process.env);
    const spend = budget(options.tokensMax);
    for (let repeat = 1; repeat <= options.repeat; repeat += 1) {
      for (const [index, task] of chosen.entries()) {
        await keep(
          await runOnce(task, model, repeat, mannerFor(index + repeat - 1, options.forms), {
            sight: options.tools,
            spend,
          }),
        );
      }
    }
    for (const line of ['', ...totalsOf(results)]) say(line);
  }
  return results.every(({ passed }) => passed) ? 0 : 1;
}

async function runOnce(
  task: EvalTask,
  model: Model | null,
  repeat: number,
  manner: Manner,
  { sight, spend }: { sight: Sight; spend: (tokens: number) => void },
): Promise<Result> {
  if (model === null) {
    const { fault, transcript } = await runScript(task, manner, 'script', sight);
    return resultOf(task, 'script', repeat, fault, transcript);
  }
  const { fault, transcript, ...cost } = await runModel(task, model, manner, sight, spend);
  return resultOf(task, model.name, repeat, fault, transcript, cost);
}

/** Returns a function that throws once the run's token budget is exceeded. */
function budget(tokensMax: number): (tokens: number) => void {
  let left = tokensMax;
  return (tokens) => {
    left -= tokens;
    if (left < 0)
      throw new ProviderFault(`the run was ended after ${tokensMax} tokens: --tokens-max allows more`);
  };
}

function mannerFor(turn: number, forms: string | undefined): Manner {
  const possible = manners.filter(({ elicits }) => forms === undefined || elicits === (forms === 'on'));
  return possible[turn % possible.length]!;
}

type Options = ReturnType<typeof readOptions>;

/** @throws Misuse */
function readOptions() {
  const one = { type: 'string' } as const;
  const many = { type: 'string', multiple: true } as const;
  const flag = { type: 'boolean' } as const;
  const { values } = parsed(() =>
    parseArgs({
      options: {
        model: one,
        tools: one,
        serve: one,
        task: many,
        group: many,
        repeat: one,
        forms: one,
        'tokens-max': one,
        out: one,
        port: one,
        list: flag,
        help: flag,
      },
    }),
  );
  if (values.forms !== undefined && !['on', 'off'].includes(values.forms))
    throw new Misuse('--forms is on or off');
  const tools = sights.find((one) => one === (values.tools ?? 'all'));
  if (tools === undefined) throw new Misuse(`--tools is ${sights.join(' or ')}`);
  return {
    ...values,
    tools,
    repeat: whole('--repeat', values.repeat, 1),
    port: whole('--port', values.port, 0),
    tokensMax: whole('--tokens-max', values['tokens-max'], tokensMaxDefault),
  };
}

function parsed<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new Misuse((error as Error).message);
  }
}

function whole(name: string, text: string | undefined, left: number): number {
  if (text === undefined) return left;
  if (!/^\d{1,9}$/.test(text)) throw new Misuse(`${name} is a whole number, not ${text}`);
  return Number(text);
}

/** @throws Misuse for an unknown task or group */
function choose({ task = [], group = [], serve }: Options): readonly EvalTask[] {
  const ids = serve === undefined ? task : [serve];
  for (const id of ids) {
    if (!tasks.some((one) => one.id === id)) throw new Misuse(`there is no task ${id}; --list shows them`);
  }
  for (const name of group) {
    if (!groups.some((one) => one === name))
      throw new Misuse(`there is no group ${name}: ${groups.join(', ')}`);
  }
  return tasks.filter(
    (one) => (ids.length === 0 || ids.includes(one.id)) && (group.length === 0 || group.includes(one.group)),
  );
}

function list(chosen: readonly EvalTask[], say: (line: string) => void): number {
  for (const { id, group, ask } of chosen) {
    const text = typeof ask === 'string' ? ask : '(names something of its world: see --serve)';
    say(`${group.padEnd(14)}${id.padEnd(26)}${text.split('\n')[0]}`);
  }
  say(`${chosen.length} tasks`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ProviderFault) && !(error instanceof Misuse)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
