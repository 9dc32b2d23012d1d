/** Events are always recorded; the table covers our own moves and orders events of the same instant. */
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

/** Entries about the message itself. They never become `last_event`, and are neither counted nor sent to webhooks. */
export const emailNotes = ['reencoded'] as const;

export const timelineTypes = [...emailEvents, ...emailNotes] as const;

export type EmailEvent = { type: EmailEventType; at: number; machine: boolean };

export const emailMoves: Readonly<Record<EmailEventType, readonly EmailEventType[]>> = {
  scheduled: ['queued', 'suppressed', 'failed', 'canceled'],
  // Directly to `delivered` and beyond: simulated delivery, or acceptance within one dialogue.
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
  // A relay accepted the mail and may report the outcome later.
  sent: ['delivered', 'delivery_delayed', 'bounced', 'failed', 'opened', 'clicked', 'complained'],
  // A mail system may accept a mail and return it afterwards.
  delivered: ['opened', 'clicked', 'complained', 'bounced'],
  opened: ['opened', 'clicked', 'complained', 'bounced'],
  clicked: ['opened', 'clicked', 'complained', 'bounced'],
  failed: ['queued'],
  bounced: ['queued'],
  complained: [],
  suppressed: [],
  canceled: [],
};

/**
 * Facts about a mail for its campaign. By its last event, a `waiting` mail has not left, and a `lost` mail did not
 * reach its person, so another campaign may try again. An `attempted` event ends the first attempt, or the wait for it.
 */
const campaignFacts: Readonly<
  Record<EmailEventType, { state: 'waiting' | 'sent' | 'lost'; attempted: boolean }>
> = {
  queued: { state: 'waiting', attempted: false },
  scheduled: { state: 'waiting', attempted: false },
  delivery_delayed: { state: 'waiting', attempted: true },
  sent: { state: 'sent', attempted: true },
  delivered: { state: 'sent', attempted: true },
  opened: { state: 'sent', attempted: false },
  clicked: { state: 'sent', attempted: false },
  // A report can arrive before the attempt is recorded, and ends the job.
  complained: { state: 'sent', attempted: true },
  bounced: { state: 'lost', attempted: true },
  suppressed: { state: 'lost', attempted: true },
  failed: { state: 'lost', attempted: true },
  canceled: { state: 'lost', attempted: true },
};

export const waitingEvents = emailEvents.filter((type) => campaignFacts[type].state === 'waiting');
export const lostEvents = emailEvents.filter((type) => campaignFacts[type].state === 'lost');
export const attemptedEvents = emailEvents.filter((type) => campaignFacts[type].attempted);

export function mayMove(from: EmailEventType, to: EmailEventType): boolean {
  return emailMoves[from].includes(to);
}

/** Only a retry reopens a bounced email, but a failed email may still be reported as delivered. */
export function isOpenTo(last: EmailEventType, next: EmailEventType): boolean {
  return last === 'bounced' ? mayMove(last, next) : emailMoves[last].length > 0;
}

/**
 * At the same instant, `next` wins if the table allows the move, so that simulated events end correctly. A
 * machine's open or click replaces only such events, because it says nothing about a person.
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
