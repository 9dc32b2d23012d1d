import { catalogue } from '../../../tools/index.ts';
import { opensTo } from '../../contract/authorize.ts';
import { toolsets } from '../../contract/tool.ts';
import {
  admits,
  everyTool,
  FilterFault,
  type FilterPlaces,
  filterHeaders,
  narrow,
  readFilter,
  settingsFilter,
  type ToolFilter,
} from '../../contract/tool-filter.ts';
import { tokenHint } from '../../engine/auth/token-hint.ts';
import type { Caller, Proof } from '../../engine/context/caller.ts';
import { heldNotice } from '../../engine/organizations/queue-hold.ts';
import type { TokenScope } from '../../model/organization/token.ts';
import type { Platform } from '../../platform.ts';
import { posthouseServer } from '../mcp/offer/posthouse-server.ts';
import { bridgeStdio } from '../mcp/stdio/bridge.ts';
import { serveStdio } from '../mcp/stdio/stdio.ts';
import { offerOverMcp } from '../mcp/tools/catalogue/catalogue-tools.ts';
import type { CliEnvironment } from './environment.ts';
import { formatHelp, type Help } from './output/help.ts';
import {
  oneValue,
  orUsage,
  parseOptions,
  plainOptions,
  refuseArguments,
  UsageError,
  type Words,
} from './parse-options.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const help: Help = {
  usage: 'posthouse mcp [--url URL --token TOKEN] [--toolsets LIST] [OPTION …]',
  about: [
    'Runs the MCP server on stdin and stdout; an assistant starts it. It uses the database of this machine, as its operator or with the token in POSTHOUSE_API_KEY. With --url it connects to a running server.',
  ],
  sections: [
    {
      title: 'Options',
      rows: [
        ['--url URL', 'Address of a running server.'],
        [
          '--token TOKEN',
          'Token for that server. POSTHOUSE_API_KEY can replace it, so that the token does not appear in the process list.',
        ],
      ],
    },
    {
      title: 'Options that restrict the tools (a tool must pass all of them)',
      rows: [
        [
          '--toolsets LIST',
          `List only these toolsets, comma separated: ${toolsets.join(', ')}; standard for all but rare; or all.`,
        ],
        ['--tools LIST', 'Only these tools.'],
        ['--exclude-tools LIST', 'All tools except these.'],
        ['--read-only', 'Only tools that change nothing.'],
      ],
    },
    {
      title: 'The same as variables',
      rows: [
        ['POSTHOUSE_MCP_TOOLSETS', 'Like --toolsets. Default: standard.'],
        ['POSTHOUSE_MCP_READ_ONLY', 'Like --read-only.'],
      ],
    },
  ],
  examples: [
    'posthouse mcp --toolsets core,audience --read-only',
    'posthouse mcp --url https://mail.example.com',
  ],
};

const mcpTools = offerOverMcp(catalogue);

const overPipe = { 'network.transport': 'pipe' } as const;

type Pipes = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

/** `output` carries only protocol. Messages for people go to `streams.err`, or to `streams.out` before serving starts. */
export async function runMcp(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
  pipes: Pipes = { input: process.stdin, output: process.stdout },
): Promise<number> {
  return await orUsage(streams, help.usage, async () => {
    const read = parseOptions(words, plainOptions({ url: true, token: true, ...choiceOptions }));
    refuseArguments('mcp', read.alone);
    if (read.options.has('help')) {
      streams.out.write(formatHelp(help));
      return exitCodes.done;
    }
    const url = oneValue(read, 'url');
    const token = oneValue(read, 'token');
    const choice = toolChoice(read, new Set(mcpTools.map(({ name }) => name)));
    assertLeavesTools(choice);
    if (url === undefined) {
      if (token !== undefined) throw new UsageError('--token needs --url');
      return await serveHere(environment, choice, streams, pipes);
    }
    if (!URL.canParse(url)) throw new UsageError('--url must be a URL such as https://mail.example.com');
    const config = environment.readConfig();
    const shown = token ?? config.POSTHOUSE_API_KEY;
    if (shown === undefined)
      throw new UsageError('--url needs --token, or POSTHOUSE_API_KEY in the environment');
    const filter = narrow(settingsFilter(config), choice);
    assertLeavesTools(filter);
    await bridgeStdio({ url, token: shown, headers: filterHeaders(filter) }, pipes.input, pipes.output);
    return exitCodes.done;
  });
}

async function serveHere(
  environment: CliEnvironment,
  choice: ToolFilter,
  streams: Streams,
  { input, output }: Pipes,
): Promise<number> {
  const config = environment.readConfig();
  const filter = narrow(settingsFilter(config), choice);
  assertLeavesTools(filter);
  // MCP clients log this output, so no token may appear in it.
  const platform = await environment.openConfigured(config, { showsToken: false, follows: 'traces' });
  if (platform.start.isFirst) {
    const { store, world } = platform.engine;
    const { state, sentence } = await tokenHint(store, platform.start.organization, world.clock.now());
    if (state === 'none') streams.err.write(`posthouse: First start. ${sentence}\n`);
  }
  try {
    const caller = await callerOf(platform, config.POSTHOUSE_API_KEY);
    if (caller === null) {
      streams.err.write(
        'posthouse: POSTHOUSE_API_KEY is not a valid token of this database: it is unknown, revoked or expired.\n',
      );
      return exitCodes.refused;
    }
    assertLeavesTools(filter, caller.scopes);
    const held = await heldNotice(platform.engine.store.database.reader);
    if (held !== null) streams.err.write(`posthouse: ${held}\n`);
    // Mail of the assistant is delivered from here, because no server may be running on this machine.
    platform.worker.start();
    const { mcpContext } = platform;
    const { world } = platform.engine;
    let messages = 0;
    const offerTo = (now: Caller | null) => {
      messages += 1;
      return (
        now &&
        posthouseServer(
          mcpContext,
          { ...now, cameBy: overPipe, requestId: `${caller.requestId}.${messages}` },
          filter,
        )
      );
    };
    await serveStdio(
      world,
      () => {
        // Authenticated for each message, usually from memory, so that a revoked token stops working here too.
        const now = callerOf(platform, config.POSTHOUSE_API_KEY);
        return now instanceof Promise ? now.then(offerTo) : offerTo(now);
      },
      input,
      output,
    );
    return exitCodes.done;
  } finally {
    await platform.close();
  }
}

function assertLeavesTools(filter: ToolFilter, scopes?: readonly TokenScope[]): void {
  const left = mcpTools.some(
    (tool) => admits(filter, tool) && (scopes === undefined || opensTo(tool, scopes)),
  );
  if (left) return;
  const token = scopes === undefined ? '' : ' to this token';
  throw new UsageError(
    `--toolsets, --tools, --exclude-tools and --read-only, with POSTHOUSE_MCP_TOOLSETS and POSTHOUSE_MCP_READ_ONLY, leave no tool${token}`,
  );
}

/** Returns the operator, or the holder of the token in the environment; null if that token is invalid. */
function callerOf(platform: Platform, secret: string | undefined): Caller | null | Promise<Caller | null> {
  const operator = platform.operator('mcp');
  if (secret === undefined) return operator;
  const judge = (proof: Proof): Caller | null => {
    if (proof.kind !== 'proved') return null;
    const { token, organization } = proof;
    return { ...operator, organization, token, scopes: token.scopes };
  };
  const proof = platform.callers.prove(secret, '127.0.0.1');
  return proof instanceof Promise ? proof.then(judge) : judge(proof);
}

const choiceOptions = { toolsets: true, tools: true, 'exclude-tools': true, 'read-only': false };

const places: FilterPlaces = {
  toolsets: '--toolsets',
  tools: '--tools',
  excluded: '--exclude-tools',
  readOnly: '--read-only',
};

/** @throws UsageError for an unknown tool */
function toolChoice(words: Words, known: ReadonlySet<string>): ToolFilter {
  if (Object.keys(choiceOptions).every((name) => !words.options.has(name))) return everyTool;
  try {
    return readFilter(
      {
        toolsets: oneValue(words, 'toolsets'),
        tools: oneValue(words, 'tools'),
        excluded: oneValue(words, 'exclude-tools'),
        readOnly: switchValue(words, 'read-only'),
      },
      places,
      known,
    );
  } catch (error) {
    throw error instanceof FilterFault ? new UsageError(error.message) : error;
  }
}

/** A switch without a value means true. `--read-only=false` is accepted too. */
function switchValue(words: Words, name: string): string | undefined {
  const given = words.options.get(name);
  return given === undefined ? undefined : (given.at(-1) ?? 'true');
}
