import type { Queries } from '../../database.ts';

/**
 * Uses one mail of a domain's daily budget for a provider. Checks and counts in one statement, so that
 * concurrent workers cannot exceed it. @returns false if the budget is used up
 */
export async function spendWarmUp(
  queries: Queries,
  organization: number,
  domain: string,
  provider: string,
  day: number,
  limit: number,
): Promise<boolean> {
  const row = await queries.get<{ sends: number }>(
    `INSERT INTO warm_up_sends (day, organization, domain, provider, sends) VALUES ($1, $2, $3, $4, 1)
     ON CONFLICT (day, organization, domain, provider)
     DO UPDATE SET sends = warm_up_sends.sends + 1 WHERE warm_up_sends.sends < $5
     RETURNING sends`,
    [day, organization, domain, provider, limit],
  );
  return row !== undefined;
}

export async function giveBackWarmUp(
  queries: Queries,
  organization: number,
  domain: string,
  provider: string,
  day: number,
): Promise<void> {
  await queries.run(
    `UPDATE warm_up_sends SET sends = sends - 1
     WHERE day = $1 AND organization = $2 AND domain = $3 AND provider = $4 AND sends > 0`,
    [day, organization, domain, provider],
  );
}

/** Deletes up to `limit` counts from before `day`. @returns the number; fewer than `limit` when done */
export async function forgetWarmUpSends(queries: Queries, day: number, limit: number): Promise<number> {
  return await queries.run(
    `DELETE FROM warm_up_sends WHERE (day, organization, domain, provider) IN (
       SELECT day, organization, domain, provider FROM warm_up_sends WHERE day < $1 ORDER BY day LIMIT $2)`,
    [day, limit],
  );
}
