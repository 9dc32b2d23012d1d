import type { GuardFacts } from '../../../model/sending/recipient-guard.ts';
import type { Queries } from '../../database.ts';
import { forUpdate } from '../../row-lock.ts';

export type GuardRow = {
  scope: number;
  /** Keyed hash of the mailbox's guard key. */
  mailbox: string;
  sends: number[];
  bulkSends: number[];
  bounces: number;
  softBounces: number;
  cooldownUntil: number | null;
};

/** The scope if all organizations of the instance share guard counters. */
export const instanceScope = 0;

export type GuardKey = { scope: number; mailbox: string };

type Row = {
  scope: number;
  mailbox: string;
  sends: string;
  bulk_sends: string;
  bounces: number;
  soft_bounces: number;
  cooldown_until: number | null;
};

const head = `INSERT INTO recipient_guards
  (scope, mailbox, sends, bulk_sends, bounces, soft_bounces, cooldown_until, updated_at)`;

/** Locks guard rows (each mailbox once), so that two concurrent sends cannot both be the fifth. */
export async function holdGuards(queries: Queries, keys: readonly GuardKey[]): Promise<GuardRow[]> {
  if (keys.length === 0) return [];
  if (queries.dialect.name === 'postgres') {
    // SQLite has a single writer. On PostgreSQL, an upsert locks the rows in the same order in every
    // transaction, to prevent deadlocks.
    const ordered = [...keys].sort((a, b) => a.scope - b.scope || (a.mailbox < b.mailbox ? -1 : 1));
    await queries.insert(
      head,
      ordered.map(({ scope, mailbox }) => [scope, mailbox, '[]', '[]', 0, 0, null, 0]),
      'ON CONFLICT (scope, mailbox) DO UPDATE SET scope = excluded.scope',
    );
  }
  return await lookAtGuards(queries, keys);
}

/** Reads guard rows without a lock. @param keys each mailbox once */
export async function lookAtGuards(queries: Queries, keys: readonly GuardKey[]): Promise<GuardRow[]> {
  if (keys.length === 0) return [];
  const rows = await queries.all<Row>(
    `SELECT held.scope, held.mailbox, held.sends, held.bulk_sends, held.bounces, held.soft_bounces,
       held.cooldown_until
     FROM ${queries.dialect.pairs('$1')} AS wanted
     JOIN recipient_guards held ON held.scope = wanted.a AND held.mailbox = wanted.b`,
    [JSON.stringify(keys.map(({ scope, mailbox }) => [scope, mailbox]))],
  );
  return rows.map((row) => ({
    scope: row.scope,
    mailbox: row.mailbox,
    sends: JSON.parse(row.sends),
    bulkSends: JSON.parse(row.bulk_sends),
    bounces: row.bounces,
    softBounces: row.soft_bounces,
    cooldownUntil: row.cooldown_until,
  }));
}

/** Returns the mailboxes among these with a recorded bounce. Locks nothing. */
export async function bouncingAmong(queries: Queries, keys: readonly GuardKey[]): Promise<GuardKey[]> {
  if (keys.length === 0) return [];
  return await queries.all<GuardKey>(
    `SELECT known.scope, known.mailbox
     FROM ${queries.dialect.pairs('$1')} AS wanted
     JOIN recipient_guards known ON known.scope = wanted.a AND known.mailbox = wanted.b
     WHERE known.bounces > 0 OR known.soft_bounces > 0`,
    [JSON.stringify(keys.map(({ scope, mailbox }) => [scope, mailbox]))],
  );
}

export async function saveGuards(queries: Queries, rows: readonly GuardRow[], now: number): Promise<void> {
  await queries.insert(
    head,
    rows.map((row) => [
      row.scope,
      row.mailbox,
      JSON.stringify(row.sends),
      JSON.stringify(row.bulkSends),
      row.bounces,
      row.softBounces,
      row.cooldownUntil,
      now,
    ]),
    `ON CONFLICT (scope, mailbox) DO UPDATE SET sends = excluded.sends, bulk_sends = excluded.bulk_sends,
       bounces = excluded.bounces, soft_bounces = excluded.soft_bounces,
       cooldown_until = excluded.cooldown_until, updated_at = excluded.updated_at`,
  );
}

const replacedMax = 1_000;

/** Replaces plain addresses in a batch of rows by keyed hashes. @returns whether rows may be left */
export async function replaceGuardKeys(
  queries: Queries,
  keyFor: (mailbox: string) => string,
): Promise<boolean> {
  const rows = await queries.all<Row & { updated_at: number }>(
    `SELECT * FROM recipient_guards WHERE mailbox LIKE '%@%' LIMIT $1 ${forUpdate(queries)}`,
    [replacedMax],
  );
  await queries.insertCounting(
    head,
    rows.map((row) => [
      row.scope,
      keyFor(row.mailbox),
      row.sends,
      row.bulk_sends,
      row.bounces,
      row.soft_bounces,
      row.cooldown_until,
      row.updated_at,
    ]),
    'ON CONFLICT (scope, mailbox) DO NOTHING',
  );
  await queries.run(
    `DELETE FROM recipient_guards WHERE (scope, mailbox) IN (SELECT a, b FROM ${queries.dialect.pairs('$1')} AS gone)`,
    [JSON.stringify(rows.map(({ scope, mailbox }) => [scope, mailbox]))],
  );
  return rows.length === replacedMax;
}

export function newGuard({ scope, mailbox }: GuardKey): GuardRow {
  return { scope, mailbox, sends: [], bulkSends: [], bounces: 0, softBounces: 0, cooldownUntil: null };
}

/**
 * Deletes guard rows of one batch that have no recent send, bounce or cooldown.
 * @param from end of the last batch; null to start
 * @returns end of this batch; null at the end
 */
export async function forgetGuards(
  queries: Queries,
  now: number,
  untouchedSince: number,
  from: GuardKey | null,
  stretch: number,
): Promise<GuardKey | null> {
  const { scope, mailbox } = from ?? { scope: -1, mailbox: '' };
  const end = await queries.get<GuardKey>(
    `SELECT scope, mailbox FROM recipient_guards WHERE (scope, mailbox) > ($1, $2)
     ORDER BY scope, mailbox LIMIT 1 OFFSET $3`,
    [scope, mailbox, stretch - 1],
  );
  const until = end ? 'AND (scope, mailbox) <= ($5, $6)' : '';
  await queries.run(
    `DELETE FROM recipient_guards WHERE (scope, mailbox) > ($1, $2) AND updated_at <= $3
       AND bounces = 0 AND soft_bounces = 0 AND (cooldown_until IS NULL OR cooldown_until <= $4) ${until}`,
    [scope, mailbox, untouchedSince, now, ...(end ? [end.scope, end.mailbox] : [])],
  );
  return end ?? null;
}

/** Reads a mailbox's guard facts without a lock, for a preview. The acceptance flow checks again with a lock. */
export async function readGuardFacts(queries: Queries, { scope, mailbox }: GuardKey): Promise<GuardFacts> {
  const row = await queries.get<{ sends: string; bulk_sends: string; cooldown_until: number | null }>(
    'SELECT sends, bulk_sends, cooldown_until FROM recipient_guards WHERE scope = $1 AND mailbox = $2',
    [scope, mailbox],
  );
  if (!row) return { sends: [], cooldownUntil: null };
  return {
    sends: JSON.parse(row.sends),
    bulkSends: JSON.parse(row.bulk_sends),
    cooldownUntil: row.cooldown_until,
  };
}
