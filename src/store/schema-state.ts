import type { Database, Queries } from './database.ts';
import { readMigrationHistory } from './migrate.ts';

/** The schema found in a database: none, this version's (possibly incomplete), or an incompatible one. */
export type SchemaState =
  | { kind: 'empty' }
  | { kind: 'ours'; applied: string[]; missing: string[] }
  | { kind: 'refused'; fault: string };

export async function readSchemaState({ reader }: Database): Promise<SchemaState> {
  const tables = await tableNames(reader);
  if (tables.length === 0) return { kind: 'empty' };
  if (!tables.includes('migrations')) {
    return {
      kind: 'refused',
      fault:
        'The database opens, but its tables are another program’s. Give Posthouse a database of its own.',
    };
  }
  const history = await readMigrationHistory(reader);
  return 'fault' in history ? { kind: 'refused', fault: history.fault } : { kind: 'ours', ...history };
}

async function tableNames(reader: Queries): Promise<string[]> {
  const sql =
    reader.dialect.name === 'sqlite'
      ? "SELECT name FROM sqlite_schema WHERE type = 'table' LIMIT 1000"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() LIMIT 1000';
  const rows = await reader.all<{ name: string }>(sql, []);
  return rows.map((row) => row.name);
}
