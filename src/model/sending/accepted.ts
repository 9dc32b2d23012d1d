import type { DeliveryMode, EmailEvent, EmailEventType } from '../email/email.ts';
import type { FixtureOutcome } from './fixture-recipient.ts';
import type { Verdict } from './gates.ts';

export type AcceptedRecords = {
  deliveryMode: DeliveryMode;
  /** Events after `queued`, in order. A simulated mail has all of them immediately. */
  events: EmailEvent[];
  last: { type: EmailEventType };
  sentAt: number | null;
  /** New subscriber status; null if unchanged. */
  subscriberStatus: 'BOUNCED' | 'COMPLAINED' | null;
};

type Played = { type: EmailEventType; details?: Record<string, unknown> };

/**
 * Fixtures also set the subscriber's status, so that clients can test their reaction, but no suppression or cooldown,
 * because a repeated test must give the same result.
 */
const played: Readonly<Record<FixtureOutcome, readonly Played[]>> = {
  delivered: [{ type: 'sent' }, { type: 'delivered' }],
  bounce: [
    { type: 'sent' },
    {
      type: 'bounced',
      details: {
        bounce: { type: 'hard', subType: 'mailbox', message: '550 5.1.1 No such mailbox (simulated)' },
      },
    },
  ],
  complaint: [{ type: 'sent' }, { type: 'delivered' }, { type: 'complained' }],
  delay: [{ type: 'delivery_delayed', details: { message: '451 4.7.1 Try again later (simulated)' } }],
  open: [{ type: 'sent' }, { type: 'delivered' }, { type: 'opened' }],
  click: [{ type: 'sent' }, { type: 'delivered' }, { type: 'opened' }, { type: 'clicked' }],
};

/** @param now epoch ms */
export function recordsOfVerdict(
  verdict: Exclude<Verdict, { kind: 'refuse' }>,
  now: number,
): AcceptedRecords {
  switch (verdict.kind) {
    case 'simulate': {
      const events = played[verdict.outcome].map(({ type, details }) => eventAt(now, type, details));
      return {
        deliveryMode: 'test',
        events,
        last: events[events.length - 1]!,
        sentAt: events[0]?.type === 'sent' ? now : null,
        subscriberStatus:
          verdict.outcome === 'bounce' ? 'BOUNCED' : verdict.outcome === 'complaint' ? 'COMPLAINED' : null,
      };
    }
    case 'suppress': {
      const { id, origin, scope } = verdict.suppression;
      const event = eventAt(now, 'suppressed', id === undefined ? {} : { suppression_id: id, origin, scope });
      return { deliveryMode: 'live', events: [event], last: event, sentAt: null, subscriberStatus: null };
    }
    case 'hold':
      return {
        deliveryMode: 'captured',
        events: [],
        last: { type: 'queued' },
        sentAt: null,
        subscriberStatus: null,
      };
    case 'deliver':
      return {
        deliveryMode: 'live',
        events: [],
        last: { type: 'queued' },
        sentAt: null,
        subscriberStatus: null,
      };
  }
}

function eventAt(at: number, type: EmailEventType, details: Record<string, unknown> = {}): EmailEvent {
  return { type, at, machine: false, details };
}
