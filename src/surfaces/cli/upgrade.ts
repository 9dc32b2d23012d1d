import { stat } from 'node:fs/promises';
import { type Config, secretFileOf } from '../../config.ts';
import { explainError } from '../../model/text/explain-error.ts';
import type { Database } from '../../store/database.ts';
import { type MigrationNotes, migrationNotes, schemaNumber } from '../../store/migrate.ts';
import { readSchemaState, type SchemaState } from '../../store/schema-state.ts';
import { walFileOf } from '../../store/sqlite/database.ts';
import { version } from '../../version.ts';
import { posthouse } from '../../world/command-line.ts';
import type { UpgradeEnvironment } from './environment.ts';
import { formatHelp, type Help } from './output/help.ts';
import { orUsage, parseOptions, plainOptions, refuseArguments, UsageError } from './parse-options.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const help: Help = {
  usage: 'posthouse upgrade --check [--json]',
  about: [
    'Prints the schema of the database, the schema that this version needs, the changes that the first start of this version would make, and what to back up first. Changes nothing, and may run next to an older server.',
    'Exits with 0 if this version can start on the database, with 1 if it cannot.',
  ],
  sections: [
    {
      title: 'Options',
      rows: [
        ['--check', 'Required: this command only checks.'],
        ['--json', 'Prints the report as JSON, for programs.'],
      ],
    },
  ],
  examples: ['posthouse upgrade --check'],
};

type Report = {
  version: string;
  database: string;
  /** 0 for a database without tables; null for an unreadable schema. */
  schema: { has: number | null; needs: number };
  ready: boolean;
  fault: string | null;
  migrations: MigrationNotes[];
  /** Steps before the first start, in order. Empty if nothing changes. */
  before: string[];
};

/** @returns the exit code: 0 this version can start, 1 it cannot, 2 for wrong words */
export async function runUpgrade(
  words: readonly string[],
  environment: UpgradeEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await orUsage(streams, help.usage, async () => {
    const { options, alone } = parseOptions(words, plainOptions({ check: false, json: false }));
    if (options.has('help')) {
      streams.out.write(formatHelp(help));
      return exitCodes.done;
    }
    refuseArguments('upgrade', alone);
    if (!options.has('check')) {
      throw new UsageError(
        'upgrade only checks: add --check. To upgrade, install the new version and start it',
      );
    }
    const report = await examine(environment);
    streams.out.write(options.has('json') ? `${JSON.stringify(report, null, 2)}\n` : asText(report));
    return report.ready ? exitCodes.done : exitCodes.refused;
  });
}

async function examine({ readConfig, databaseFileOf, openDatabase }: UpgradeEnvironment): Promise<Report> {
  const config = readConfig();
  const isPostgres = config.POSTHOUSE_DATABASE_URL !== undefined;
  const file = databaseFileOf(config);
  const notes = migrationNotes(isPostgres ? 'postgres' : 'sqlite');
  const bytes = isPostgres ? null : await sizeOf(file);
  // Opening a missing SQLite file would create it.
  const state: SchemaState =
    isPostgres || bytes !== null ? await stateOf(() => openDatabase(config)) : { kind: 'empty' };
  const due = dueIn(state, notes);
  const has = state.kind === 'ours' ? schemaNumber(state.applied.at(-1) ?? '') : null;
  return {
    version,
    database: isPostgres ? 'PostgreSQL (POSTHOUSE_DATABASE_URL)' : sized(file, bytes),
    schema: { has: state.kind === 'empty' ? 0 : has, needs: notes.at(-1)!.number },
    ready: state.kind !== 'refused',
    fault: state.kind === 'refused' ? state.fault : null,
    migrations: due,
    before: state.kind === 'ours' && due.length > 0 ? stepsBefore(config, has ?? 0) : [],
  };
}

/** Includes the write-ahead log, which may contain most of the data. Null without a database. */
async function sizeOf(file: string): Promise<number | null> {
  const [main, log] = await Promise.all([file, walFileOf(file)].map((each) => stat(each).catch(() => null)));
  return main ? main!.size + (log?.size ?? 0) : null;
}

function sized(file: string, bytes: number | null): string {
  return bytes === null ? file : `${file} (${(bytes / 1_000_000).toFixed(1)} MB)`;
}

async function stateOf(open: () => Promise<Database>): Promise<SchemaState> {
  let database: Database | undefined;
  try {
    database = await open();
    return await readSchemaState(database);
  } catch (error) {
    return { kind: 'refused', fault: `The database cannot be opened: ${explainError(error)}.` };
  } finally {
    await database?.close();
  }
}

function dueIn(state: SchemaState, notes: readonly MigrationNotes[]): MigrationNotes[] {
  if (state.kind === 'refused') return [];
  if (state.kind === 'empty') return [...notes];
  return notes.filter(({ name }) => state.missing.includes(name));
}

function stepsBefore(config: Config, has: number): string[] {
  const backup =
    config.POSTHOUSE_DATABASE_URL === undefined
      ? `Back up: ${posthouse} backup posthouse-schema-${has}.sqlite`
      : `Back up: pg_dump --format=custom --file=posthouse-schema-${has}.dump`;
  const secret =
    config.POSTHOUSE_SECRET === undefined
      ? `Keep a copy of ${secretFileOf(config)} in another place: no backup can be used without it`
      : 'Keep POSTHOUSE_SECRET in another place: no backup can be used without it';
  return ['Stop every process of the older version', backup, secret];
}

function asText({ version, database, schema, fault, migrations, before }: Report): string {
  const lines = [`Posthouse ${version} needs schema ${schema.needs}.`];
  if (fault !== null) return [...lines, `It cannot start on ${database}. ${fault}`, ''].join('\n');
  if (schema.has === 0) {
    lines.push(
      `${database} has no tables yet: the first start creates them, and there is nothing to back up.`,
    );
  } else if (migrations.length === 0) {
    lines.push(`${database} already has it: starting this version changes nothing.`);
  } else {
    lines.push(
      `${database} has schema ${schema.has}.`,
      '',
      'The first start of this version applies these migrations in one transaction. If one\nfails, the database stays unchanged:',
      ...migrations.map(({ number, purpose }) => `  ${number}  ${purpose}`),
      '',
      `Older versions cannot use the database afterwards; only a backup leads back to them.\nBefore that start:`,
      ...before.map((step, index) => `  ${index + 1}. ${step}`),
    );
  }
  return `${lines.join('\n')}\n`;
}
