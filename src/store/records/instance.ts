import type { Queries } from '../database.ts';

/** What the whole instance remembers of itself, by name. */
export async function recall(queries: Queries, name: string): Promise<string | undefined> {
  const row = await queries.get<{ remembered: string }>('SELECT remembered FROM instance WHERE name = $1', [
    name,
  ]);
  return row?.remembered;
}

/** Remembers it the first time; what was remembered before stays. */
export async function rememberOnce(queries: Queries, name: string, remembered: string): Promise<void> {
  await queries.insert(
    'INSERT INTO instance (name, remembered)',
    [[name, remembered]],
    'ON CONFLICT (name) DO NOTHING',
  );
}
