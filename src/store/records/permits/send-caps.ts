import type { Queries } from '../../database.ts';

export type SendCount = { token: number; span: 'hour' | 'day'; startedAt: number; sends: number };

const head = 'INSERT INTO token_sends (token, span, started_at, sends)';

/** Reads and locks the counts of capped tokens (each once) until the transaction ends. */
export async function holdSendCounts(queries: Queries, tokens: readonly number[]): Promise<SendCount[]> {
  if (tokens.length === 0) return [];
  const rows = [...tokens]
    .sort((a, b) => a - b)
    .flatMap((token) => [
      [token, 'day', 0, 0],
      [token, 'hour', 0, 0],
    ]);
  return await queries.insert<SendCount>(
    head,
    rows,
    `ON CONFLICT (token, span) DO UPDATE SET sends = token_sends.sends
     RETURNING token, span, started_at AS "startedAt", sends`,
  );
}

export async function lookAtSendCounts(queries: Queries, tokens: readonly number[]): Promise<SendCount[]> {
  if (tokens.length === 0) return [];
  return await queries.all<SendCount>(
    `SELECT token, span, started_at AS "startedAt", sends FROM token_sends
     WHERE token IN ${queries.dialect.integers('$1')}`,
    [JSON.stringify(tokens)],
  );
}

export async function saveSendCounts(queries: Queries, counts: readonly SendCount[]): Promise<void> {
  await queries.insert(
    head,
    counts.map(({ token, span, startedAt, sends }) => [token, span, startedAt, sends]),
    'ON CONFLICT (token, span) DO UPDATE SET started_at = excluded.started_at, sends = excluded.sends',
  );
}
