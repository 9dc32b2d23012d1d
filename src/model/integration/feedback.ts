import type { DeliveryReport } from '../bounces/delivery-report.ts';
import { answerIn } from '../bounces/delivery-report.ts';
import type { ReturnedReport } from '../bounces/judge-return.ts';
import { remoteText } from '../bounces/remote-text.ts';
import { isFields } from '../text/fields.ts';
import { textAt, valueAt } from './payload-path.ts';
import type { ProviderName } from './providers.ts';

/** A relay's report on a mail, in the form of a bounce or complaint by the remote server. */

export type Feedback = {
  to: string;
  /** Message-ID or return path of the mail. Empty if the provider reports neither. */
  names: readonly string[];
  /** The provider's id of the mail, returned at acceptance. */
  providerId: string | null;
  subject: string | null;
  returned: ReturnedReport;
};

type FeedbackProvider = Extract<ProviderName, 'ses' | 'postmark' | 'sendgrid' | 'mailgun'>;

/** Events read per request; SendGrid sends a few hundred. */
const feedbackMax = 2_000;
const recipientsMax = 100;
const wordsMax = 1_000;

/** Submission hosts by provider. A delivery to such a host went through the provider. */
const relays: Readonly<Record<FeedbackProvider, RegExp>> = {
  ses: /^email-smtp(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/,
  postmark: /^smtp(?:-broadcasts)?\.postmarkapp\.com$/,
  sendgrid: /^smtp(?:\.eu)?\.sendgrid\.net$/,
  mailgun: /^smtp(?:\.eu)?\.mailgun\.org$/,
};

export function isFeedbackProvider(provider: ProviderName): provider is FeedbackProvider {
  return Object.hasOwn(relays, provider);
}

/** @param relay host from the mapping that replaces the provider's */
export function isSentThrough(provider: FeedbackProvider, by: string, relay: string | undefined): boolean {
  const host = by.replace(/:\d{1,5}$/, '').toLowerCase();
  return relay === undefined ? relays[provider].test(host) : host === relay.toLowerCase();
}

/** Skips events without a delivery outcome. */
export function readFeedback(provider: FeedbackProvider, payload: unknown): Feedback[] {
  switch (provider) {
    case 'ses':
      return readSes(payload);
    case 'postmark':
      return listed(readPostmark(payload));
    case 'sendgrid':
      return (Array.isArray(payload) ? payload : [payload])
        .slice(0, feedbackMax)
        .flatMap((one) => listed(readSendgrid(one)));
    case 'mailgun':
      return listed(readMailgun(valueAt(payload, 'event-data')));
  }
}

function listed<One>(one: One | null): One[] {
  return one === null ? [] : [one];
}

type Said = Omit<Feedback, 'returned'> & { returned: ReturnedReport | null };

function asFeedback(said: Said | null): Feedback | null {
  return said?.returned ? { ...said, returned: said.returned } : null;
}

/** Reads both SES formats, notifications and event publishing. The payload is the text inside the SNS message. */
function readSes(notification: unknown): Feedback[] {
  const kind = textAt(notification, ['notificationType', 'eventType']);
  const headers = valueAt(notification, 'mail.headers');
  const original = Array.isArray(headers)
    ? headers.slice(0, 200).find((header) => textAt(header, ['name'])?.toLowerCase() === 'message-id')
    : null;
  const about = {
    names: [
      textAt(original, ['value']),
      textAt(notification, ['mail.commonHeaders.messageId']),
      textAt(notification, ['mail.source']),
    ].filter((name) => name !== null),
    providerId: textAt(notification, ['mail.messageId']),
    subject: textAt(notification, ['mail.commonHeaders.subject']),
  };
  const each = (path: string, returned: (recipient: unknown, to: string) => ReturnedReport): Feedback[] => {
    const recipients = valueAt(notification, path);
    if (!Array.isArray(recipients)) return [];
    return recipients.slice(0, recipientsMax).flatMap((recipient) => {
      const to = typeof recipient === 'string' ? recipient : textAt(recipient, ['emailAddress']);
      return to === null ? [] : [{ ...about, to, returned: returned(recipient, to) }];
    });
  };
  switch (kind) {
    case 'Bounce': {
      const type = textAt(notification, ['bounce.bounceType']);
      const by = textAt(notification, ['bounce.reportingMTA']);
      return each('bounce.bouncedRecipients', (recipient, to) => {
        const words =
          textAt(recipient, ['diagnosticCode']) ??
          `${type ?? ''} ${textAt(notification, ['bounce.bounceSubType']) ?? ''}`;
        const status = textAt(recipient, ['status']);
        return failed({ to, words, status, isHard: type === 'Permanent', by });
      });
    }
    case 'Complaint': {
      const subType = textAt(notification, ['complaint.complaintSubType']);
      // SES's own list stopped the mail; the recipient did not complain about it.
      if (subType === 'OnAccountSuppressionList') return [];
      const type = textAt(notification, ['complaint.complaintFeedbackType']) ?? 'abuse';
      return each('complaint.complainedRecipients', () =>
        complaint(type, textAt(notification, ['complaint.userAgent'])),
      );
    }
    case 'Delivery':
      return each('delivery.recipients', (_, to) =>
        delivered(
          to,
          textAt(notification, ['delivery.smtpResponse']),
          textAt(notification, ['delivery.reportingMTA']),
        ),
      );
    case 'DeliveryDelay':
      return each('deliveryDelay.delayedRecipients', (recipient, to) =>
        delayed(to, textAt(recipient, ['diagnosticCode']), textAt(recipient, ['status'])),
      );
    case 'Subscription':
      return each('mail.destination', () => ({
        kind: 'feedback',
        report: { type: 'opt-out', by: 'Amazon SES' },
      }));
    default:
      return [];
  }
}

const postmarkHard: ReadonlySet<string> = new Set(['HardBounce', 'BadEmailAddress']);
const postmarkWishes: Readonly<Record<string, string>> = {
  SpamComplaint: 'abuse',
  Unsubscribe: 'opt-out',
};
/** Postmark types without information about a mailbox. */
const postmarkIdle: ReadonlySet<string> = new Set([
  'AutoResponder',
  'Subscribe',
  'AddressChange',
  'ChallengeVerification',
  'ManuallyDeactivated',
  'InboundError',
  'SMTPApiError',
  'TemplateRenderingFailed',
]);

function readPostmark(record: unknown): Feedback | null {
  const to = textAt(record, ['Email', 'Recipient']);
  if (to === null) return null;
  const about = {
    to,
    names: listed(textAt(record, ['Metadata.posthouse', 'Metadata.message-id'])),
    providerId: textAt(record, ['MessageID']),
    subject: textAt(record, ['Subject']),
  };
  const words = textAt(record, ['Details', 'Description', 'Name']) ?? '';
  const type = textAt(record, ['Type']) ?? '';
  switch (textAt(record, ['RecordType'])) {
    case 'Bounce': {
      const wish = Object.hasOwn(postmarkWishes, type) ? postmarkWishes[type] : undefined;
      if (wish !== undefined) return { ...about, returned: complaint(wish, 'Postmark') };
      if (postmarkIdle.has(type)) return null;
      return {
        ...about,
        returned: failed({ to, words, status: null, isHard: postmarkHard.has(type), by: null }),
      };
    }
    case 'SpamComplaint':
      return { ...about, returned: complaint('abuse', 'Postmark') };
    case 'Delivery':
      return { ...about, returned: delivered(to, words, null) };
    case 'SubscriptionChange':
      return valueAt(record, 'SuppressSending') === true &&
        textAt(record, ['SuppressionReason']) === 'ManualSuppression' &&
        textAt(record, ['Origin']) === 'Recipient'
        ? { ...about, returned: complaint('opt-out', 'Postmark') }
        : null;
    default:
      return null;
  }
}

function readSendgrid(event: unknown): Feedback | null {
  const to = textAt(event, ['email']);
  if (to === null) return null;
  const words = textAt(event, ['reason', 'response']) ?? '';
  const status = textAt(event, ['status']);
  const kind = textAt(event, ['event']);
  return asFeedback({
    to,
    names: listed(textAt(event, ['smtp-id'])),
    providerId: textAt(event, ['sg_message_id'])?.split('.')[0] ?? null,
    subject: null,
    returned:
      kind === 'bounce'
        ? failed({ to, words, status, isHard: textAt(event, ['type']) !== 'blocked', by: null })
        : kind === 'dropped'
          ? droppedBySendgrid(to, words)
          : kind === 'deferred'
            ? delayed(to, words, status)
            : kind === 'delivered'
              ? delivered(to, words, null)
              : kind === 'spamreport'
                ? complaint('abuse', 'SendGrid')
                : kind === 'unsubscribe' || kind === 'group_unsubscribe'
                  ? complaint('opt-out', 'SendGrid')
                  : null,
  });
}

/** SendGrid did not send the mail because of the address's history. */
function droppedBySendgrid(to: string, words: string): ReturnedReport | null {
  if (/spam report/i.test(words)) return complaint('abuse', 'SendGrid');
  if (/unsubscribed/i.test(words)) return complaint('opt-out', 'SendGrid');
  return failed({ to, words, status: null, isHard: /bounced address|invalid/i.test(words), by: null });
}

function readMailgun(event: unknown): Feedback | null {
  const to = textAt(event, ['recipient']);
  if (to === null) return null;
  const status = textAt(event, ['delivery-status.enhanced-code']);
  const by = textAt(event, ['delivery-status.mx-host']);
  const code = textAt(event, ['delivery-status.code']);
  const words = textAt(event, ['delivery-status.message', 'delivery-status.description', 'reason']) ?? '';
  const kind = textAt(event, ['event']);
  const reason = textAt(event, ['reason']) ?? '';
  const isPermanent = textAt(event, ['severity']) === 'permanent';
  return asFeedback({
    to,
    names: listed(textAt(event, ['message.headers.message-id'])),
    providerId: null,
    subject: textAt(event, ['message.headers.subject']),
    returned:
      kind === 'failed'
        ? reason === 'suppress-complaint'
          ? complaint('abuse', 'Mailgun')
          : reason === 'suppress-unsubscribe'
            ? complaint('opt-out', 'Mailgun')
            : isPermanent
              ? failed({
                  to,
                  words: `${code ?? ''} ${words}`,
                  status,
                  isHard: reason === 'bounce' || reason === 'suppress-bounce',
                  by,
                })
              : delayed(to, `${code ?? ''} ${words}`, status)
        : kind === 'delivered'
          ? delivered(to, words, by)
          : kind === 'complained'
            ? complaint('abuse', 'Mailgun')
            : kind === 'unsubscribed'
              ? complaint('opt-out', 'Mailgun')
              : null,
  });
}

/** Uses the bounce's own codes. Without codes, a hard bounce counts as an unknown mailbox. */
function failed(bounce: {
  to: string;
  words: string;
  status: string | null;
  isHard: boolean;
  by: string | null;
}): ReturnedReport {
  const text = remoteText(bounce.words, wordsMax);
  const answer = answerIn(text);
  const enhanced = enhancedOf(bounce.status) ?? answer.enhanced;
  const isPlain = answer.code === null && enhanced === null;
  return report({
    action: 'failed',
    code: answer.code ?? (enhanced?.startsWith('4') || (isPlain && !bounce.isHard) ? 450 : 550),
    enhanced: isPlain && bounce.isHard ? '5.1.1' : enhanced,
    text,
    recipients: [bounce.to.toLowerCase().slice(0, 320)],
    by: bounce.by,
    wordsAlone: false,
  });
}

function delayed(to: string, words: string | null, status: string | null): ReturnedReport {
  const text = remoteText(words ?? '', wordsMax);
  const { code, enhanced } = answerIn(text);
  return report({
    action: 'delayed',
    code: code ?? 450,
    enhanced: enhancedOf(status) ?? enhanced,
    text,
    recipients: [to.toLowerCase().slice(0, 320)],
    by: null,
    wordsAlone: false,
  });
}

function delivered(to: string, words: string | null, by: string | null): ReturnedReport {
  return report({
    action: 'delivered',
    code: 250,
    enhanced: null,
    text: remoteText(words ?? '', wordsMax),
    recipients: [to.toLowerCase().slice(0, 320)],
    by,
    wordsAlone: false,
  });
}

function report(one: DeliveryReport): ReturnedReport {
  return { kind: 'delivery', reports: [{ ...one, by: one.by === null ? null : remoteText(one.by, 255) }] };
}

function complaint(type: string, by: string | null): ReturnedReport {
  return {
    kind: 'feedback',
    report: { type: remoteText(type, 40).toLowerCase(), by: by === null ? null : remoteText(by, 200) },
  };
}

function enhancedOf(status: string | null): string | null {
  return status !== null && /^[245]\.\d{1,3}\.\d{1,3}$/.test(status) ? status : null;
}

export function sesNotification(message: string): unknown {
  try {
    const notification: unknown = JSON.parse(message);
    return isFields(notification) ? notification : null;
  } catch {
    // A manually published message is not a notification.
    return null;
  }
}
