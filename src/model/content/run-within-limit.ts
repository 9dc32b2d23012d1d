import { type Context, createContext, Script } from 'node:vm';

/** What the slowest parser needs for honest input is a tenth of this. */
const patienceMs = 500;
const patienceMsPerThousandCharacters = 2;
/** The first run may have fallen into a pause of the whole machine; the second one has not. */
const runs = 2;

let watched: { context: Context; script: Script } | null = null;

/**
 * Runs a parser that is not ours over a text that is not ours, to an end.
 *
 * The parsers for Markdown, stylesheets and HTML work with regular expressions and recursion: for some inputs they
 * overflow the stack, or take time that grows with the square of the input. We bound what we know of, before they
 * see it; this is for what we do not know of. It is the one place in this room that catches, and the one where time
 * counts: a megabyte that would keep the process busy for hours is given up after seconds. For every input that
 * anybody would write the result depends on the input alone.
 *
 * @param characters the length of the input
 * @param unwatched up to this length no input takes the parser long, so the watch is not worth its price
 * @returns what `parse` returns, or `otherwise()` when it throws or does not come to an end
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

/** Runs a function of ours under the timer that Node offers for scripts only. */
function watch<Result>(parse: () => Result, timeout: number): Result {
  watched ??= { context: createContext({}), script: new Script('parse()') };
  watched.context.parse = parse;
  try {
    return watched.script.runInContext(watched.context, { timeout });
  } finally {
    watched.context.parse = null;
  }
}

/** The error comes from the context of the script, whose `Error` is not ours. */
function isTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
