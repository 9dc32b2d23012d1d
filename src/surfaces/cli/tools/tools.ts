import { catalogue } from '../../../../tools/index.ts';
import { toolDescription } from '../../../contract/description/tool-description.ts';
import { offeredAt, type Tool, toolsets } from '../../../contract/tool.ts';
import type { CliEnvironment } from '../environment.ts';
import { formatHelp, formatRows, type Help } from '../output/help.ts';
import { orUsage, parseOptions, plainOptions, suggestName, UsageError } from '../parse-options.ts';
import { exitCodes, isTerminal, processStreams, type Streams, terminalColumns } from '../streams.ts';
import { runTool } from './run-tool.ts';

const help: Help = {
  usage: 'posthouse tools list | show NAME | run NAME [ID] [--FIELD VALUE …]',
  about: [
    'Lists, shows and runs tools as the operator of this machine, or on a server with --url and --token.',
  ],
  sections: [
    {
      title: 'Commands',
      rows: [
        ['tools list', 'Lists every tool with its purpose. --json adds the schemas.'],
        ['tools show NAME', 'Prints one tool as JSON: description, schemas, hints and scopes.'],
        ['tools run NAME', 'Runs a tool. tools run NAME --help shows its fields.'],
      ],
    },
  ],
  examples: ['posthouse tools run list_emails --limit 5', 'posthouse tools run get_email eml_1 --json'],
};

/** @returns the exit code: 0 done, 1 the tool refused (its error as JSON on `err`), 2 for wrong words */
export async function runToolsCommand(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
  tools: readonly Tool[] = catalogue,
): Promise<number> {
  const offered = tools.filter((tool) => offeredAt(tool, 'cli'));
  const [verb, ...rest] = words;
  return await orUsage(streams, help.usage, () => {
    switch (verb) {
      case undefined:
      case 'help':
      case '--help':
      case '-h':
        streams.out.write(formatHelp(help));
        return exitCodes.done;
      case 'list':
        return listTools(rest, offered, streams);
      case 'show':
        return showTool(rest, offered, streams);
      case 'run':
        return runNamedTool(rest, offered, environment, streams);
      default:
        throw new UsageError(unknownVerb(verb));
    }
  });
}

function unknownVerb(verb: string): string {
  return `there is no command tools ${verb}${suggestName(verb, ['list', 'show', 'run'])}`;
}

function listTools(words: readonly string[], tools: readonly Tool[], { out }: Streams): number {
  const { options, alone } = parseOptions(words, plainOptions({ json: false }));
  if (options.has('help')) {
    out.write(formatHelp(help));
  } else if (alone.length > 0) {
    throw new UsageError(`tools list takes no argument ${alone[0]}; tools show NAME shows one tool`);
  } else if (options.has('json')) {
    out.write(json({ object: 'list', data: tools.map(toolDescription), has_more: false }));
  } else {
    out.write(table(tools, isTerminal(out) ? terminalColumns(out) : Number.POSITIVE_INFINITY));
  }
  return exitCodes.done;
}

function showTool(words: readonly string[], tools: readonly Tool[], { out }: Streams): number {
  const { options, alone } = parseOptions(words, plainOptions({ json: false }));
  if (options.has('help')) {
    out.write(formatHelp(help));
    return exitCodes.done;
  }
  const [name, ...more] = alone;
  if (name === undefined || more.length > 0) throw new UsageError('tools show needs the name of one tool');
  out.write(json(toolDescription(toolNamed(name, tools))));
  return exitCodes.done;
}

async function runNamedTool(
  words: readonly string[],
  tools: readonly Tool[],
  environment: CliEnvironment,
  streams: Streams,
): Promise<number> {
  const [name, ...rest] = words;
  if (name === '--help' || name === '-h') {
    streams.out.write(formatHelp(help));
    return exitCodes.done;
  }
  if (name === undefined || name.startsWith('-')) {
    throw new UsageError('tools run needs the name of a tool first');
  }
  return await runTool(toolNamed(name, tools), rest, environment, streams);
}

function toolNamed(name: string, tools: readonly Tool[]): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const names = tools.map((one) => one.name);
  throw new UsageError(
    `there is no tool ${name}${suggestName(name, names) || '; tools list shows them all'}`,
  );
}

/** Wraps only at a terminal, because programs read one tool per line. */
function table(tools: readonly Tool[], columns: number): string {
  return toolsets
    .map((toolset) => ({ toolset, members: tools.filter((tool) => tool.toolset === toolset) }))
    .filter(({ members }) => members.length > 0)
    .map(({ toolset, members }) => {
      const rows = members.map(({ name, summary }) => [name, summary] as const);
      return `${toolset}\n${formatRows(rows, columns)}\n`;
    })
    .join('\n');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
