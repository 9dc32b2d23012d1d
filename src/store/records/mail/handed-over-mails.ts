import type { OrganizationStore } from '../../store.ts';
import { isMailOfErased } from '../people/erasures.ts';

export type HandedOverMail = {
  id: string;
  messageId: string;
  /** The accepting server as `host:port`. */
  by: string;
  reply: string;
};

const mailsMax = 50;

/** Returns the recipient's last mails that another server accepted since `since`, newest first. */
export async function mailsHandedOver(
  { queries, organization }: OrganizationStore,
  recipient: string,
  since: number,
): Promise<HandedOverMail[]> {
  const rows = await queries.all<{ id: string; message_id: string; details: string | null }>(
    `SELECT mail.id, mail.message_id,
       (SELECT taken.details FROM email_events taken
        WHERE taken.email_id = mail.id AND taken.organization = $1 AND taken.type = 'sent'
        ORDER BY taken.key DESC LIMIT 1) AS details
     FROM (SELECT key, id, message_id, created_at FROM emails
           WHERE organization = $1 AND to_key = $2 AND NOT ${isMailOfErased('emails')} ORDER BY key DESC LIMIT ${mailsMax}) AS mail
     WHERE mail.created_at >= $3 ORDER BY mail.key DESC`,
    [organization, recipient, since],
  );
  return rows.flatMap(({ id, message_id: messageId, details }) => {
    if (details === null) return [];
    const { by, message } = JSON.parse(details) as { by?: unknown; message?: unknown };
    return typeof by === 'string' ? [{ id, messageId, by, reply: String(message ?? '') }] : [];
  });
}
