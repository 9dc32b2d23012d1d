import type { Queries } from './database.ts';
import { containsPattern } from './page.ts';

/** Tables whose rows people look for by name. An organization has few rows of each. */
const namedTables = {
  domain: { table: 'domains', detail: 'status', condition: '' },
  segment: { table: 'segments', detail: 'NULL', condition: '' },
  template: { table: 'templates', detail: 'NULL', condition: '' },
  workflow: { table: 'workflows', detail: 'status', condition: 'AND deleted_at IS NULL' },
} as const;

export type NamedKind = keyof typeof namedTables;
export const namedKinds = Object.keys(namedTables) as NamedKind[];

type NamedRow = { id: string; name: string; detail: string | null };

/** Newest rows whose names are compared. */
const comparedMax = 1_000;

/** Returns the newest rows whose name contains the text. */
export async function rowsNamed(
  { queries, organization }: { queries: Queries; organization: number },
  kind: NamedKind,
  text: string,
  limit: number,
): Promise<NamedRow[]> {
  const { table, detail, condition } = namedTables[kind];
  return await queries.all<NamedRow>(
    `SELECT id, name, detail FROM (
       SELECT key, id, name, ${detail} AS detail FROM ${table} WHERE organization = $1 ${condition}
       ORDER BY key DESC LIMIT ${comparedMax}) AS recent
     WHERE lower(name) LIKE $2 ESCAPE '\\' ORDER BY key DESC LIMIT $3`,
    [organization, containsPattern(text), limit],
  );
}
