import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { formatHelp, type Help } from './output/help.ts';
import { exitCodes, type Streams } from './streams.ts';

export class UsageError extends Error {}

export type Words = {
  options: Map<string, (string | undefined)[]>;
  alone: string[];
};

/** Parses arguments by node's rules. An option without a value has `undefined`. @throws UsageError for an unknown option */
export function parseOptions(
  words: readonly string[],
  known: ReadonlyMap<string, { name: string; takesValue: boolean }>,
): Words {
  const described: ParseArgsOptionsConfig = {};
  for (const [spelling, { takesValue }] of known) {
    described[spelling] = takesValue ? { type: 'string', multiple: true } : { type: 'boolean' };
  }
  described.help = { type: 'boolean', short: 'h' };
  const { tokens } = parseArgs({
    args: [...words],
    options: described,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const read: Words = { options: new Map(), alone: [] };
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      read.alone.push(token.value);
      continue;
    }
    const option = token.name === 'help' ? { name: 'help' } : known.get(token.name);
    if (!option) throw new UsageError(unknownOption(token.rawName, known.keys()));
    // `--to --subject x`: the value is missing. A value that looks like an option is written `--to=--subject`.
    const forgotten = token.inlineValue === false && /^--[A-Za-z]/.test(token.value);
    if (forgotten) throw new UsageError(`${token.rawName} needs a value`);
    read.options.set(option.name, [...(read.options.get(option.name) ?? []), token.value]);
  }
  return read;
}

function unknownOption(given: string, spellings: Iterable<string>): string {
  const near = nearestName(given.replace(/^-+/, ''), [...spellings, 'help']);
  return near === undefined
    ? `there is no option ${given}`
    : `there is no option ${given}; did you mean --${near}?`;
}

/** Ends a sentence about an unknown name. Returns an empty text if no known name is close. */
export function suggestName(given: string, names: Iterable<string>): string {
  const near = nearestName(given, names);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** Also recognizes an abbreviation, and letters in another order, which count as two slips otherwise. */
function nearestName(given: string, names: Iterable<string>): string | undefined {
  const known = [...names];
  const abbreviated = given === '' ? [] : known.filter((name) => name.startsWith(given));
  if (abbreviated.length === 1) return abbreviated[0];
  return didYouMean(given, known) ?? known.find((name) => sorted(name) === sorted(given));
}

function sorted(name: string): string {
  return [...name.toLowerCase()].sort().join('');
}

/** @throws UsageError for an argument that is not an option */
export function refuseArguments(command: string, [first]: readonly string[]): void {
  if (first !== undefined) throw new UsageError(`${command} takes no argument ${first}`);
}

export function oneValue(words: Words, name: string): string | undefined {
  const values = words.options.get(name);
  if (values === undefined) return undefined;
  const [value] = values;
  if (value === undefined || value === '') throw new UsageError(`--${name} needs a value`);
  if (values.length > 1) throw new UsageError(`--${name} is given more than once`);
  return value;
}

export function plainOptions(
  takesValue: Readonly<Record<string, boolean>>,
): Map<string, { name: string; takesValue: boolean }> {
  return new Map(
    Object.entries(takesValue).map(([name, takes]) => [name, { name, takesValue: takes }] as const),
  );
}

/** Reports wrong arguments in three lines: the error, the usage, and where the help is. */
export async function orUsage(
  streams: Streams,
  usage: string,
  command: () => Promise<number> | number,
): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    streams.err.write(`posthouse: ${error.message}\n${usageLines(usage)}`);
    return exitCodes.wrongWords;
  }
}

export function usageLines(usage: string): string {
  const [command] = /^posthouse(?: [a-z][a-z_-]*)*/.exec(usage)!;
  return `Usage: ${usage}\nHelp:  ${command} --help\n`;
}

export async function withoutOptions(
  words: readonly string[],
  { help, streams }: { help: Help; streams: Streams },
  command: (alone: readonly string[]) => Promise<number>,
): Promise<number> {
  return await orUsage(streams, help.usage, async () => {
    const { options, alone } = parseOptions(words, new Map());
    if (!options.has('help')) return await command(alone);
    streams.out.write(formatHelp(help));
    return exitCodes.done;
  });
}
