import type { InvitationsMailed } from '../../../model/person/invitation.ts';
import type { Queries } from '../../database.ts';
import type { OrganizationStore } from '../../store.ts';

type Invited = Pick<OrganizationStore, 'queries' | 'organization'>;

/** Counts the invitations mailed after an instant. @param mailbox keyed hash */
export async function invitationsMailed(
  { queries, organization }: Invited,
  mailbox: string,
  after: number,
): Promise<InvitationsMailed> {
  const row = await queries.get<{ own: number; amount: number }>(
    `SELECT count(CASE WHEN mailbox = $2 THEN 1 END) AS own, count(*) AS amount
     FROM invitations WHERE organization = $1 AND at > $3`,
    [organization, mailbox, after],
  );
  return { mailbox: row?.own ?? 0, organization: row?.amount ?? 0 };
}

export async function addInvitation(
  { queries, organization }: Invited,
  mailbox: string,
  at: number,
): Promise<void> {
  await queries.insert('INSERT INTO invitations (organization, mailbox, at)', [[organization, mailbox, at]]);
}

/** Deletes up to `limit` invitations that no longer count. @returns the number; fewer than `limit` when done */
export async function forgetInvitations(queries: Queries, before: number, limit: number): Promise<number> {
  return await queries.run(
    'DELETE FROM invitations WHERE key IN (SELECT key FROM invitations WHERE at < $1 ORDER BY at LIMIT $2)',
    [before, limit],
  );
}
