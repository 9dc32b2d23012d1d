import type { EmailEvent, EmailEventType } from '../../model/email/email.ts';
import type { OrganizationStore } from '../store.ts';

const reportedMax = 200;

/** What other servers have reported of a mail so far, oldest first. */
export async function reportedEvents(
  { queries, organization }: OrganizationStore,
  emailId: string,
): Promise<EmailEvent[]> {
  const rows = await queries.all<{ type: EmailEventType; at: number; machine: number; details: string }>(
    `SELECT type, at, machine, details FROM email_events
     WHERE email_id = $1 AND organization = $2
       AND type IN ('delivered', 'delivery_delayed', 'bounced', 'complained')
     ORDER BY key LIMIT ${reportedMax}`,
    [emailId, organization],
  );
  return rows.map(({ type, at, machine, details }) => ({
    type,
    at,
    machine: machine === 1,
    details: JSON.parse(details),
  }));
}
