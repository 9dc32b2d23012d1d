import type { OrganizationStore } from '../../store.ts';

/**
 * Passes over a subscriber whose address changes in every approved campaign that still waits to mail them,
 * because a person approved the old address. Returns the ids of those campaigns.
 */
export async function passReaddressed(
  { queries, organization }: OrganizationStore,
  subscriber: number,
  now: number,
): Promise<string[]> {
  // The pluses keep the planner on the subscriber's few recipient rows.
  const lines = await queries.all<{ campaign: number }>(
    `UPDATE campaign_recipients SET state = 2, reason = 'address_changed', changed_at = $3
     WHERE subscriber = $1 AND state + 0 = 0 AND
       (SELECT 1 FROM campaigns WHERE campaigns.key = campaign AND campaigns.organization + 0 = $2
          AND campaigns.agreed_recipients IS NOT NULL) IS NOT NULL
     RETURNING campaign`,
    [subscriber, organization, now],
  );
  if (lines.length === 0) return [];
  const rows = await queries.all<{ id: string }>(
    `SELECT id FROM campaigns WHERE organization + 0 = $1 AND key IN ${queries.dialect.integers('$2')}`,
    [organization, JSON.stringify(lines.map(({ campaign }) => campaign))],
  );
  return rows.map(({ id }) => id);
}
