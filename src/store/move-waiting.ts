import { type InstantShift, shiftDue, shiftSince } from '../model/clock-mark.ts';
import type { Queries, Value } from './database.ts';
import type { JobKind } from './jobs.ts';
import { forUpdate } from './row-lock.ts';
import { type TextRow, type WaitingTable, waitingTables } from './waiting-columns.ts';

/** Maximum rows per transaction, which bounds how long it holds the writer. */
const stretchRows = 500;

/** The last row that was moved. A null key means the start of the table. */
export type MovedTo = { table: number; key: readonly Value[] | null };

/** Moves the next batch of rows that wait for an elapsed time. Returns where to continue, or null. */
export async function moveWaiting(
  queries: Queries,
  { table: index, key: after }: MovedTo,
  shift: InstantShift,
): Promise<MovedTo | null> {
  const waiting = waitingTables[index];
  if (waiting === undefined) return null;
  const { table, keys } = waiting;
  const behind = after === null ? 'TRUE' : `(${keys}) > (${after.map((_, at) => `$${at + 1}`)})`;
  const last = await queries.get<TextRow>(
    `SELECT ${keys} FROM ${table} WHERE ${behind} ORDER BY ${keys} LIMIT 1 OFFSET ${stretchRows - 1}`,
    after ?? [],
  );
  const end = last === undefined ? null : keys.map((key) => last[key]!);
  await moveRows(queries, waiting, { after, end }, shift);
  return end === null ? { table: index + 1, key: null } : { table: index, key: end };
}

type KeyRange = { after: readonly Value[] | null; end: readonly Value[] | null };

async function moveRows(
  queries: Queries,
  waiting: WaitingTable,
  range: KeyRange,
  shift: InstantShift,
): Promise<void> {
  const { table, keys, only = 'TRUE' } = waiting;
  const values: Value[] = [shift.byMs, shift.now, shift.followedAt ?? Number.MAX_SAFE_INTEGER];
  const bound = (sign: string, key: readonly Value[] | null) => {
    if (key === null) return 'TRUE';
    const parameters = key.map((value) => `$${values.push(value)}`);
    return `(${keys}) ${sign} (${parameters})`;
  };
  const inRange = `${bound('>', range.after)} AND ${bound('<=', range.end)}`;
  const filled = (sql: string) => sql.replaceAll('{by}', by).replaceAll('{now}', now);
  const rows = `${inRange} AND (${filled(only)}) AND ${everyParameter}`;
  if (waiting.inText !== undefined) return await moveRowsWithText(queries, waiting, rows, values, shift);
  if (queries.dialect.name === 'postgres') {
    // Locks rows in the same order as every other statement, to prevent deadlocks.
    await queries.all(`SELECT 1 FROM ${table} WHERE ${rows} ORDER BY ${keys} ${forUpdate(queries)}`, values);
  }
  const { sets, moves } = statementParts(waiting);
  await queries.run(
    `UPDATE ${table} SET ${sets.map(filled)} WHERE ${rows} AND (${moves.map(filled).join(' OR ')})`,
    values,
  );
}

const by = 'CAST($1 AS BIGINT)';
const now = 'CAST($2 AS BIGINT)';
const followed = 'CAST($3 AS BIGINT)';
/** Uses every parameter, because PostgreSQL refuses a statement with unused ones. */
const everyParameter = `${by} <> 0 AND ${now} > 0 AND ${followed} > 0`;

/** Returns `shiftDue` and `shiftSince` as SQL, and the conditions under which they change a row. */
function statementParts({ due = [], since = [], floors = [], dueStays = 'FALSE' }: WaitingTable) {
  const moves = [
    ...due.map((column) => [column, `${column} > {now} AND NOT (${dueStays})`]),
    ...since.map((column) => [column, `NOT (${column} >= ${followed} AND ${column} <= {now})`]),
    ...floors.map((column) => [column, '{by} < 0']),
  ] as const;
  return {
    sets: moves.map(
      ([column, when]) => `${column} = CASE WHEN ${when} THEN ${column} + {by} ELSE ${column} END`,
    ),
    moves: moves.map(([column, when]) => `(${column} IS NOT NULL AND ${when})`),
  };
}

async function moveRowsWithText(
  queries: Queries,
  { table, keys, due = [], since = [], inText }: WaitingTable,
  where: string,
  values: readonly Value[],
  shift: InstantShift,
): Promise<void> {
  const rows = await queries.all<TextRow>(
    `SELECT * FROM ${table} WHERE ${where} ORDER BY ${keys} ${forUpdate(queries)}`,
    values,
  );
  const columns = Object.keys(rows[0] ?? {});
  const changed = [...due, ...since, ...inText!.columns];
  const shifted = (row: TextRow, names: readonly string[], move: typeof shiftDue) =>
    Object.fromEntries(
      names.map((name) => [name, row[name] === null ? null : move(Number(row[name]), shift)]),
    );
  await queries.insertCounting(
    `INSERT INTO ${table} (${columns})`,
    rows
      .map((row) => ({
        ...row,
        ...shifted(row, due, shiftDue),
        ...shifted(row, since, shiftSince),
        ...inText!.move(row, shift),
      }))
      .map((row: TextRow) => columns.map((name) => row[name]!)),
    `ON CONFLICT (${keys}) DO UPDATE SET ${changed.map((name) => `${name} = excluded.${name}`)}`,
  );
}

export async function hasJobs(queries: Queries, organization: number, kind: JobKind): Promise<boolean> {
  const found = await queries.get('SELECT key FROM jobs WHERE kind = $1 AND organization = $2 LIMIT 1', [
    kind,
    organization,
  ]);
  return found !== undefined;
}

/** Makes up to `limit` waiting jobs of a kind due now, except running jobs. Returns their number. */
export async function enrolmentJobs(
  queries: Queries,
  { organization, kind, now, limit }: { organization: number; kind: JobKind; now: number; limit: number },
): Promise<number> {
  const waits = 'run_at > $3 AND attempt_open = 0';
  return await queries.run(
    `UPDATE jobs SET run_at = $3
     WHERE ${waits} AND key IN (
       SELECT key FROM jobs WHERE kind = $1 AND organization = $2 AND ${waits} LIMIT $4)`,
    [kind, organization, now, limit],
  );
}
