import type { z } from 'zod';
import { pauseSending } from '../../../tools/organizations/pause-sending.ts';
import { resumeSending } from '../../../tools/organizations/resume-sending.ts';
import { invoke } from '../../contract/invoke.ts';
import { Failure, toToolError } from '../../model/failure.ts';
import { posthouse } from '../../world/command-line.ts';
import type { CliEnvironment } from './environment.ts';
import { namedOrganization } from './named-organization.ts';
import { formatHelp, type Help } from './output/help.ts';
import { oneValue, orUsage, parseOptions, plainOptions, refuseArguments } from './parse-options.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const pauseHelp: Help = {
  usage: 'posthouse pause-sending [--reason TEXT] [--org ORG]',
  about: [
    'Stops all mail of an organization: single emails, campaigns and workflows. New mail is still accepted and waits. Works while the server runs: its workers stop within a second. A delivery that has already started finishes.',
  ],
  sections: [
    {
      title: 'Options',
      rows: [
        ['--reason TEXT', 'Shown to people and assistants.'],
        ['--org ORG', 'Id of the organization. Default: the first one.'],
      ],
    },
  ],
  examples: ['posthouse pause-sending --reason "Wrong price in the newsletter"'],
};

const resumeHelp: Help = {
  usage: 'posthouse resume-sending [--org ORG]',
  about: ['Resumes sending for a paused organization. Waiting mail is due immediately.'],
  sections: [{ title: 'Options', rows: [['--org ORG', 'Id of the organization. Default: the first one.']] }],
  examples: ['posthouse resume-sending'],
};

/** @returns the exit code: 0 paused, 1 refused, 2 for wrong words */
export async function runPauseSending(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await orUsage(streams, pauseHelp.usage, async () => {
    const read = parseOptions(words, plainOptions({ reason: true, org: true }));
    if (read.options.has('help')) return show(streams, pauseHelp);
    refuseArguments('pause-sending', read.alone);
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
  return await orUsage(streams, resumeHelp.usage, async () => {
    const read = parseOptions(words, plainOptions({ org: true }));
    if (read.options.has('help')) return show(streams, resumeHelp);
    refuseArguments('resume-sending', read.alone);
    return await call(
      resumeSending,
      {},
      oneValue(read, 'org'),
      environment,
      streams,
      (name) => `Sending is on for ${name}: mail that waited is sent as soon as a server runs.\n`,
    );
  });
}

function show({ out }: Streams, help: Help): number {
  out.write(formatHelp(help));
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
