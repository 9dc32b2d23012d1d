import { type Context, createContext, Script } from 'node:vm';

/** Ten times what the slowest parser needs for honest input. */
const patienceMs = 500;
const patienceMsPerThousandCharacters = 2;
/** The first run may have hit a pause of the whole machine; the second one has not. */
const runs = 2;
/** A run that got a smaller share of the processor than this says nothing about the input. */
const processorShareMin = 0.5;
/** A starved run is repeated with twice the time, up to about thirty times the limit. */
const starvedRunsMax = 5;

let watched: { context: Context; script: Script } | null = null;

/**
 * Runs a third-party parser over untrusted text within a time limit.
 *
 * The parsers for Markdown, stylesheets and HTML use regular expressions and recursion: some inputs overflow the stack
 * or take quadratic time. Known cases are bounded before parsing; this covers the unknown ones. It is the one place in
 * this room that catches, and the one where time matters: a megabyte that would block the process for hours is
 * abandoned after seconds of processor time. For realistic input the result depends on the input alone.
 *
 * @param characters the length of the input
 * @param unwatched no input up to this length is slow, so the timer is not worth its cost
 * @param strict throws when the parser takes too long, because the result must not depend on the machine
 * @returns what `parse` returns, or `otherwise()` when it throws or takes too long
 * @throws TookTooLong
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
      // On a busy machine, time passes while other programs use the processor.
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

/** A timer costs a tenth of a millisecond. Even quadratic work on fewer characters takes some milliseconds. */
const unwatchedOnLoop = 2_000;

/** Work on the event loop: the length of its text, and the time that one step may take. */
export type OnLoop = { characters: number; stepMsMax: number };

/**
 * Runs a step of work on untrusted text, on the event loop within a time limit. The step must have no effect, because
 * it is interrupted anywhere and repeated in a child process.
 *
 * @param on null for no limit
 * @throws TookTooLong
 */
export function runStep<Result>(on: OnLoop | null, work: () => Result): Result {
  if (on === null || on.characters <= unwatchedOnLoop) return work();
  try {
    return watch(work, on.stepMsMax);
  } catch (error) {
    throw isTimeout(error) ? new TookTooLong() : error;
  }
}

/** The time limit of a step was exceeded; says nothing about the text, because the machine may be busy. */
export class TookTooLong extends Error {}

/** Runs a function under the timeout that Node offers for scripts only. */
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
