import type { OrganizationStore } from '../../store.ts';

/** Records a person's last open or click, which also counts as activity. Ignores a time earlier than the stored one. */
export async function noteEngagement(
  { queries, organization }: OrganizationStore,
  subscriberId: string,
  column: 'last_opened_at' | 'last_clicked_at',
  at: number,
): Promise<void> {
  await queries.run(
    `UPDATE subscribers SET ${column} = $3,
       last_activity_at = CASE WHEN last_activity_at > $3 THEN last_activity_at ELSE $3 END
     WHERE id = $1 AND organization = $2 AND (${column} IS NULL OR ${column} < $3)`,
    [subscriberId, organization, at],
  );
}
