import { releaseQueue, waitingSentence } from '../../engine/organizations/queue-hold.ts';
import { recogniseCopy } from '../../engine/organizations/restored-copy.ts';
import { migrate } from '../../store/migrate.ts';
import { posthouse } from '../../world/command-line.ts';
import type { ReleaseEnvironment } from './environment.ts';
import { UsageError, withoutOptions } from './parse-options.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const usage = 'posthouse release-queue';
const help = `${usage}
  Resumes delivery after a backup was restored, while the server runs or before it starts. Look first at what waits:
  mail that left after the backup was made leaves once more. ${posthouse} doctor says how much waits.
`;

/** @returns the exit code: 0 released or not held, 2 for wrong words */
export async function runReleaseQueue(
  words: readonly string[],
  environment: ReleaseEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await withoutOptions(words, { usage, help, streams }, async (alone) => {
    if (alone[0] !== undefined) throw new UsageError(`release-queue takes no ${alone[0]}`);
    const config = environment.readConfig();
    const database = await environment.openDatabase(config);
    try {
      await migrate(database);
      // The restored copy may not have been started yet.
      await recogniseCopy({
        database,
        kept: environment.openGenerations(config),
        world: environment.createWorld(config),
      });
      const waiting = await releaseQueue(database);
      streams.out.write(
        waiting === null
          ? 'The queue is not held.\n'
          : `Released: ${waitingSentence(waiting)} will go as soon as a server runs.\n`,
      );
      return exitCodes.done;
    } finally {
      await database.close();
    }
  });
}
