import type { Queries } from '../database.ts';

/**
 * Notes that subscribers are to be asked to confirm, and answers whom: those who were not asked a moment ago, nor too
 * often. One statement decides and notes, so that of two saves at one moment one asks.
 *
 * @param keys of one organization's subscribers
 * @param limits `againAfterMs` between two, and at most `askedMax` until `restMs` went by without
 * @returns the public ids of those to ask
 */
export async function noteAsked(
  queries: Queries,
  organization: number,
  keys: readonly number[],
  now: number,
  limits: { againAfterMs: number; askedMax: number; restMs: number },
): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await queries.all<{ id: string }>(
    `UPDATE subscribers SET asked_at = $3, asked = CASE WHEN asked_at > $5 THEN asked + 1 ELSE 1 END
     WHERE organization = $1 AND key IN ${queries.dialect.integers('$2')}
       AND (asked_at IS NULL OR asked_at <= $5 OR (asked_at <= $4 AND asked < $6))
     RETURNING id`,
    [
      organization,
      JSON.stringify(keys),
      now,
      now - limits.againAfterMs,
      now - limits.restMs,
      limits.askedMax,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Forgets that somebody was asked: at a new address they have not been. */
export async function forgetAsked(queries: Queries, organization: number, key: number): Promise<void> {
  await queries.run(
    'UPDATE subscribers SET asked_at = NULL, asked = 0 WHERE organization = $1 AND key = $2',
    [organization, key],
  );
}
