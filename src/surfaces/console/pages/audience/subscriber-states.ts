/** States of subscribers and of what belongs to them, in words. */

import type { SubscriberSource, SubscriberStatus } from '../../../../model/subscriber/subscriber.ts';
import type { StateWords } from '../../look/parts.ts';

export const subscriberStates: Readonly<Record<SubscriberStatus, StateWords>> = {
  ACTIVE: { state: 'ok', text: 'Subscribed', picture: 'ok' },
  PENDING: { state: 'info', text: 'Not confirmed yet', picture: 'clock' },
  UNSUBSCRIBED: { state: 'still', text: 'Unsubscribed', picture: 'personLeft' },
  BOUNCED: { state: 'bad', text: 'Bounced', picture: 'bounce' },
  COMPLAINED: { state: 'bad', text: 'Marked as spam', picture: 'complaint' },
};

/** Explains the state on the page of a person. An active person needs no explanation. */
export const subscriberSentences: Readonly<Record<SubscriberStatus, string>> = {
  ACTIVE: '',
  PENDING: 'Has not followed the link in the opt-in request yet, so gets no campaigns.',
  UNSUBSCRIBED: 'Gets no campaigns. Receipts and other transactional mail continue.',
  BOUNCED: 'An email to this address bounced, so it gets no more campaigns.',
  COMPLAINED: 'Marked an email as spam, so gets no more campaigns.',
};

export const sourceWords: Readonly<Record<SubscriberSource, string>> = {
  API: 'over the API',
  IMPORT: 'by an import',
  FORM: 'by a sign-up form',
  INTEGRATION: 'by an integration',
  SMTP: 'over SMTP',
  EVENT: 'by an event',
};
