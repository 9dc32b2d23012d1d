import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { createToken } from '../../../../tools/tokens/create-token.ts';
import { baseUrlOf, type Config } from '../../../config.ts';
import { invoke } from '../../../contract/invoke.ts';
import { Failure, toToolError } from '../../../model/failure.ts';
import { isLoopback } from '../../../model/loopback.ts';
import { type ProgramStart, posthouse, programStart, publishedStart } from '../../../world/command-line.ts';
import { type AssistantClient, assistantClients, type Configuration } from '../../connect/clients.ts';
import { endpointPath, isPublicHttps, type ServerEntry } from '../../connect/server-entry.ts';
import type { CliEnvironment } from '../environment.ts';
import { namedOrganization } from '../named-organization.ts';
import { formatHelp, formatRows, wrap } from '../output/help.ts';
import { orUsage, parseOptions, plainOptions, suggestName, UsageError } from '../parse-options.ts';
import { exitCodes, processStreams, type Streams, terminalColumns } from '../streams.ts';
import { type ConnectOptions, connectHelp, connectOptions, readConnectOptions } from './connect-options.ts';
import { describeAccess, suggestQuestion, type TokenAccess } from './describe-access.ts';
import { unseenSettings } from './unseen-settings.ts';

/** The machine that runs the command. */
export type Machine = {
  platform: NodeJS.Platform;
  start: ProgramStart;
  unseenSettings(dataFolder: string): string[];
  isContainer: boolean;
};

const thisMachine: Machine = {
  platform: process.platform,
  start: programStart,
  unseenSettings,
  // Docker and Podman create these files.
  isContainer: ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file)),
};

/** @returns the exit code: 0 printed, 1 if the client cannot reach this server, 2 for wrong words */
export async function runConnect(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
  machine: Machine = thisMachine,
): Promise<number> {
  return await orUsage(streams, connectHelp.usage, async () => {
    const read = parseOptions(words, plainOptions(connectOptions));
    if (read.options.has('help')) {
      streams.out.write(formatHelp(connectHelp));
      return exitCodes.done;
    }
    const [name, ...more] = read.alone;
    if (more.length > 0) throw new UsageError(`connect takes a single client, not also ${more[0]}`);
    const options = readConnectOptions(read);
    if (name === undefined) return listClients(streams);
    const client = assistantClients.find((one) => one.name === name);
    if (client === undefined) throw new UsageError(unknownClient(name));
    return await connect(client, options, environment, streams, machine);
  });
}

function unknownClient(name: string): string {
  const names = assistantClients.map((client) => client.name);
  return `there is no client ${name}${suggestName(name, names)} Clients: ${names.join(', ')}`;
}

function listClients({ out }: Streams): number {
  const rows = assistantClients.map(({ name, title }) => [name, title] as const);
  out.write(`Clients:\n${formatRows(rows)}\n\nExample: ${posthouse} connect ${rows[0]![0]}\n`);
  return exitCodes.done;
}

async function connect(
  client: AssistantClient,
  options: ConnectOptions,
  environment: CliEnvironment,
  streams: Streams,
  machine: Machine,
): Promise<number> {
  const config = environment.readConfig();
  const url = chooseUrl(client, options, config);
  const obstacle =
    (client.isHosted ? describeObstacle(client, url, options, config) : null) ??
    (options.assistant ? refuseForeignToken(url, config) : null);
  if (obstacle !== null) {
    streams.err.write(`posthouse: ${obstacle}\n`);
    return exitCodes.refused;
  }
  try {
    const token = options.assistant ? await makeToken(client, options, environment, config) : null;
    const entry = chooseEntry(url, token, config, machine);
    const local = url === null || isLoopback(new URL(url).hostname);
    const bridge = local ? machine.start : publishedStart(machine.platform);
    const isRegistrationOpen = config.POSTHOUSE_OAUTH_REGISTRATION === 'open';
    const system = { platform: machine.platform, bridge, isRegistrationOpen };
    const configuration = client.configure(entry, system);
    const notes = [
      ...(configuration.notes ?? []),
      ...entryWarnings(entry, config, machine),
      describeAccess(entry, token, config.POSTHOUSE_MCP_CONFIRM),
    ];
    print({ client, entry, configuration, token, notes }, options, streams);
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    streams.err.write(`posthouse: ${toToolError(error).message}\n`);
    return exitCodes.refused;
  }
}

/** Address of the MCP endpoint; null for a program on this machine. */
function chooseUrl(
  { isHosted }: AssistantClient,
  { url, transport }: ConnectOptions,
  config: Config,
): string | null {
  const baseUrl = baseUrlOf(config);
  if (url !== undefined) return new URL(endpointPath, url).href;
  const usesHttp = transport === 'http' || isHosted || isPublicHttps(baseUrl);
  return transport !== 'stdio' && usesHttp ? new URL(endpointPath, baseUrl).href : null;
}

function describeObstacle(
  { title }: AssistantClient,
  url: string | null,
  { assistant }: ConnectOptions,
  config: Config,
): string | null {
  if (url === null) return `${title} starts no programs, so it needs --http or --url`;
  if (assistant) return `${title} takes no token: a person approves it over OAuth. Leave out --assistant`;
  if (!isPublicHttps(url)) {
    return `${title} connects only to a public https address, and this is ${url}. Set POSTHOUSE_BASE_URL to the server’s https address and POSTHOUSE_OAUTH to embedded, or pass the address with --url`;
  }
  if (isThisServer(url, config) && config.POSTHOUSE_OAUTH !== 'embedded') {
    return `${title} connects only over OAuth. Set POSTHOUSE_OAUTH to embedded, and restart the server`;
  }
  return null;
}

/** A token in the configuration for another server would give its operator access to this one. */
function refuseForeignToken(url: string | null, config: Config): string | null {
  if (url === null || isThisServer(url, config) || isLocalDoor(url, config)) return null;
  const [here, there] = [new URL(baseUrlOf(config)).origin, new URL(url).origin];
  return `--assistant creates a token of this server, ${here}, which ${there} must not receive. Run connect with --assistant on the machine of ${there}, or leave out --assistant. If both addresses belong to this server, set POSTHOUSE_BASE_URL to ${there}`;
}

function isThisServer(url: string, config: Config): boolean {
  return new URL(url).origin === new URL(baseUrlOf(config)).origin;
}

/** The server listens on this port without TLS, whatever its public address is. */
function isLocalDoor(url: string, { PORT }: Config): boolean {
  const { protocol, hostname, port } = new URL(url);
  return protocol === 'http:' && isLoopback(hostname) && Number(port || 80) === PORT;
}

function chooseEntry(
  url: string | null,
  token: TokenAccess | null,
  config: Config,
  { start }: Machine,
): ServerEntry {
  if (url === null) {
    return {
      transport: 'stdio',
      command: start.command,
      args: [...start.args, 'mcp'],
      env: {
        POSTHOUSE_DATA_DIR: resolve(config.POSTHOUSE_DATA_DIR),
        ...(token && { POSTHOUSE_API_KEY: token.secret }),
      },
    };
  }
  if (token) return { transport: 'http', url, authorization: { token: token.secret } };
  const isOauth = isThisServer(url, config) && config.POSTHOUSE_OAUTH === 'embedded';
  return { transport: 'http', url, authorization: isOauth ? 'oauth' : 'unset' };
}

async function makeToken(
  { title }: AssistantClient,
  { org, scopes, mode }: ConnectOptions,
  environment: CliEnvironment,
  config: Config,
): Promise<TokenAccess> {
  const platform = await environment.openConfigured(config, { showsToken: false });
  try {
    const caller = platform.operator('cli', await namedOrganization(platform, org));
    const input = { name: title, scopes: [...scopes], assistant: true, ...(mode && { mode }) };
    const { output } = await invoke(platform.engine, createToken, caller, input);
    const made = output as z.output<typeof createToken.output>;
    return { secret: made.token, name: made.name, scopes: made.scopes, mode: made.mode };
  } finally {
    await platform.close();
  }
}

function entryWarnings(entry: ServerEntry, config: Config, machine: Machine): string[] {
  if (entry.transport === 'http') {
    const { protocol, hostname } = new URL(entry.url);
    return protocol === 'https:' || isLoopback(hostname)
      ? []
      : ['Warning: this address is not https, so others in the network can read the token and the mail.'];
  }
  if (machine.isContainer) {
    return [
      'Warning: this command runs in a container, and clients outside cannot start its programs. Use --http or --url.',
    ];
  }
  const folder = resolve(config.POSTHOUSE_DATA_DIR);
  const unseen = machine.unseenSettings(folder);
  return unseen.length === 0
    ? []
    : [
        `Warning: this program will not have ${unseen.join(', ')}, because it reads only ${resolve(folder, '.env')}. Set them there, or use --http while the server runs.`,
      ];
}

type Printed = {
  client: AssistantClient;
  entry: ServerEntry;
  configuration: Configuration;
  token: TokenAccess | null;
  notes: readonly string[];
};

/** Prints the configuration on `out`, so that it can be piped, and the explanation on `err`. */
function print(
  { client, entry, configuration, token, notes }: Printed,
  { isJson }: ConnectOptions,
  { out, err }: Streams,
): void {
  const { places, text, format } = configuration;
  const ask = suggestQuestion(token);
  if (isJson) {
    const shown = token && { name: token.name, scopes: token.scopes, mode: token.mode };
    const { transport } = entry;
    const answer = {
      client: client.name,
      transport,
      places,
      format,
      configuration: text,
      notes,
      ask,
      token: shown,
    };
    out.write(`${JSON.stringify(answer, null, 2)}\n`);
    return;
  }
  const columns = terminalColumns(err);
  const shown = (lines: readonly string[]) => lines.map((line) => `${wrap(line, columns)}\n`).join('');
  err.write(`${client.title}\n${shown(places)}\n`);
  out.write(`${text}\n`);
  const secret = token === null ? [] : ['The configuration contains the token, which is shown only now.'];
  err.write(`\n${shown([...secret, ...notes, `Then ask: ${ask}`])}`);
}
