import type { EmailEvent } from '../../model/email/email.ts';
import { describeMailEvent } from '../../model/webhook/describe-mail.ts';
import type { Announcement } from '../../store/records/webhooks/webhook-outbox.ts';

/** The mail's own fields are read when the message is made. */
export function emailAnnouncement(
  mail: { organization: number; id: string; toKey: string; subscriberId: string | null },
  event: EmailEvent,
): Announcement {
  const { organization, id, toKey, subscriberId } = mail;
  return {
    organization,
    kind: `email.${event.type}`,
    objectId: id,
    at: event.at,
    person: { toKey: toKey === '' ? null : toKey, subscriberId },
    data: describeMailEvent(event),
  };
}
