import { migrate, migrationNotes } from '../../store/migrate.ts';
import type { UpgradeEnvironment } from './environment.ts';
import type { Help } from './output/help.ts';
import { startInterruptible } from './output/interrupt.ts';
import { refuseArguments, withoutOptions } from './parse-options.ts';
import { exitCodes, isTerminal, processStreams, type Streams } from './streams.ts';

const help: Help = {
  usage: 'posthouse migrate',
  about: [
    'Migrates the database to this version, in one transaction. Every start of the server does this too. posthouse upgrade --check shows the changes first.',
  ],
  examples: ['posthouse migrate'],
};

/** @returns the exit code: 0 migrated or nothing to do, 2 for wrong words */
export async function runMigrate(
  words: readonly string[],
  { readConfig, openDatabase }: UpgradeEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await withoutOptions(words, { help, streams }, async (alone) => {
    refuseArguments('migrate', alone);
    const database = await openDatabase(readConfig());
    const finish = startInterruptible(streams, () => [
      'Stopped. The database is unchanged, unless the commit had already started.',
      'To continue, run the same command again.',
    ]);
    try {
      const count = migrationNotes(database.reader.dialect.name).length;
      let begun = 0;
      const applied = await migrate(database, (name, appliedBefore) => {
        begun += 1;
        if (isTerminal(streams.err)) streams.err.write(`${appliedBefore + begun} of ${count}: ${name}\n`);
      });
      streams.out.write(
        applied.length === 0
          ? 'The database is already at this version.\n'
          : `Applied ${applied.join(', ')}.\n`,
      );
      return exitCodes.done;
    } finally {
      finish();
      await database.close();
    }
  });
}
