import { type Context, createContext, Script } from 'node:vm';

/** Ten times what the slowest parser needs for honest input. */
const patienceMs = 500;
const patienceMsPerThousandCharacters = 2;
/** The first run may have hit a pause of the whole machine; the second one has not. */
const runs = 2;

let watched: { context: Context; script: Script } | null = null;

/**
 * Runs a third-party parser over untrusted text within a time limit.
 *
 * The parsers for Markdown, stylesheets and HTML use regular expressions and recursion: some inputs overflow the stack
 * or take quadratic time. Known cases are bounded before parsing; this covers the unknown ones. It is the one place in
 * this room that catches, and the one where time matters: a megabyte that would block the process for hours is
 * abandoned after seconds. For realistic input the result depends on the input alone.
 *
 * @param characters the length of the input
 * @param unwatched no input up to this length is slow, so the timer is not worth its cost
 * @returns what `parse` returns, or `otherwise()` when it throws or takes too long
 */
export function runWithinLimit<Result>(
  { characters, unwatched }: { characters: number; unwatched: number },
  parse: () => Result,
  otherwise: () => Result,
): Result {
  const timeout = patienceMs + Math.ceil((characters / 1000) * patienceMsPerThousandCharacters);
  for (let run = 1; ; run += 1) {
    try {
      return characters <= unwatched ? parse() : watch(parse, timeout);
    } catch (error) {
      if (!isTimeout(error) || run === runs) return otherwise();
    }
  }
}

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
