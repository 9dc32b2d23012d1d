import type { Queries } from '../../database.ts';

/** An endpoint with due deliveries, with the lease of its current worker. */
export type DueWebhook = {
  webhook: number;
  organization: number;
  /** Null if the endpoint is free. */
  holder: string | null;
  beat: number | null;
};

/** Returns endpoints after a key with due deliveries and no active holder. The cost grows with the endpoints, not the deliveries. */
export async function dueWebhooks(
  queries: Queries,
  now: number,
  after: number,
  limit: number,
): Promise<DueWebhook[]> {
  const next = '(SELECT min(webhook) FROM webhook_deliveries WHERE webhook > $A)';
  return await queries.all<DueWebhook>(
    `WITH RECURSIVE hop (webhook) AS (
       SELECT ${next.replace('$A', 'CAST($2 AS BIGINT)')}
       UNION ALL
       SELECT ${next.replace('$A', 'hop.webhook')} FROM hop WHERE hop.webhook IS NOT NULL
     )
     SELECT hop.webhook, state.organization, lease.holder, lease.beat
     FROM hop JOIN webhook_states state ON state.webhook = hop.webhook
       LEFT JOIN webhook_leases lease ON lease.webhook = hop.webhook
     WHERE state.status = 'enabled' AND (state.paused_until IS NULL OR state.paused_until <= $1)
       AND EXISTS (SELECT 1 FROM webhook_deliveries due WHERE due.webhook = hop.webhook AND due.due_at <= $1)
     LIMIT $3`,
    [now, after, limit],
  );
}

/** Leases endpoints without a holder, or whose holder's heartbeat stopped. @returns the keys of the leased endpoints */
export async function takeLeases(
  queries: Queries,
  holder: string,
  wanted: readonly DueWebhook[],
): Promise<number[]> {
  const free = wanted.filter((one) => one.holder === null);
  const rows = await queries.insert<{ webhook: number }>(
    'INSERT INTO webhook_leases (webhook, organization, holder, beat)',
    free.map(({ webhook, organization }) => [webhook, organization, holder, 0]),
    'ON CONFLICT (webhook) DO NOTHING RETURNING webhook',
  );
  const taken = rows.map(({ webhook }) => webhook);
  for (const { webhook, holder: old, beat } of wanted) {
    if (old === null) continue;
    const changed = await queries.run(
      'UPDATE webhook_leases SET holder = $2, beat = beat + 1 WHERE webhook = $1 AND holder = $3 AND beat = $4',
      [webhook, holder, old, beat],
    );
    if (changed === 1) taken.push(webhook);
  }
  return taken;
}

export async function renewLeases(
  queries: Queries,
  holder: string,
  webhooks: readonly number[],
): Promise<number[]> {
  const rows = await queries.all<{ webhook: number }>(
    `UPDATE webhook_leases SET beat = beat + 1
     WHERE webhook IN ${queries.dialect.integers('$1')} AND holder = $2 RETURNING webhook`,
    [JSON.stringify(webhooks), holder],
  );
  return rows.map(({ webhook }) => webhook);
}

export async function releaseLeases(
  queries: Queries,
  holder: string,
  webhooks: readonly number[],
): Promise<void> {
  await queries.run(
    `DELETE FROM webhook_leases WHERE webhook IN ${queries.dialect.integers('$1')} AND holder = $2`,
    [JSON.stringify(webhooks), holder],
  );
}
