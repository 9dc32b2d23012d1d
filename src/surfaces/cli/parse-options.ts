import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { didYouMean } from '../../model/text/did-you-mean.ts';
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
  const near = didYouMean(given.replace(/^-+/, ''), spellings);
  return near === undefined
    ? `there is no option ${given}`
    : `there is no option ${given}; did you mean --${near}?`;
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

export async function orUsage(
  streams: Streams,
  usage: string,
  command: () => Promise<number> | number,
): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    streams.err.write(`posthouse: ${error.message}\n\nUsage: ${usage}\n`);
    return exitCodes.wrongWords;
  }
}

export async function withoutOptions(
  words: readonly string[],
  { usage, help, streams }: { usage: string; help: string; streams: Streams },
  command: (alone: readonly string[]) => Promise<number>,
): Promise<number> {
  return await orUsage(streams, usage, async () => {
    const { options, alone } = parseOptions(words, new Map());
    if (!options.has('help')) return await command(alone);
    streams.out.write(help);
    return exitCodes.done;
  });
}
