import type { Queries } from '../../database.ts';

/** Sets a subscriber's status after a bounce or complaint. An unsubscribed subscriber stays unsubscribed. */
export async function markSubscriber(
  queries: Queries,
  organization: number,
  email: string,
  status: 'BOUNCED' | 'COMPLAINED',
  now: number,
): Promise<void> {
  await queries.run(
    `UPDATE subscribers SET status = $3, updated_at = $4
     WHERE organization = $1 AND email = $2 AND status IN ('ACTIVE', 'PENDING', 'BOUNCED') AND status <> $3`,
    [organization, email, status, now],
  );
}
