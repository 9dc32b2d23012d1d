import { stat } from 'node:fs/promises';
import { type Finding, fail, ok, warn } from '../../../engine/setup/finding.ts';
import { explainError } from '../../../model/text/explain-error.ts';
import type { Database } from '../../../store/database.ts';
import { readSchemaState, type SchemaState } from '../../../store/schema-state.ts';
import { posthouse } from '../../../world/command-line.ts';
import type { DoctorPatient } from './patient.ts';

/** Opens the database without creating it. */
export async function examineDatabase(
  { config, databaseFile }: Pick<DoctorPatient, 'config' | 'databaseFile'>,
  open: () => Promise<Database>,
): Promise<{ database: Database | null; findings: Finding[] }> {
  const name = 'database';
  const onPostgres = config.POSTHOUSE_DATABASE_URL !== undefined;
  if (!onPostgres && (await stat(databaseFile).catch(() => null)) === null) {
    return {
      database: null,
      findings: [ok(name, `${databaseFile} does not exist yet; the first start creates it.`)],
    };
  }
  let database: Database | undefined;
  try {
    database = await open();
    await database.check();
    const version = await versionOf(database);
    const schema = await readSchemaState(database);
    const finding = judge(version, schema);
    if (finding.state === 'ok' && schema.kind === 'ours') return { database, findings: [finding] };
    await database.close();
    return { database: null, findings: [finding] };
  } catch (error) {
    await database?.close();
    const where = onPostgres ? 'PostgreSQL (POSTHOUSE_DATABASE_URL)' : databaseFile;
    return { database: null, findings: [fail(name, `${where} cannot be opened: ${explainError(error)}.`)] };
  }
}

function judge(version: string, schema: SchemaState): Finding {
  const name = 'database';
  if (schema.kind === 'empty')
    return ok(name, `${version} opens and is empty; the first start creates its tables.`);
  if (schema.kind === 'refused') return fail(name, schema.fault);
  if (schema.missing.length === 0) return ok(name, `${version} opens and is at this version.`);
  return warn(
    name,
    `${version} opens and is behind this version. The next start applies ${schema.missing.join(', ')}; so does ${posthouse} migrate. ${posthouse} upgrade --check shows the changes.`,
  );
}

async function versionOf({ reader }: Database): Promise<string> {
  const [label, sql] =
    reader.dialect.name === 'sqlite'
      ? ['SQLite', 'SELECT sqlite_version() AS version']
      : ['PostgreSQL', "SELECT current_setting('server_version') AS version"];
  const row = await reader.get<{ version: string }>(sql, []);
  return `${label} ${row?.version ?? ''}`.trim();
}
