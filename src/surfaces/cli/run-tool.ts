import { readFileSync } from 'node:fs';
import { dryRun } from '../../contract/dry-run.ts';
import { readIdempotencyKey } from '../../contract/idempotency.ts';
import { invoke } from '../../contract/invoke.ts';
import type { Tool } from '../../contract/tool.ts';
import { idempotencyArgument, readArguments, withDryRun } from '../../contract/tool-description.ts';
import { Failure, toToolError } from '../../model/failure.ts';
import { closeWithin, deliverAccepted } from './deliver-accepted.ts';
import type { CliEnvironment } from './environment.ts';
import { showFirstToken } from './first-token.ts';
import { namedOrganization } from './named-organization.ts';
import { oneValue, orUsage, parseOptions, UsageError } from './parse-options.ts';
import { type Refusal, runRemotely } from './remote-tools.ts';
import { exitCodes, type Streams } from './streams.ts';
import {
  inputOfFlags,
  isSwitch,
  joinSwitchValues,
  spellingsOf,
  type ToolFlag,
  toolFlags,
} from './tool-flags.ts';

export const runUsage =
  "posthouse tools run NAME [--json '{…}'] [--field value …] [--org ORG] [--idempotency-key KEY] [--url URL --token TOKEN]";

const controls = ['json', 'org', 'url', 'token', 'idempotency-key'] as const;

type Order = {
  input: Record<string, unknown>;
  idempotencyKey: string | undefined;
  org: string | undefined;
  remote: { url: string; token: string | undefined } | undefined;
};

export async function runTool(
  tool: Tool,
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams,
): Promise<number> {
  const flags = toolFlags(withDryRun(tool));
  return await orUsage(streams, `posthouse tools run ${tool.name} --help`, async () => {
    const order = readOrder(words, flags);
    if (order === 'help') {
      streams.out.write(helpOf(tool, flags));
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
    return tell(ending, streams);
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
      );
      if (tool.effect === 'send') await deliverAccepted(platform, streams);
      showFirstToken(platform, streams);
      return { output };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { refusal: toToolError(error) };
    }
  } finally {
    await closeWithin(platform);
  }
}

/** Invalid arguments are usage errors, not refusals of the tool. */
const wrongWordsNames = new Set(['validation_error', 'invalid_idempotency_key']);

function tell(ending: Ending, { out, err }: Streams): number {
  if ('output' in ending) {
    out.write(`${JSON.stringify(ending.output, null, 2)}\n`);
    return exitCodes.done;
  }
  err.write(`${JSON.stringify(ending.refusal, null, 2)}\n`);
  return wrongWordsNames.has(ending.refusal.name) ? exitCodes.wrongWords : exitCodes.refused;
}

function readOrder(words: readonly string[], allFlags: readonly ToolFlag[]): Order | 'help' {
  // A tool may have its own fields `url` and `token`. The two options mean a server only if both are given.
  const remote = mentions(words, 'url') && mentions(words, 'token');
  const flags = allFlags.filter(({ field }) => !(remote && (field === 'url' || field === 'token')));
  const fields = new Set(flags.map(({ field }) => field));
  const known = spellingsOf(flags);
  for (const name of controls) {
    if (!fields.has(name)) known.set(name, { name, takesValue: true });
  }
  known.set(idempotencyArgument, { name: 'idempotency-key', takesValue: true });

  const read = parseOptions(joinSwitchValues(words, flags), known);
  if (read.options.has('help')) return 'help';
  if (read.alone[0] !== undefined) {
    throw new UsageError(`${read.alone[0]} stands alone; fields are written --field value`);
  }
  const control = (name: (typeof controls)[number]) => (fields.has(name) ? undefined : oneValue(read, name));
  const [url, token, org] = [control('url'), control('token'), control('org')];
  if (token !== undefined && url === undefined) throw new UsageError('--token goes with --url');
  if (org !== undefined && url !== undefined) {
    throw new UsageError('--org is for this machine; on a server the token has its organization');
  }
  return {
    input: { ...readJson(control('json')), ...inputOfFlags(flags, read) },
    idempotencyKey: control('idempotency-key'),
    org,
    remote: url === undefined ? undefined : { url, token },
  };
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
    throw new UsageError(`--json ${given} cannot be read: ${(error as Error).message}`);
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

function helpOf(tool: Tool, flags: readonly ToolFlag[]): string {
  const rows = flags.map(({ field, schema, required, types }) => ({
    flag: `--${field}${isSwitch(types) ? '' : ` ${placeholder(schema, types)}`}`,
    note: [required ? 'required' : '', typeof schema.description === 'string' ? schema.description : '']
      .filter((part) => part !== '')
      .join('; '),
  }));
  const width = Math.max(0, ...rows.map(({ flag }) => flag.length)) + 2;
  const lines = rows.map(({ flag, note }) => `  ${flag.padEnd(width)}${note}`.trimEnd());
  return `${tool.title}: ${tool.summary}
${tool.advice === undefined ? '' : `${tool.advice}\n`}
posthouse tools run ${tool.name} [--field value …]

Fields (camelCase, snake_case and kebab-case are as the field is named; a list is given by repeating its flag):
${lines.join('\n')}

Also:
  --json '{…}'             all fields as one JSON object; single flags come on top; - reads the standard
                           input, @FILE a file
  --org ORG                the organization, by id (default: the first one)
  --idempotency-key KEY    the same key again answers the first result again
  --url URL --token TOKEN  run it on a server (POSTHOUSE_API_KEY serves for the token)
`;
}

function placeholder(schema: { enum?: unknown }, types: ReadonlySet<string>): string {
  if (Array.isArray(schema.enum)) return schema.enum.filter((value) => value !== null).join('|');
  if (types.has('array') && !types.has('string')) return 'VALUE …';
  if (types.has('object') && !types.has('string')) return 'JSON';
  if (types.has('integer') || types.has('number')) return 'NUMBER';
  return 'TEXT';
}
