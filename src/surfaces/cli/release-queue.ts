import type { Config } from '../../config.ts';
import { releaseQueue, waitingSentence } from '../../engine/organizations/queue-hold.ts';
import { recogniseCopy } from '../../engine/organizations/restored-copy.ts';
import { migrate } from '../../store/migrate.ts';
import { posthouse } from '../../world/command-line.ts';
import type { ReleaseEnvironment } from './environment.ts';
import type { Help } from './output/help.ts';
import { refuseArguments, withoutOptions } from './parse-options.ts';
import { probeServer } from './probe-server.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const help: Help = {
  usage: 'posthouse release-queue',
  about: [
    `Resumes delivery after a backup was restored, whether or not the server runs. First look at the mail that waits: mail sent after the backup was made will be sent again. ${posthouse} doctor counts it.`,
  ],
  examples: ['posthouse release-queue'],
};

/** @returns the exit code: 0 released or not held, 2 for wrong words */
export async function runReleaseQueue(
  words: readonly string[],
  environment: ReleaseEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await withoutOptions(words, { help, streams }, async (alone) => {
    refuseArguments('release-queue', alone);
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
      const waiting = await database.transaction(releaseQueue);
      if (waiting === null) {
        streams.out.write('The queue is not held.\n');
        return exitCodes.done;
      }
      streams.out.write(`Released: ${waitingSentence(waiting)}. ${await predictDelivery(config)}\n`);
      return exitCodes.done;
    } finally {
      await database.close();
    }
  });
}

/** Promises no delivery, because a server with the role api sends nothing. */
async function predictDelivery(config: Config): Promise<string> {
  const place = `${config.HOST}:${config.PORT}`;
  // Port 0 means any free port. The queue is already released, so a failed probe does not matter.
  const listener = config.PORT === 0 ? null : await probeServer(config).catch(() => null);
  if (listener === null) return 'Delivery resumes as soon as a server of this instance runs.';
  if (listener === 'older version') {
    return `A server of an older version runs at ${place}. If it uses this database, it resumes delivery, unless its role is api.`;
  }
  return listener === 'this instance'
    ? `A server of this instance runs at ${place}. It resumes delivery, unless its role is api.`
    : `No server of this instance runs at ${place}. Delivery resumes as soon as one runs.`;
}
