import { readFileSync } from 'node:fs';
import {
  idempotencyArgument,
  readArguments,
  withDryRun,
} from '../../../contract/description/tool-description.ts';
import { dryRun } from '../../../contract/dry-run.ts';
import { readIdempotencyKey } from '../../../contract/idempotency.ts';
import { invoke, noListener } from '../../../contract/invoke.ts';
import type { Tool } from '../../../contract/tool.ts';
import { Failure, toToolError } from '../../../model/failure.ts';
import { explainError } from '../../../model/text/explain-error.ts';
import type { Platform } from '../../../platform.ts';
import { closeWithin, deliverAccepted } from '../deliver-accepted.ts';
import type { CliEnvironment } from '../environment.ts';
import { namedOrganization } from '../named-organization.ts';
import { formatRefusal, formatResult } from '../output/format-result.ts';
import { columnsMax, formatHelp, type Help, type Row } from '../output/help.ts';
import { startProgress } from '../output/progress.ts';
import { oneValue, orUsage, parseOptions, UsageError, type Words } from '../parse-options.ts';
import { exitCodes, isTerminal, type Streams, terminalColumns } from '../streams.ts';
import { type Refusal, runRemotely } from './remote-tools.ts';
import {
  argumentFields,
  idAliases,
  indexSpellings,
  inputOfFlags,
  isSwitch,
  joinSwitchValues,
  kebab,
  type ToolFlag,
  toolFlags,
} from './tool-flags.ts';

const controls = ['json', 'org', 'url', 'token', 'idempotency-key'] as const;

type Order = {
  input: Record<string, unknown>;
  idempotencyKey: string | undefined;
  org: string | undefined;
  remote: { url: string; token: string | undefined } | undefined;
  printsJson: boolean;
};

export async function runTool(
  tool: Tool,
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams,
): Promise<number> {
  const flags = toolFlags(withDryRun(tool), idAliases(tool, [...controls, 'help']));
  return await orUsage(streams, usageOf(tool), async () => {
    const order = readOrder(tool, words, flags);
    if (order === 'help') {
      streams.out.write(formatHelp(helpOf(tool, flags)));
      return exitCodes.done;
    }
    const ending = order.remote
      ? await runRemotely(
          { url: order.remote.url, token: order.remote.token ?? tokenOf(environment) },
          tool.name,
          order.input,
          order.idempotencyKey,
        )
      : await runLocally(tool, order, environment, streams);
    return tell(ending, order.printsJson, streams);
  });
}

type Ending = { output: unknown } | { refusal: Refusal };

async function runLocally(
  tool: Tool,
  order: Order,
  environment: CliEnvironment,
  streams: Streams,
): Promise<Ending> {
  const platform = await environment.openConfigured(environment.readConfig());
  try {
    const { engine } = platform;
    const organization = await namedOrganization(platform, order.org);
    const caller = platform.operator('cli', organization);
    const progress = startProgress(streams);
    try {
      const read = readArguments(tool, order.input, 'cli');
      if (read.dryRun) return { output: await dryRun(engine, tool, caller, read.input) };
      const byOption = order.idempotencyKey && {
        place: `tool:${tool.name}`,
        key: readIdempotencyKey(order.idempotencyKey),
      };
      const { output } = await invoke(
        engine,
        tool,
        caller,
        read.input,
        read.idempotency ?? (byOption || undefined),
        {
          ...noListener,
          progress: (done, total, unit = 'rows') => progress.report(done, total ?? null, unit),
        },
      );
      progress.end();
      if (tool.effect === 'send') await deliverAccepted(platform, streams);
      showFirstToken(platform, streams);
      return { output };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { refusal: toToolError(error) };
    } finally {
      progress.end();
    }
  } finally {
    await closeWithin(platform);
  }
}

/** Invalid arguments are usage errors, not refusals of the tool. */
const wrongWordsNames = new Set(['validation_error', 'invalid_idempotency_key']);

/** Prints for a person only at a terminal. Programs always get JSON. */
function tell(ending: Ending, printsJson: boolean, { out, err }: Streams): number {
  if ('output' in ending) {
    const isForPerson = isTerminal(out) && !printsJson;
    out.write(isForPerson ? formatResult(ending.output, terminalColumns(out)) : asJson(ending.output));
    return exitCodes.done;
  }
  const { refusal } = ending;
  const isForPerson = isTerminal(out) && isTerminal(err) && !printsJson;
  err.write(isForPerson ? formatRefusal(refusal) : asJson(refusal));
  return wrongWordsNames.has(refusal.name) ? exitCodes.wrongWords : exitCodes.refused;
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function readOrder(tool: Tool, allWords: readonly string[], allFlags: readonly ToolFlag[]): Order | 'help' {
  const words = allWords.filter((word, index) => !isJsonSwitch(word, allWords[index + 1]));
  // A tool may have its own fields `url` and `token`. The two options mean a server only if both are given.
  const remote = mentions(words, 'url') && mentions(words, 'token');
  const flags = allFlags.filter(({ field }) => !(remote && (field === 'url' || field === 'token')));
  const fields = new Set(flags.map(({ field }) => field));
  const known = indexSpellings(flags);
  for (const name of controls) {
    if (!fields.has(name)) known.set(name, { name, takesValue: true });
  }
  known.set(idempotencyArgument, { name: 'idempotency-key', takesValue: true });

  const read = parseOptions(joinSwitchValues(words, flags), known);
  if (read.options.has('help')) return 'help';
  nameArguments(tool, read);
  const control = (name: (typeof controls)[number]) => (fields.has(name) ? undefined : oneValue(read, name));
  const [url, token, org] = [control('url'), control('token'), control('org')];
  if (token !== undefined && url === undefined) throw new UsageError('--token needs --url');
  if (org !== undefined && url !== undefined) {
    throw new UsageError('--org works only on this machine; on a server, the token selects the organization');
  }
  return {
    input: { ...readJson(control('json')), ...inputOfFlags(flags, read) },
    idempotencyKey: control('idempotency-key'),
    org,
    remote: url === undefined ? undefined : { url, token },
    printsJson: words.length < allWords.length,
  };
}

/** `--json` without fields selects the output. */
function isJsonSwitch(word: string, next: string | undefined): boolean {
  return word === '--json' && (next === undefined || !/^\s*([{["@]|$)|^-$/.test(next));
}

/** Moves arguments without a name to the options of their fields. */
function nameArguments(tool: Tool, read: Words): void {
  const fields = argumentFields(tool);
  for (const [index, value] of read.alone.entries()) {
    const field = fields[index];
    if (field === undefined)
      throw new UsageError(`unexpected argument ${value}; a field is written --field value`);
    if (read.options.has(field)) throw new UsageError(`--${field} is given twice: also as ${value}`);
    read.options.set(field, [value]);
  }
}

function mentions(words: readonly string[], name: string): boolean {
  return words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
}

const standardInput = 0;

/** Reads `-` from standard input and `@FILE` from a file, because shells limit the length of arguments. */
function textOfJson(given: string): string {
  if (given !== '-' && !given.startsWith('@')) return given;
  try {
    return readFileSync(given === '-' ? standardInput : given.slice(1), 'utf8');
  } catch (error) {
    throw new UsageError(`--json ${given} cannot be read: ${explainError(error)}`);
  }
}

function readJson(given: string | undefined): Record<string, unknown> {
  if (given === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(textOfJson(given));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError('--json is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('--json must be an object of fields');
  }
  return value as Record<string, unknown>;
}

function tokenOf(environment: CliEnvironment): string {
  const token = environment.readConfig().POSTHOUSE_API_KEY;
  if (token === undefined)
    throw new UsageError('--url needs --token, or POSTHOUSE_API_KEY in the environment');
  return token;
}

function usageOf(tool: Tool): string {
  const names = argumentFields(tool).map((field) => ` ${kebab(field).replace(/-id$/, '').toUpperCase()}`);
  return `posthouse tools run ${tool.name}${names.join('')} [--FIELD VALUE …]`;
}

function helpOf(tool: Tool, flags: readonly ToolFlag[]): Help {
  return {
    usage: usageOf(tool),
    about: [`${tool.title}. ${tool.summary}`, ...(tool.advice === undefined ? [] : [tool.advice])],
    sections: [
      { title: 'Fields', rows: flags.map(flagRow) },
      {
        title: 'Options',
        rows: [
          ['--json', 'Prints the result as JSON at a terminal too. A pipe always gets JSON.'],
          [
            "--json '{…}'",
            'All fields as one JSON object; - reads it from the standard input, @FILE from a file. Single fields override it.',
          ],
          ['--org ORG', 'Id of the organization. Default: the first one.'],
          ['--idempotency-key KEY', 'A repeated call with the same key returns the first result.'],
          ['--url URL --token TOKEN', 'Runs on a server. POSTHOUSE_API_KEY can replace --token.'],
        ],
      },
    ],
    examples: [exampleOf(tool, flags)],
  };
}

function flagRow({ field, spellings, schema, required, types }: ToolFlag): Row {
  const options = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null) : null;
  const alias = spellings.find((spelling) => spelling !== field && spelling !== kebab(field));
  const notes = [
    required ? 'Required.' : '',
    typeof schema.description === 'string' ? `${schema.description.replace(/\.$/, '')}.` : '',
    options === null ? '' : `One of ${options.join(', ')}.`,
    types.has('array') ? 'May be repeated.' : '',
    alias === undefined ? '' : `Also --${alias}.`,
  ];
  const value = isSwitch(types) ? '' : ` ${placeholder(types)}`;
  return [`--${field}${value}`, notes.filter((note) => note !== '').join(' ')];
}

function placeholder(types: ReadonlySet<string>): string {
  if (types.has('object') && !types.has('string')) return 'JSON';
  if ((types.has('integer') || types.has('number')) && !types.has('string')) return 'NUMBER';
  return 'VALUE';
}

/** Shows the shortest correct call. Long values are left to `--json`. */
function exampleOf(tool: Tool, flags: readonly ToolFlag[]): string {
  const given = tool.example.input as Record<string, unknown>;
  const names = argumentFields(tool).filter((field) => isShort(given[field]));
  const options = flags
    .filter(({ field, required }) => required && !names.includes(field))
    .map(({ field }) => (isShort(given[field]) ? `--${field} ${shellWord(String(given[field]))}` : null));
  const start = `posthouse tools run ${tool.name}`;
  if (options.includes(null)) return `${start} --json @input.json`;
  const words = [...names.map((field) => shellWord(String(given[field]))), ...options];
  const onOneLine = [start, ...words].join(' ');
  return onOneLine.length <= exampleCharactersMax ? onOneLine : [start, ...words].join(' \\\n    ');
}

/** Leaves room for the indentation. */
const exampleCharactersMax = columnsMax - 2;

function isShort(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function shellWord(text: string): string {
  return /^[\w@.:/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Prints the token of a first start. Only its hash is stored, so this is the only chance. */
function showFirstToken({ start }: Platform, { err }: Streams): void {
  if (start.madeToken === null) return;
  err.write(`First start: this is your API token, shown this once: ${start.madeToken}\n`);
}
