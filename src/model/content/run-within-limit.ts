import { type Context, createContext, Script } from 'node:vm';

/** Ten times the time of the slowest parser on honest input. */
const patienceMs = 500;
const patienceMsPerThousandCharacters = 2;
/** The first run may have hit a pause of the whole machine. */
const runs = 2;
/** A run with a smaller share of the CPU says nothing about the input. */
const processorShareMin = 0.5;
/** A starved run is repeated with twice the time, up to about 30 times the limit. */
const starvedRunsMax = 5;

let watched: { context: Context; script: Script } | null = null;

/**
 * Runs a third-party parser over untrusted text within a time limit, because some inputs overflow the stack
 * or take quadratic time. Runs without enough CPU time are repeated, so that realistic input always gets the
 * same result. Input up to `unwatched` characters is never slow. `strict` throws TookTooLong instead of
 * calling `otherwise`, because the result must not depend on the machine.
 */
export function runWithinLimit<Result>(
  { characters, unwatched, strict = false }: { characters: number; unwatched: number; strict?: boolean },
  parse: () => Result,
  otherwise: () => Result,
): Result {
  const limitMs = patienceMs + Math.ceil((characters / 1000) * patienceMsPerThousandCharacters);
  let starvedRuns = 0;
  for (let run = 1; ; ) {
    const before = process.cpuUsage();
    try {
      return characters <= unwatched ? parse() : watch(parse, limitMs * 2 ** starvedRuns);
    } catch (error) {
      if (!isTimeout(error)) return otherwise();
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1_000 < limitMs * processorShareMin && starvedRuns < starvedRunsMax) {
        starvedRuns += 1;
      } else if (run === runs) {
        if (strict) throw new TookTooLong();
        return otherwise();
      } else {
        run += 1;
      }
    }
  }
}

/** A timer costs 0.1 ms; even quadratic work on fewer characters takes only milliseconds. */
const unwatchedOnLoop = 2_000;

/** Work on the event loop: the length of its text, and the time limit per step. */
export type OnLoop = { characters: number; stepMsMax: number };

/**
 * Runs a step that must have no side effects, because it may be interrupted and repeated in a child process.
 * @param on null for no limit @throws TookTooLong
 */
export function runStep<Result>(on: OnLoop | null, work: () => Result): Result {
  if (on === null || on.characters <= unwatchedOnLoop) return work();
  try {
    return watch(work, on.stepMsMax);
  } catch (error) {
    throw isTimeout(error) ? new TookTooLong() : error;
  }
}

/** A timeout says nothing about the text, because the machine may be busy. */
export class TookTooLong extends Error {}

function watch<Result>(parse: () => Result, timeout: number): Result {
  watched ??= { context: createContext({}), script: new Script('parse()') };
  watched.context.parse = parse;
  try {
    return watched.script.runInContext(watched.context, { timeout });
  } finally {
    watched.context.parse = null;
  }
}

/** The error comes from the script's context, whose `Error` is a different class. */
function isTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
