import type { EmailEvent, EmailEventType } from '../../../model/email/email.ts';
import type { OrganizationStore } from '../../store.ts';

const reportedMax = 200;

/** Returns the events that other servers reported for a mail since it was last queued, oldest first. */
export async function reportedEvents(
  { queries, organization }: OrganizationStore,
  emailId: string,
): Promise<EmailEvent[]> {
  const rows = await queries.all<{ type: EmailEventType; at: number; machine: number; details: string }>(
    `SELECT type, at, machine, details FROM email_events
     WHERE email_id = $1 AND organization = $2
       AND type IN ('delivered', 'delivery_delayed', 'bounced', 'complained')
       AND key > coalesce((SELECT max(again.key) FROM email_events again
         WHERE again.email_id = $1 AND again.organization = $2 AND again.type = 'queued'), 0)
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

/** Whether the previous mail to the same address was accepted by the next server and bounced later. */
export async function mailBeforeCameBack(
  { queries, organization }: OrganizationStore,
  { key, toKey }: { key: number; toKey: string },
): Promise<boolean> {
  const before = await queries.get<{ last_event: EmailEventType; sent_at: number | null }>(
    `SELECT last_event, sent_at FROM emails
     WHERE organization = $1 AND to_key = $2 AND key < $3 ORDER BY key DESC LIMIT 1`,
    [organization, toKey, key],
  );
  return before?.last_event === 'bounced' && before.sent_at !== null;
}
