/**
 * What can happen to an email, in which order, and which of it is its `last_event`.
 *
 * A relay or a mail system reports when it likes, so events are recorded whenever they come; the table says which
 * moves we make ourselves and which of two events of the same instant is the later one.
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

/** `at` is epoch milliseconds; `machine` is true for an open or click made by a scanner or an image proxy. */
export type EmailEvent = { type: EmailEventType; at: number; machine: boolean };

/** All moves: from the key to each of its list. */
export const emailMoves: Readonly<Record<EmailEventType, readonly EmailEventType[]>> = {
  scheduled: ['queued', 'suppressed', 'failed', 'canceled'],
  // Straight to `delivered` and the rest: a simulated delivery, and a mail system that answers in one dialogue.
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
  // Handed to a relay: what becomes of it there is reported later, or never.
  sent: ['delivered', 'delivery_delayed', 'bounced', 'failed', 'opened', 'clicked', 'complained'],
  // A mail system may take a mail and return it afterwards.
  delivered: ['opened', 'clicked', 'complained', 'bounced'],
  opened: ['opened', 'clicked', 'complained', 'bounced'],
  clicked: ['opened', 'clicked', 'complained', 'bounced'],
  // Tried again on request.
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
 * Whether what ended stays ended whatever another server reports: a bounced email leaves its end by a retry alone, and one
 * that failed may still be reported delivered.
 */
export function isOpenTo(last: EmailEventType, next: EmailEventType): boolean {
  return last === 'bounced' ? mayMove(last, next) : emailMoves[last].length > 0;
}

/**
 * Which of two events is the `last_event`: the later one. Of two at the same instant it is `next` if the table
 * leads from `current` to it, so that a simulated delivery, all of whose events happen at once, ends at its end.
 *
 * An open or click made by a machine never replaces anything but another such: it says nothing about a person,
 * and would hide what is known about the delivery.
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
