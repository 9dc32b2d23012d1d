import type { z } from 'zod';
import type { EmailSummary } from '../../model/email/email.ts';
import { type EmailEventType, waitingEvents } from '../../model/email/lifecycle.ts';
import type { Html } from '../public/html.ts';
import { type StateWords, stateBadge } from './look/parts.ts';

/** The last event of a mail, as every list and page shows it. */
export const emailStates: Readonly<Record<EmailEventType, StateWords>> = {
  queued: { state: 'info', text: 'Queued', picture: 'clock' },
  scheduled: { state: 'info', text: 'Scheduled', picture: 'calendar' },
  sent: { state: 'ok', text: 'Sent', picture: 'send' },
  delivered: { state: 'ok', text: 'Delivered', picture: 'ok' },
  delivery_delayed: { state: 'warn', text: 'Delayed', picture: 'wait' },
  opened: { state: 'ok', text: 'Opened', picture: 'open' },
  clicked: { state: 'ok', text: 'Clicked', picture: 'click' },
  bounced: { state: 'bad', text: 'Bounced', picture: 'bad' },
  complained: { state: 'bad', text: 'Marked as spam', picture: 'complaint' },
  suppressed: { state: 'still', text: 'Suppressed', picture: 'suppressed' },
  failed: { state: 'bad', text: 'Failed', picture: 'warn' },
  canceled: { state: 'still', text: 'Cancelled', picture: 'still' },
};

const captured: StateWords = { state: 'test', text: 'Captured', picture: 'captured' };

type Standing = Pick<z.output<typeof EmailSummary>, 'last_event' | 'delivery_mode'>;

/** A captured mail stays queued until a person releases it, which makes it live. */
export function emailState({ last_event: last, delivery_mode: mode }: Standing): StateWords {
  return mode === 'captured' && waitingEvents.includes(last) ? captured : emailStates[last];
}

export function emailBadge(email: Standing): Html {
  return stateBadge(emailState(email));
}
