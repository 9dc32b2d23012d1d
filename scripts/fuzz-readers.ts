/**
 * Searches for superlinear work in every parser of untrusted text.
 *
 *   npm run fuzz -- [--shapes 2000] [--seed 1] [--reader PART-OF-ITS-NAME]
 *
 * Each parser reads many short inputs built from the units of its grammar. For the slowest, the growth is measured: four times the
 * text should take four times the processor time. The slowest of these are read at full length. Parsers run in a separate process;
 * killing it after a time limit is a finding too.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isRefusal, readers } from '../test/readers/readers.ts';
import { anyShape, type Shape, textOf } from '../test/readers/shapes.ts';
import { seededRandom } from '../test/world/simulated/random.ts';

type Task = { reader: string; shape: Shape; characters: number };
/** Processor time. `fault` is set if the parser threw an error that is not meant for callers. */
type Answer = { ms: number; fault: string | null };
type Finding = Answer & { shape: Shape };

const patienceMs = 20_000;
const screenedMin = 8_000;
const screenedMax = 30_000;
/** Number of each parser's slowest inputs whose growth is measured. */
const examinedMax = 12;
/** Parsers with a limit up to this are measured at full length, others at a quarter. */
const shortCharacters = 300_000;
/** Minimum time for a growth measurement. */
const shortMs = 10;
/** Maximum growth for four times the text. Quadratic work takes sixteen times as long, and linear parsers sometimes six. */
const growthMax = 9;
/** Number of each parser's slowest inputs that are read at full length. */
const slowestMax = 3;
/** Memory limit of a parser. Exceeding it ends the process, which is a finding. */
const memoryMaxMb = 512;
const warmUpRounds = 20;

if (process.argv[2] === '--child') child();
else await parent();

function child(): void {
  process.on('message', async ({ reader, shape, characters }: Task) => {
    const { read } = readers.find(({ name }) => name === reader)!;
    const text = textOf(shape, characters);
    const before = process.cpuUsage();
    let fault: string | null = null;
    try {
      await read(text);
    } catch (error) {
      if (!isRefusal(error)) fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    const { user, system } = process.cpuUsage(before);
    process.send!({ ms: (user + system) / 1_000, fault } satisfies Answer);
  });
}

async function parent(): Promise<void> {
  const { values } = parseArgs({
    options: {
      shapes: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      reader: { type: 'string', default: '' },
    },
  });
  const rows: string[][] = [];
  for (const [place, { name, charactersMax, units }] of readers.entries()) {
    if (!name.includes(values.reader)) continue;
    const random = seededRandom(Number(values.seed) * readers.length + place);
    const other = process_();
    for (let round = 0; round < warmUpRounds; round += 1) {
      await other.measure({
        reader: name,
        shape: anyShape(units, random),
        characters: Math.min(charactersMax, 2_000),
      });
    }
    const at = async (shape: Shape, characters: number): Promise<Finding> => ({
      ...(await other.measure({ reader: name, shape, characters: Math.floor(characters) })),
      shape,
    });
    const screened: Finding[] = [];
    for (let count = 0; count < Number(values.shapes); count += 1) {
      const found = await at(anyShape(units, random), screenedCharacters(charactersMax));
      if (found.fault !== null) report(name, 'throws', found);
      screened.push(found);
    }
    const examined: (Finding & { growth: number })[] = [];
    for (const { shape } of slowestOf(screened, examinedMax)) {
      const short = charactersMax <= shortCharacters;
      const [part, whole] = short
        ? [charactersMax / 4, charactersMax]
        : [charactersMax / 16, charactersMax / 4];
      // The minimum of two runs, because compilation and garbage collection add noise.
      const small = Math.min((await at(shape, part)).ms, (await at(shape, part)).ms);
      const large = await at(shape, whole);
      const ms = large.ms / small > growthMax ? Math.min(large.ms, (await at(shape, whole)).ms) : large.ms;
      examined.push({ ...large, ms, growth: ms < shortMs ? 0 : ms / small });
    }
    const steepest = Math.max(0, ...examined.map(({ growth }) => growth));
    const steep = examined.filter(({ growth }) => growth > growthMax);
    for (const found of steep) report(name, `grows by ${found.growth.toFixed(1)}`, found);
    const full: Finding[] = [];
    for (const { shape } of slowestOf(examined, slowestMax)) full.push(await at(shape, charactersMax));
    for (const found of full) if (found.fault !== null) report(name, 'in full', found);
    const [worst] = slowestOf(full, 1);
    other.end();
    const ms = worst?.ms ?? 0;
    rows.push([
      name,
      charactersMax.toLocaleString('en'),
      steepest.toFixed(1),
      ms.toFixed(0),
      written(worst?.shape),
    ]);
    console.log(rows.at(-1)!.join(' | '));
  }
  console.log(
    '\n| reader | characters | growth for 4 times the text | worst ms in full | shape |\n|-|-|-|-|-|',
  );
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

/** Short enough for thousands of inputs, long enough for quadratic work to stand out. */
function screenedCharacters(charactersMax: number): number {
  return Math.min(charactersMax, Math.max(charactersMax / 64, screenedMin), screenedMax);
}

function slowestOf<One extends Finding>(found: readonly One[], amount: number): One[] {
  return found.toSorted((one, other) => other.ms - one.ms).slice(0, amount);
}

function report(reader: string, why: string, { ms, fault, shape }: Finding): void {
  console.log(
    `! ${reader}: ${why}, ${ms.toFixed(0)} ms, ${written(shape)}${fault === null ? '' : `\n  ${fault}`}`,
  );
}

function written(shape: Shape | undefined): string {
  return shape === undefined ? '' : JSON.stringify(shape);
}

/** Runs parsers in a process, which is restarted after it was killed. */
function process_() {
  let running: ChildProcess | null = null;
  return {
    async measure(task: Task): Promise<Answer> {
      running ??= fork(fileURLToPath(import.meta.url), ['--child'], {
        execArgv: [`--max-old-space-size=${memoryMaxMb}`],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const asked = running;
      const settled = new AbortController();
      const timer = setTimeout(() => settled.abort(), patienceMs);
      const exit = once(asked, 'exit', { signal: settled.signal }).then(() => 'ended' as const);
      const answer = once(asked, 'message', { signal: settled.signal }).then(([said]) => said as Answer);
      asked.send(task);
      try {
        const said = await Promise.race([answer, exit]);
        if (said !== 'ended') return said;
        running = null;
        return { ms: patienceMs, fault: 'the process ended' };
      } catch {
        asked.kill('SIGKILL');
        running = null;
        return { ms: patienceMs, fault: null };
      } finally {
        clearTimeout(timer);
        settled.abort();
        await Promise.allSettled([exit, answer]);
      }
    },
    end: () => running?.kill(),
  };
}
