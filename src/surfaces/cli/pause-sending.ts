import type { z } from 'zod';
import { pauseSending } from '../../../tools/organizations/pause-sending.ts';
import { resumeSending } from '../../../tools/organizations/resume-sending.ts';
import { invoke } from '../../contract/invoke.ts';
import { Failure, toToolError } from '../../model/failure.ts';
import { posthouse } from '../../world/command-line.ts';
import type { CliEnvironment } from './environment.ts';
import { namedOrganization } from './named-organization.ts';
import { oneValue, orUsage, parseOptions, plainOptions, UsageError } from './parse-options.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const pauseUsage = 'posthouse pause-sending [--reason TEXT] [--org ORG]';
const pauseHelp = `${pauseUsage}
  Stops all mail of an organization: single mail, campaigns and workflows. It is still accepted, and waits. Works beside a running
  server, whose workers stop within a second; what is already on its way to another mail server finishes.

  --reason TEXT  shown to people and assistants
  --org ORG      the organization, by id (default: the first one)
`;

const resumeUsage = 'posthouse resume-sending [--org ORG]';
const resumeHelp = `${resumeUsage}
  Lets the mail of a paused organization leave again. All that waits is due at once.

  --org ORG  the organization, by id (default: the first one)
`;

/** @returns the exit code: 0 paused, 1 refused, 2 for wrong words */
export async function runPauseSending(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await orUsage(streams, pauseUsage, async () => {
    const read = parseOptions(words, plainOptions({ reason: true, org: true }));
    if (read.options.has('help')) return show(streams, pauseHelp);
    if (read.alone[0] !== undefined) throw new UsageError(`pause-sending takes no ${read.alone[0]}`);
    const [reason, org] = [oneValue(read, 'reason'), oneValue(read, 'org')];
    return await call(
      pauseSending,
      reason === undefined ? {} : { reason },
      org,
      environment,
      streams,
      (name, id) => {
        const named = org === undefined ? '' : ` --org ${id}`;
        return `Sending is paused for ${name}. To resume it: ${posthouse} resume-sending${named}\n`;
      },
    );
  });
}

/** @returns the exit code: 0 resumed or not paused, 1 refused, 2 for wrong words */
export async function runResumeSending(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await orUsage(streams, resumeUsage, async () => {
    const read = parseOptions(words, plainOptions({ org: true }));
    if (read.options.has('help')) return show(streams, resumeHelp);
    if (read.alone[0] !== undefined) throw new UsageError(`resume-sending takes no ${read.alone[0]}`);
    return await call(
      resumeSending,
      {},
      oneValue(read, 'org'),
      environment,
      streams,
      (name) => `Sending is on for ${name}: what waited leaves as soon as a server runs.\n`,
    );
  });
}

function show({ out }: Streams, help: string): number {
  out.write(help);
  return exitCodes.done;
}

async function call(
  tool: typeof pauseSending | typeof resumeSending,
  input: Readonly<Record<string, unknown>>,
  org: string | undefined,
  environment: CliEnvironment,
  { out, err }: Streams,
  sentence: (name: string, id: string) => string,
): Promise<number> {
  const platform = await environment.openConfigured(environment.readConfig(), { showsToken: false });
  try {
    const organization = await namedOrganization(platform, org);
    const { output } = await invoke(platform.engine, tool, platform.operator('cli', organization), input);
    const { name, id } = output as z.output<typeof tool.output>;
    out.write(sentence(name, id));
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    err.write(`posthouse: ${toToolError(error).message}\n`);
    return exitCodes.refused;
  } finally {
    await platform.close();
  }
}
