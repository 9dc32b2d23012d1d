import { type Role, roles } from '../../roles.ts';
import { formatHelp, type Help } from './output/help.ts';
import {
  oneValue,
  orUsage,
  parseOptions,
  plainOptions,
  refuseArguments,
  UsageError,
} from './parse-options.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const help: Help = {
  usage: `posthouse serve [--role ${roles.join('|')}]`,
  about: [
    'Runs the server until it gets SIGTERM or SIGINT. It then accepts no new work, finishes work in flight, and exits within 10 seconds. Variables such as PORT configure it.',
  ],
  sections: [
    {
      title: 'Options',
      rows: [
        [
          '--role ROLE',
          'api only accepts requests, worker only does background work, all does both. Default: all. Several processes can share one PostgreSQL.',
        ],
      ],
    },
  ],
  examples: ['posthouse serve', 'posthouse serve --role worker'],
};

/** @returns the role that `serve` runs, or the exit code if it must not run */
export async function readRole(
  words: readonly string[],
  streams: Streams = processStreams,
): Promise<Role | number> {
  let role: Role = 'all';
  let isHelp = false;
  const code = await orUsage(streams, help.usage, () => {
    const read = parseOptions(words, plainOptions({ role: true }));
    isHelp = read.options.has('help');
    if (isHelp) streams.out.write(formatHelp(help));
    refuseArguments('serve', read.alone);
    const given = oneValue(read, 'role') ?? role;
    const known = roles.find((one) => one === given);
    if (known === undefined) throw new UsageError(`--role must be one of ${roles.join(', ')}`);
    role = known;
    return exitCodes.done;
  });
  return code !== exitCodes.done || isHelp ? code : role;
}
