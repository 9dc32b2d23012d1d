import type { Queries } from '../../database.ts';

/** No organization has this key, so its counts belong to the instance. */
const instance = 0;

/** Claims the first start of a database. A concurrent claim waits. Returns whether this one succeeded. */
export async function claimFirstStart(queries: Queries): Promise<boolean> {
  const changed = await queries.run(
    `INSERT INTO counts (organization, counted, amount) VALUES ($1, 'first_starts', 1)
     ON CONFLICT (organization, counted) DO NOTHING`,
    [instance],
  );
  return changed === 1;
}
