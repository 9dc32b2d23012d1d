import { catalogue } from '../../../tools/index.ts';
import type { Caller } from '../../engine/scope.ts';
import type { Platform } from '../../platform.ts';
import { bridgeStdio } from '../mcp/bridge.ts';
import { mcpHouse } from '../mcp/house.ts';
import { serveStdio } from '../mcp/stdio.ts';
import { showFirstToken } from './first-token.ts';
import type { LocalHouse } from './house.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';
import { oneValue, orUsage, plainOptions, readWords, WrongWords } from './words.ts';

const usage = 'posthouse mcp [--url URL --token TOKEN]';
const help = `${usage}
  The MCP server on stdin and stdout, for an assistant to start. On this machine's database, as its operator, or
  as the token in POSTHOUSE_API_KEY; with --url it speaks for a running server (POSTHOUSE_API_KEY serves for the
  token, so that it need not stand among the words of the command).
`;

/** Where an assistant's messages come from and go to. */
export type Pipes = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

/**
 * Serves MCP until the input ends. Nothing but protocol is written to `output`; what is said to people goes to
 * `streams.err`, and to `streams.out` only before anything is served.
 *
 * @param version that of the package
 */
export async function runMcp(
  words: readonly string[],
  house: LocalHouse,
  version: string,
  streams: Streams = processStreams,
  pipes: Pipes = { input: process.stdin, output: process.stdout },
): Promise<number> {
  return await orUsage(streams, usage, async () => {
    const read = readWords(words, plainOptions({ url: true, token: true }));
    if (read.alone[0] !== undefined) throw new WrongWords(`mcp takes no ${read.alone[0]}`);
    if (read.options.has('help')) {
      streams.out.write(help);
      return exitCodes.done;
    }
    const url = oneValue(read, 'url');
    const token = oneValue(read, 'token');
    if (url === undefined) {
      if (token !== undefined) throw new WrongWords('--token goes with --url');
      return await serveHere(house, version, streams, pipes);
    }
    if (!URL.canParse(url)) throw new WrongWords('--url must be a URL such as https://mail.example.com');
    const shown = token ?? house.readConfig().POSTHOUSE_API_KEY;
    if (shown === undefined)
      throw new WrongWords('--url needs --token, or POSTHOUSE_API_KEY in the environment');
    await bridgeStdio({ url, token: shown }, pipes.input, pipes.output);
    return exitCodes.done;
  });
}

async function serveHere(
  house: LocalHouse,
  version: string,
  streams: Streams,
  { input, output }: Pipes,
): Promise<number> {
  const config = house.readConfig();
  const platform = await house.openConfigured(config);
  showFirstToken(platform, streams);
  try {
    const caller = await callerOf(platform, config.POSTHOUSE_API_KEY);
    if (caller === null) {
      streams.err.write(
        'posthouse: POSTHOUSE_API_KEY is no token of this database, or is revoked or expired.\n',
      );
      return exitCodes.refused;
    }
    // What an assistant sends leaves from here: nothing else may be running on this machine.
    platform.worker.start();
    await serveStdio(mcpHouse(platform.engine, catalogue, version), caller, input, output);
    return exitCodes.done;
  } finally {
    await platform.close();
  }
}

/** The operator, or who holds the token in the environment; null when nobody does. */
async function callerOf(platform: Platform, secret: string | undefined): Promise<Caller | null> {
  const operator = platform.operator('mcp');
  if (secret === undefined) return operator;
  const proof = await platform.callers.prove(secret, '127.0.0.1');
  if (proof.kind !== 'proved') return null;
  const { token, organization } = proof;
  return { ...operator, organization, token, scopes: token.scopes };
}
