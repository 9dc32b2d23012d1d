import type { z } from 'zod';
import type { DeliveryMode } from './email.ts';
import { type EmailEventType, waitingEvents } from './lifecycle.ts';
import { knownReason, type Trouble } from './trouble.ts';

/**
 * Explains to a person where a mail stands, in three parts. Details of events come from any release and from other
 * servers, so each is checked.
 */
export type Outcome = {
  /** The event in one sentence. */
  title: string;
  /** The cause, with the server or the rule behind it. */
  reason: string;
  /** The next step of the reader; null if nothing has to be done. */
  advice: string | null;
};

type Event = { type: string; data: Readonly<Record<string, unknown>> };

export type ExplainedMail = {
  lastEvent: EmailEventType;
  deliveryMode: DeliveryMode;
  /** Mailbox of the recipient. Empty after the person was erased. */
  to: string;
  /** Oldest first. */
  events: readonly Event[];
};

export function explainOutcome(mail: ExplainedMail): Outcome {
  const { lastEvent, deliveryMode } = mail;
  if (deliveryMode === 'captured' && waitingEvents.includes(lastEvent)) return captured;
  const data = mail.events.findLast(({ type }) => type === lastEvent)?.data ?? {};
  return outcomes[lastEvent](data, mail);
}

const captured: Outcome = {
  title: 'The email was captured.',
  reason: 'Sending was off, so it is stored here and did not reach a mailbox.',
  advice: 'When sending is on, release it to send it to its recipient.',
};

type Explain = (data: Event['data'], mail: ExplainedMail) => Outcome;

const outcomes: Readonly<Record<EmailEventType, Explain>> = {
  queued: () => ({
    title: 'The email is waiting to be sent.',
    reason: 'Posthouse accepted it and sends it as soon as it is due.',
    advice: null,
  }),
  scheduled: () => ({
    title: 'The email is scheduled.',
    reason: 'Posthouse will send it at the planned time.',
    advice: null,
  }),
  sent: ({ by }) => ({
    title: 'The email was handed over.',
    reason: `${serverName(by) ?? 'The next server'} accepted it and has not reported its delivery.`,
    advice: null,
  }),
  delivered: ({ by }, { deliveryMode }) => ({
    title: 'The email was delivered.',
    reason:
      deliveryMode === 'test'
        ? 'This is a test: the delivery was simulated, and nothing left this server.'
        : `${serverName(by) ?? 'The server of the recipient'} accepted it.`,
    advice: null,
  }),
  opened: () => ({
    title: 'The email was opened.',
    reason: 'It was delivered, and its images were loaded.',
    advice: null,
  }),
  clicked: () => ({
    title: 'A link in the email was clicked.',
    reason: 'It was delivered, and its recipient followed a link.',
    advice: null,
  }),
  delivery_delayed: (data, mail) => {
    const { title, advice } = readMeaning(data, data.kind);
    return {
      title,
      reason: `${rejecter(data, mail)} did not take the email yet. Posthouse tries again.`,
      advice,
    };
  },
  bounced: (data, mail) => {
    const bounce = isObject(data.bounce) ? data.bounce : {};
    const { title, advice } = readMeaning(data, bounce.subType);
    const who = rejecter(data, mail);
    const reason =
      bounce.type === 'soft'
        ? `${who} rejected the email, and Posthouse stopped trying.`
        : `${who} permanently rejected the email, so Posthouse does not retry.`;
    return { title, reason, advice };
  },
  complained: (_, mail) => ({
    title: 'The recipient marked the email as spam.',
    reason: `${domainOf(mail.to) ?? 'The mail provider'} reported it, and Posthouse suppressed the address.`,
    advice: 'Do not write to this person again unless they ask for it.',
  }),
  suppressed: () => ({
    title: 'The email was not sent.',
    reason: 'The address is suppressed, for example after a bounce, a complaint or an unsubscribe.',
    advice: 'If the person wants mail again, remove the suppression of the address and send a new email.',
  }),
  failed: ({ kind }) =>
    kind === 'sending_off'
      ? {
          title: 'The email was not sent.',
          reason: 'Sending was turned off while it waited.',
          advice: 'Turn sending on, then send it again.',
        }
      : {
          title: 'The email could not be sent.',
          reason: 'It failed on this server before it reached a mailbox.',
          advice: 'Fix the problem shown in the timeline, then send it again.',
        },
  canceled: () => ({
    title: 'The email was cancelled.',
    reason: 'Its campaign or workflow was ended before the email left.',
    advice: null,
  }),
};

/** Explains the reply of a server in a sentence. */
export function explainReply(type: 'bounced' | 'delivery_delayed', data: Event['data']): string {
  const bounce = isObject(data.bounce) ? data.bounce : {};
  return readMeaning(data, type === 'bounced' ? bounce.subType : data.kind).title;
}

/** Explains the trouble of a listed mail, whose reply begins with its status. */
export function explainTrouble({ reason, message }: z.output<typeof Trouble>): string {
  const enhanced = message === null ? undefined : statusInReply.exec(message)?.[0];
  return reason === 'sending_off' ? 'Sending is off.' : readMeaning({ enhanced }, reason).title;
}

const statusInReply = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

type Meaning = { title: string; advice: string | null };

/** A status is vague where the text of the reply named the kind, as in "451 4.7.1 Greylisted". */
function readMeaning({ enhanced }: Event['data'], kind: unknown): Meaning {
  const reason = knownReason(kind);
  const detail = typeof enhanced === 'string' ? statusDetail.exec(enhanced)?.[1] : undefined;
  const isNamed = namedByText.has(reason);
  if (!isNamed && detail !== undefined && Object.hasOwn(statuses, detail)) return statuses[detail]!;
  return Object.hasOwn(kinds, reason) ? kinds[reason]! : unknown;
}

const statusDetail = /^[245]\.(\d{1,3}\.\d{1,3})$/;
const namedByText: ReadonlySet<string> = new Set(['greylist', 'throttle', 'full', 'auth']);

const newAddress = 'Ask the person for a new address.';
const wait = 'Wait. Posthouse tries again automatically.';
const otherWay = 'Reach the person another way, or try again later.';
const domainRecords = 'Check the records of the sending domain, then send it again.';
const reputation =
  'Check the content and the reputation of the sending domain, and ask the receiving mail provider.';

/** Details of enhanced status codes (RFC 3463 and the registry of IANA). */
const statuses: Readonly<Record<string, Meaning>> = {
  '1.1': { title: 'The mailbox does not exist.', advice: newAddress },
  '1.2': { title: 'The domain of the address does not exist.', advice: newAddress },
  '1.3': { title: 'The address is not valid.', advice: newAddress },
  '1.6': { title: 'The mailbox has moved.', advice: newAddress },
  '1.7': {
    title: 'The sender address is not valid.',
    advice: 'Correct the sender address, then send again.',
  },
  '1.8': {
    title: 'The domain of the sender address was not found.',
    advice: 'Publish DNS records for the sending domain, then send again.',
  },
  '1.10': { title: 'The domain accepts no email.', advice: newAddress },
  '2.1': { title: 'The mailbox is disabled.', advice: newAddress },
  '2.2': { title: 'The mailbox is full.', advice: otherWay },
  '2.3': {
    title: 'The email is larger than the mailbox allows.',
    advice: 'Make it smaller, then send again.',
  },
  '3.1': { title: 'The receiving server has no space left.', advice: otherWay },
  '3.2': { title: 'The receiving server accepts no email at the moment.', advice: otherWay },
  '3.4': { title: 'The email is too large.', advice: 'Make it smaller, then send again.' },
  '4.1': { title: 'The receiving server did not answer.', advice: otherWay },
  '4.2': { title: 'The connection to the receiving server was lost.', advice: otherWay },
  '4.4': { title: 'No server was found for the address.', advice: 'Check the address for a typing error.' },
  '4.5': { title: 'The receiving server is overloaded.', advice: otherWay },
  '4.6': { title: 'The receiving servers forward the email in a loop.', advice: otherWay },
  '5.3': { title: 'The receiving server accepts no more recipients at the moment.', advice: otherWay },
  '7.20': { title: 'The receiving server found no valid DKIM signature.', advice: domainRecords },
  '7.21': { title: 'The DKIM signature is not accepted.', advice: domainRecords },
  '7.22': { title: 'The DKIM signature is not for the sending domain.', advice: domainRecords },
  '7.23': { title: 'The SPF record does not allow this server.', advice: domainRecords },
  '7.24': { title: 'The SPF record could not be checked.', advice: domainRecords },
  '7.25': {
    title: 'The IP address of this server has no valid host name.',
    advice: 'Set the reverse DNS record of the server, then send again.',
  },
  '7.26': { title: 'SPF and DKIM failed, so DMARC rejects the email.', advice: domainRecords },
  '7.27': { title: 'The domain of the sender accepts no email.', advice: domainRecords },
  '7.28': { title: 'The receiving server received too much email at once.', advice: otherWay },
};

/** Meanings by reason group, for replies without a known enhanced status code. */
const kinds: Readonly<Record<string, Meaning>> = {
  mailbox: { title: 'The mailbox cannot be reached.', advice: newAddress },
  full: { title: 'The mailbox is full.', advice: otherWay },
  size: { title: 'The email is too large.', advice: 'Make it smaller, then send again.' },
  policy: { title: 'The receiving server refuses this email because of its policy.', advice: reputation },
  greylist: {
    title: 'The receiving server asks unknown senders to retry (greylisting).',
    advice: 'This is normal. Posthouse tries again automatically.',
  },
  throttle: { title: 'The receiving server accepts only a limited amount of email.', advice: wait },
  sender: {
    title: 'The receiving server refuses the sender address.',
    advice: 'Check the sender address and the records of its domain, then send again.',
  },
  content: {
    title: 'The receiving server refuses the content.',
    advice: 'Change the content, then send again.',
  },
  auth: {
    title: 'The relay that sends your mail refused the sign-in.',
    advice: 'Correct the user name and password of the relay.',
  },
  connection: { title: 'The receiving server cannot be reached.', advice: otherWay },
  system: { title: 'The receiving server has a problem.', advice: otherWay },
  protocol: { title: 'The receiving server gave an invalid answer.', advice: otherWay },
};

const unknown: Meaning = {
  title: 'The receiving server gave no known reason.',
  advice: 'Read the reply of the server in the timeline.',
};

/** The domain of the recipient, which a reader knows, and otherwise the server. */
function rejecter({ by }: Event['data'], { to }: ExplainedMail): string {
  return domainOf(to) ?? serverName(by) ?? 'The receiving server';
}

function domainOf(to: string): string | null {
  const at = to.lastIndexOf('@');
  if (at === -1) return null;
  const [domain = ''] = to.slice(at + 1).split('>', 1);
  return domain === '' ? null : domain;
}

/** Null if this server did not ask another one. */
function serverName(by: unknown): string | null {
  return typeof by === 'string' && by !== '' && by !== 'posthouse' && by !== 'unknown' ? by : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
