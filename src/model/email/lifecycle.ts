/**
 * The events of an email, their possible order, and which one is its `last_event`.
 *
 * Relays and mail systems report at any time, so events are always recorded; the table says which moves we make
 * ourselves and which of two events of the same instant is the later one.
 */
export const emailEvents = [
  'queued',
  'scheduled',
  'sent',
  'delivered',
  'delivery_delayed',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'suppressed',
  'failed',
  'canceled',
] as const;

export type EmailEventType = (typeof emailEvents)[number];

/**
 * Timeline entries about the message itself. They never become `last_event`, are not counted and are not sent to webhooks.
 */
export const emailNotes = ['reencoded'] as const;

/** Kinds of timeline entries. */
export const timelineTypes = [...emailEvents, ...emailNotes] as const;

/** `at` is epoch milliseconds; `machine` is true for an open or click made by a scanner or an image proxy. */
export type EmailEvent = { type: EmailEventType; at: number; machine: boolean };

/** All moves: from the key to each of its list. */
export const emailMoves: Readonly<Record<EmailEventType, readonly EmailEventType[]>> = {
  scheduled: ['queued', 'suppressed', 'failed', 'canceled'],
  // Straight to `delivered` and beyond: a simulated delivery, and a mail system that accepts in one dialogue.
  queued: [
    'scheduled',
    'sent',
    'delivered',
    'delivery_delayed',
    'bounced',
    'suppressed',
    'failed',
    'canceled',
  ],
  delivery_delayed: ['delivery_delayed', 'sent', 'delivered', 'bounced', 'suppressed', 'failed', 'canceled'],
  // Accepted by a relay, which reports the outcome later or never.
  sent: ['delivered', 'delivery_delayed', 'bounced', 'failed', 'opened', 'clicked', 'complained'],
  // A mail system may accept a mail and return it afterwards.
  delivered: ['opened', 'clicked', 'complained', 'bounced'],
  opened: ['opened', 'clicked', 'complained', 'bounced'],
  clicked: ['opened', 'clicked', 'complained', 'bounced'],
  // Retried on request.
  failed: ['queued'],
  bounced: ['queued'],
  complained: [],
  suppressed: [],
  canceled: [],
};

/** Whether an email whose last event is `from` may move to `to`. */
export function mayMove(from: EmailEventType, to: EmailEventType): boolean {
  return emailMoves[from].includes(to);
}

/**
 * Whether a final event may be replaced: only a retry reopens a bounced email, and a failed one may still be reported
 * as delivered.
 */
export function isOpenTo(last: EmailEventType, next: EmailEventType): boolean {
  return last === 'bounced' ? mayMove(last, next) : emailMoves[last].length > 0;
}

/**
 * Which of two events is the `last_event`: the later one. At the same instant it is `next` if the table leads from
 * `current` to it, so that a simulated delivery, whose events all happen at once, has the right last one.
 *
 * An open or click by a machine only replaces another such event: it says nothing about a person, and would hide what
 * is known about the delivery.
 */
export function latestEvent(current: EmailEvent, next: EmailEvent): EmailEvent {
  const currentByMachine = isMachineEngagement(current);
  if (currentByMachine !== isMachineEngagement(next)) return currentByMachine ? next : current;
  if (next.at !== current.at) return next.at > current.at ? next : current;
  return mayMove(current.type, next.type) ? next : current;
}

function isMachineEngagement({ type, machine }: EmailEvent): boolean {
  return machine && (type === 'opened' || type === 'clicked');
}
