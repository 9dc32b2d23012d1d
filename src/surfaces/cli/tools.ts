import { catalogue } from '../../../tools/index.ts';
import { offeredAt, type Tool, toolsets } from '../../contract/tool.ts';
import { toolDescription } from '../../contract/tool-description.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import type { CliEnvironment } from './environment.ts';
import { orUsage, parseOptions, plainOptions, UsageError } from './parse-options.ts';
import { runTool, runUsage } from './run-tool.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const usage = 'posthouse tools list [--json] | show NAME | run NAME …';

const help = `posthouse tools list [--json]
  Every tool by name, with what it is for. --json: their schemas too.

posthouse tools show NAME
  One tool as JSON: description, input and output schema, hints, scopes.

${runUsage}
  Runs a tool. posthouse tools run NAME --help shows its fields.
`;

/** @returns the exit code: 0 done, 1 the tool refused (its error as JSON on `err`), 2 for wrong words */
export async function runToolsCommand(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
  tools: readonly Tool[] = catalogue,
): Promise<number> {
  const offered = tools.filter((tool) => offeredAt(tool, 'cli'));
  const [verb, ...rest] = words;
  return await orUsage(streams, usage, () => {
    switch (verb) {
      case undefined:
      case 'help':
      case '--help':
      case '-h':
        streams.out.write(help);
        return exitCodes.done;
      case 'list':
        return listTools(rest, offered, streams);
      case 'show':
        return showTool(rest, offered, streams);
      case 'run':
        return runNamedTool(rest, offered, environment, streams);
      default:
        throw new UsageError(`tools ${verb} is not a command`);
    }
  });
}

function listTools(words: readonly string[], tools: readonly Tool[], { out }: Streams): number {
  const { options, alone } = parseOptions(words, plainOptions({ json: false }));
  if (options.has('help')) {
    out.write(help);
  } else if (alone.length > 0) {
    throw new UsageError(`tools list takes no ${alone[0]}; tools show NAME shows one tool`);
  } else if (options.has('json')) {
    out.write(json({ object: 'list', data: tools.map(toolDescription), has_more: false }));
  } else {
    out.write(table(tools));
  }
  return exitCodes.done;
}

function showTool(words: readonly string[], tools: readonly Tool[], { out }: Streams): number {
  const { options, alone } = parseOptions(words, plainOptions({ json: false }));
  if (options.has('help')) {
    out.write(help);
    return exitCodes.done;
  }
  const [name, ...more] = alone;
  if (name === undefined || more.length > 0) throw new UsageError('tools show takes the name of one tool');
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
    streams.out.write(help);
    return exitCodes.done;
  }
  if (name === undefined || name.startsWith('-')) {
    throw new UsageError('tools run takes the name of a tool first');
  }
  return await runTool(toolNamed(name, tools), rest, environment, streams);
}

function toolNamed(name: string, tools: readonly Tool[]): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const near = didYouMean(
    name,
    tools.map((one) => one.name),
  );
  throw new UsageError(
    near === undefined
      ? `there is no tool ${name}; tools list shows them all`
      : `there is no tool ${name}; did you mean ${near}?`,
  );
}

function table(tools: readonly Tool[]): string {
  const width = Math.max(0, ...tools.map(({ name }) => name.length)) + 2;
  return toolsets
    .map((toolset) => ({ toolset, members: tools.filter((tool) => tool.toolset === toolset) }))
    .filter(({ members }) => members.length > 0)
    .map(({ toolset, members }) => {
      const lines = members.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`);
      return `${toolset}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
