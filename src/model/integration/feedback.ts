import type { DeliveryReport } from '../bounces/delivery-report.ts';
import { answerIn } from '../bounces/delivery-report.ts';
import type { ReturnedReport } from '../bounces/judge-return.ts';
import { remoteText } from '../bounces/remote-text.ts';
import { isFields } from '../text/fields.ts';
import { textAt, valueAt } from './payload-path.ts';
import type { ProviderName } from './providers.ts';

/**
 * The outcome that a relay reports of a mail, as the report that the other server’s own bounce or complaint would have been.
 */

export type Feedback = {
  /** The recipient, as the provider has it. */
  to: string;
  /** What may name the mail: its Message-ID, or its return path. Empty where the provider shows neither. */
  names: readonly string[];
  /** The provider's own id of the mail, which it said when it took it. */
  providerId: string | null;
  subject: string | null;
  returned: ReturnedReport;
};

type FeedbackProvider = Extract<ProviderName, 'ses' | 'postmark' | 'sendgrid' | 'mailgun'>;

/** Events of one request that are looked at; SendGrid sends a few hundred at once. */
const feedbackMax = 2_000;
const recipientsMax = 100;
const wordsMax = 1_000;

/** The hosts that a provider takes mail at: what was handed to one of them went by that route. */
const relays: Readonly<Record<FeedbackProvider, RegExp>> = {
  ses: /^email-smtp(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/,
  postmark: /^smtp(?:-broadcasts)?\.postmarkapp\.com$/,
  sendgrid: /^smtp(?:\.eu)?\.sendgrid\.net$/,
  mailgun: /^smtp(?:\.eu)?\.mailgun\.org$/,
};

export function isFeedbackProvider(provider: ProviderName): provider is FeedbackProvider {
  return Object.hasOwn(relays, provider);
}

/**
 * Whether a mail went by a provider.
 * @param by who took it, `host:port`, as the event of its hand-over says
 * @param relay the host that the mapping names in place of the provider's own
 */
export function wentBy(provider: FeedbackProvider, by: string, relay: string | undefined): boolean {
  const host = by.replace(/:\d{1,5}$/, '').toLowerCase();
  return relay === undefined ? relays[provider].test(host) : host === relay.toLowerCase();
}

/** What a request says, mail by mail; what says nothing about a mail's fate is passed over. */
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

/** SES: the notification is a text in the message of SNS. Both its forms are read: notifications and event publishing. */
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
      // The account's own list stopped it: the recipient did not complain about this mail.
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
/** Types of Postmark that are about a person’s wish. */
const postmarkWishes: Readonly<Record<string, string>> = {
  SpamComplaint: 'abuse',
  Unsubscribe: 'opt-out',
};
/** Those that say nothing about a mailbox. */
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

/** It was not sent because of what SendGrid remembers of the address. */
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

/** A bounce. Its own code and status count; where it shows none, what the provider calls hard is an unknown mailbox. */
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

/** The JSON text in a message of SNS; null for what is none. */
export function sesNotification(message: string): unknown {
  try {
    const notification: unknown = JSON.parse(message);
    return isFields(notification) ? notification : null;
  } catch {
    // A message that was published by hand is no notification.
    return null;
  }
}
