import { expect, test } from 'vitest';
import {
  type ExplainedMail,
  explainOutcome,
  explainTrouble,
} from '../../../src/model/email/explain-outcome.ts';
import { emailEvents } from '../../../src/model/email/lifecycle.ts';
import { troubleReasons } from '../../../src/model/email/trouble.ts';

const mail = (more: Partial<ExplainedMail>): ExplainedMail => ({
  lastEvent: 'bounced',
  deliveryMode: 'live',
  to: 'bob@oldpress.example',
  events: [],
  ...more,
});
const bounce = (enhanced: string | null, subType: string, type = 'hard') =>
  explainOutcome(
    mail({ events: [{ type: 'bounced', data: { by: 'mx1', enhanced, bounce: { type, subType } } }] }),
  );

test.each([
  ['5.1.1', 'mailbox', 'The mailbox does not exist.'],
  ['5.1.2', 'mailbox', 'The domain of the address does not exist.'],
  ['5.2.2', 'full', 'The mailbox is full.'],
  ['5.7.26', 'policy', 'SPF and DKIM failed, so DMARC rejects the email.'],
  ['5.7.1', 'policy', 'The receiving server refuses this email because of its policy.'],
  [null, 'content', 'The receiving server refuses the content.'],
  ['5.999.999', 'nonsense', 'The receiving server gave no known reason.'],
  ['9.1.1; drop', 'unknown', 'The receiving server gave no known reason.'],
  ['5.constructor', 'constructor', 'The receiving server gave no known reason.'],
])('a bounce with status %s of kind %s says “%s”', (enhanced, kind, title) => {
  expect(bounce(enhanced, kind).title).toBe(title);
});

test('a hard bounce says that the rejection is permanent, a soft bounce that Posthouse stopped trying', () => {
  expect(bounce('5.1.1', 'mailbox').reason).toBe(
    'oldpress.example permanently rejected the email, so Posthouse does not retry.',
  );
  expect(bounce('5.2.2', 'full', 'soft').reason).toBe(
    'oldpress.example rejected the email, and Posthouse stopped trying.',
  );
});

test('the text of a greylisting reply wins over its vague status', () => {
  const data = { by: 'mx1.example', kind: 'greylist', enhanced: '4.7.1' };
  const delayed = explainOutcome(
    mail({ lastEvent: 'delivery_delayed', events: [{ type: 'delivery_delayed', data }] }),
  );
  expect(delayed.title).toBe('The receiving server asks unknown senders to retry (greylisting).');
});

test('every last event and every reason has an explanation in sentences, whatever the details are', () => {
  const hostile = { by: 7, bounce: 'x', enhanced: {}, kind: [], message: null };
  for (const lastEvent of emailEvents) {
    for (const events of [[], [{ type: lastEvent, data: hostile }]]) {
      for (const deliveryMode of ['live', 'test', 'captured'] as const) {
        const { title, reason, advice } = explainOutcome(mail({ lastEvent, events, deliveryMode, to: '' }));
        for (const sentence of [title, reason, advice ?? '.']) expect(sentence).toMatch(/\.$/);
      }
    }
  }
  for (const reason of troubleReasons) expect(explainTrouble({ reason, message: null })).toMatch(/\.$/);
});

test('the status in the reply of a listed mail explains it', () => {
  expect(explainTrouble({ reason: 'mailbox', message: '550 5.1.1 No such user' })).toBe(
    'The mailbox does not exist.',
  );
});
