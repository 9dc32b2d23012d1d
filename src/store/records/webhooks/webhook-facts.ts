import type { EmailHead } from '../../../model/email/email.ts';
import type { AnnouncedMail } from '../../../model/webhook/describe-mail.ts';
import type { Queries } from '../../database.ts';
import { isMailOfErased } from '../people/erasures.ts';

type Row = {
  id: string;
  message_id: string;
  from_text: string;
  to_text: string;
  subject: string;
  created_at: number;
  source: EmailHead['source'];
  delivery_mode: EmailHead['deliveryMode'];
  subscriber_id: string | null;
  campaign_id: string | null;
  erased: number | boolean;
};

export async function announcedMails(
  queries: Queries,
  organization: number,
  ids: readonly string[],
): Promise<Map<string, AnnouncedMail>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all<Row>(
    `SELECT mail.id, message_id, from_text, to_text, subject, created_at, source, delivery_mode, subscriber_id,
       campaign_id, ${isMailOfErased('mail')} AS erased
     FROM ${queries.dialect.pairs('$1')} AS wanted
     JOIN emails mail ON mail.id = wanted.b AND mail.organization + 0 = wanted.a`,
    [JSON.stringify(ids.map((id) => [organization, id]))],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        messageId: row.message_id,
        from: row.from_text,
        to: row.erased ? '' : row.to_text,
        subject: row.erased ? '' : row.subject,
        createdAt: row.created_at,
        source: row.source,
        deliveryMode: row.delivery_mode,
        subscriberId: row.erased ? null : row.subscriber_id,
        campaignId: row.campaign_id,
      },
    ]),
  );
}
