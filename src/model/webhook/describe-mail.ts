import type { EmailEvent, EmailHead } from '../email/email.ts';
import { isoInstant } from '../instant.ts';
import { boundedText, boundedTextOrNull, linkOctetsMax, textOctetsMax } from './bounded-text.ts';

/** The fields of a mail in a webhook message. They do not change until the recipient is erased. */
export type AnnouncedMail = Pick<
  EmailHead,
  | 'id'
  | 'messageId'
  | 'from'
  | 'to'
  | 'subject'
  | 'createdAt'
  | 'source'
  | 'deliveryMode'
  | 'subscriberId'
  | 'campaignId'
>;

export function describeMail(mail: AnnouncedMail): Record<string, unknown> {
  return {
    email_id: mail.id,
    message_id: boundedText(mail.messageId, textOctetsMax),
    from: boundedText(mail.from, textOctetsMax),
    // Empty after the recipient's erasure.
    to: mail.to === '' ? [] : [boundedText(mail.to, textOctetsMax)],
    subject: boundedText(mail.subject, textOctetsMax),
    created_at: isoInstant(mail.createdAt),
    source: mail.source,
    delivery_mode: mail.deliveryMode,
    ...(mail.subscriberId === null ? {} : { subscriber_id: mail.subscriberId }),
    ...(mail.campaignId === null ? {} : { campaign_id: mail.campaignId }),
  };
}

/** Checks each detail, because any release may have written it. */
export function describeMailEvent({ type, at, machine, details }: EmailEvent): Record<string, unknown> {
  switch (type) {
    case 'bounced': {
      const bounce = isObject(details.bounce) ? details.bounce : {};
      return {
        bounce: {
          type: bounce.type === 'hard' ? 'hard' : 'soft',
          subType: text(bounce.subType) ?? 'unknown',
          message: text(bounce.message),
        },
      };
    }
    case 'delivery_delayed':
      return { delay: { message: text(details.message), next_attempt_at: text(details.next_attempt_at) } };
    case 'failed':
      return { failed: { reason: text(details.message) } };
    case 'opened':
      return { open: visitOf(at, machine, details) };
    case 'clicked': {
      const link = typeof details.link === 'string' ? details.link : null;
      return { click: { link: boundedTextOrNull(link, linkOctetsMax), ...visitOf(at, machine, details) } };
    }
    default:
      return {};
  }
}

function visitOf(at: number, machine: boolean, details: EmailEvent['details']): Record<string, unknown> {
  return {
    ipAddress: text(details.network),
    userAgent: text(details.user_agent),
    timestamp: isoInstant(at),
    machine,
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? boundedText(value, textOctetsMax) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
