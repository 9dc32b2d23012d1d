import type { z } from 'zod';
import type { Delivery, DeliveryStatus, Webhook, WebhookStatus } from '../../../../model/webhook/webhook.ts';
import { type Html, html } from '../../../public/html.ts';
import { type StateWords, stateBadge } from '../../look/parts.ts';
import { capitalize, inDigits } from '../../number-words.ts';

export type WebhookShown = z.output<typeof Webhook>;
export type DeliveryShown = z.output<typeof Delivery>;

const webhookStates: Readonly<Record<WebhookStatus | 'failing', StateWords>> = {
  enabled: { state: 'ok', text: 'Active', picture: 'check' },
  failing: { state: 'bad', text: 'Failing', picture: 'bad' },
  disabled: { state: 'still', text: 'Paused', picture: 'pause' },
  auto_disabled: { state: 'bad', text: 'Stopped after failures', picture: 'stop' },
};

export const deliveryStates: Readonly<Record<DeliveryStatus, StateWords>> = {
  pending: { state: 'info', text: 'Waiting', picture: 'clock' },
  succeeded: { state: 'ok', text: 'Delivered', picture: 'check' },
  failed: { state: 'bad', text: 'Failed', picture: 'bad' },
};

export function webhookBadge({ status, consecutive_failures }: WebhookShown): Html {
  const name = status === 'enabled' && consecutive_failures > 0 ? 'failing' : status;
  return stateBadge(webhookStates[name]);
}

export function deliveryBadge({ status }: Pick<DeliveryShown, 'status'>): Html {
  return stateBadge(deliveryStates[status]);
}

/** `email.bounced` becomes `Email bounced`. Our own names only. */
export function eventTitle(kind: string): string {
  const text = kind.replaceAll(/[._]/g, ' ').replace('*', '(all)');
  return capitalize(text);
}

/** Without the scheme, which is the same for all. */
export function shortUrl(url: string): string {
  return url.replace(/^https:\/\//, '');
}

export function describeEvents(events: readonly string[]): string {
  if (events.length === 0) return 'All events';
  return events.length > 3 ? `${events.length} event types` : events.map(eventTitle).join(', ');
}

export function describeHealth(webhook: WebhookShown): Html | null {
  const { consecutive_failures: failures, status, reason } = webhook;
  if (status === 'auto_disabled') return html`${reason ?? 'Posthouse stopped it because it kept failing.'}`;
  if (failures === 0) return null;
  return html`${failures === 1 ? 'The last call failed.' : `The last ${inDigits(failures)} calls failed.`}`;
}
