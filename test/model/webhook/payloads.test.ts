import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emailEvents } from '../../../src/model/email/lifecycle.ts';
import { isoInstant } from '../../../src/model/instant.ts';
import type { SubscriberRecord } from '../../../src/model/subscriber/subscriber.ts';
import { newSubscriber } from '../../../src/model/subscriber/subscriber-change.ts';
import { boundedText, payloadOctetsMax } from '../../../src/model/webhook/bounded-text.ts';
import { describeMail, describeMailEvent } from '../../../src/model/webhook/describe-mail.ts';
import { describeTrackedEvent, subscriberChanges } from '../../../src/model/webhook/describe-subscriber.ts';
import { payloadSchema, payloadText, type WebhookKind } from '../../../src/model/webhook/kinds.ts';
import { verifies } from '../../spec/verifies.ts';
import { randomRuns } from '../../world/simulated/random.ts';

const now = Date.UTC(2026, 10, 21);
const sequence = now;

/** Texts that JSON expands most: control characters, lone surrogates, wide characters. */
const nasty = fc
  .tuple(
    fc.constantFrom('\u0000', '\ud83d', '\udc00', '😀', 'ß', '"', '\\', 'a', '\u2028'),
    fc.integer({ min: 0, max: 40_000 }),
  )
  .map(([piece, times]) => piece.repeat(times));

function expectFits(kind: WebhookKind, data: Record<string, unknown>): void {
  const text = payloadText(kind, isoInstant(now), { ...data, sequence });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(payloadOctetsMax);
  const issues = payloadSchema(kind).safeParse(JSON.parse(text)).error?.issues;
  expect(issues, kind).toBeUndefined();
}

verifies('webhook.payload', 'no mail produces a payload over 20 kB', () => {
  fc.assert(
    fc.property(nasty, nasty, fc.constantFrom(...emailEvents), (a, b, type) => {
      const mail = {
        id: 'eml_1',
        messageId: a,
        from: b,
        to: a,
        subject: b,
        createdAt: now,
        source: 'api',
        deliveryMode: 'live',
        subscriberId: 'sub_1',
        campaignId: 'cmp_1',
      } as const;
      const details = {
        message: a,
        link: b,
        user_agent: a,
        network: b,
        bounce: { type: b, subType: a, message: b },
      };
      expectFits(`email.${type}`, {
        ...describeMail(mail),
        ...describeMailEvent({ type, at: now, machine: false, details }),
      });
    }),
    { numRuns: randomRuns(60) },
  );
});

verifies('webhook.payload', 'no subscriber or event produces a payload over 20 kB', () => {
  fc.assert(
    fc.property(nasty, nasty, (a, b) => {
      const known = newSubscriber('sub_1', 'ada@mailbox.dev', 'API', false, now);
      const next: SubscriberRecord = {
        ...known,
        email: `${a}@mailbox.dev`,
        firstName: a,
        lastName: b,
        externalId: b,
        attributes: { [b]: a },
        status: 'UNSUBSCRIBED',
        unsubscribedBecause: { reason: a, topic: b },
        tagIds: Array.from({ length: 250 }, (_, at) => `tag_${at}`),
      };
      const reported = [...subscriberChanges(null, next), ...subscriberChanges(known, next)];
      expect(reported.length).toBeGreaterThan(20);
      for (const { kind, data } of reported) {
        // Tag names are filled in with the message, here at their maximum length.
        const { tagIds, ...rest } = data as { tagIds?: string[] };
        const tags = tagIds?.map((id) => ({ id, name: '\u0000'.repeat(64) }));
        expectFits(kind, tags ? { ...rest, tags } : rest);
      }
      expectFits(
        'event.tracked',
        describeTrackedEvent({
          id: 'evt_1',
          name: '😀'.repeat(64),
          subscriberId: 'sub_1',
          email: a,
          properties: { [a]: b },
          occurredAt: now,
          receivedAt: now,
        }),
      );
    }),
    { numRuns: randomRuns(40) },
  );
});

test('a text is truncated between characters, and only if it is too long', () => {
  expect(boundedText('short', 100)).toBe('short');
  expect(boundedText('a'.repeat(100), 100)).toBe('a'.repeat(100));
  expect(boundedText('a'.repeat(101), 100)).toBe(`${'a'.repeat(97)}…`);
  expect(boundedText('😀'.repeat(50), 100)).toBe(`${'😀'.repeat(24)}…`);
  expect(boundedText('\u0000'.repeat(50), 100)).toBe(`${'\u0000'.repeat(16)}…`);
});

test('each change of a subscriber has its event kinds, and unchanged parts have none', () => {
  const active: SubscriberRecord = {
    ...newSubscriber('sub_1', 'ada@mailbox.dev', 'API', false, now),
    status: 'ACTIVE',
  };
  const kindsOf = (known: Partial<SubscriberRecord>, next: Partial<SubscriberRecord>) =>
    subscriberChanges({ ...active, ...known }, { ...active, ...next }).map(({ kind }) => kind);
  expect(kindsOf({}, { updatedAt: now + 1, lastActivityAt: now })).toEqual([]);
  expect(kindsOf({ status: 'PENDING' }, {})).toEqual(['subscriber.confirmed']);
  expect(kindsOf({ status: 'UNSUBSCRIBED' }, {})).toEqual(['subscriber.resubscribed']);
  expect(kindsOf({ status: 'COMPLAINED' }, { status: 'PENDING' })).toEqual(['subscriber.resubscribed']);
  expect(kindsOf({}, { status: 'UNSUBSCRIBED' })).toEqual(['subscriber.unsubscribed']);
  expect(kindsOf({}, { status: 'BOUNCED' })).toEqual(['subscriber.updated']);
  expect(kindsOf({ status: 'BOUNCED' }, { email: 'ada@elsewhere.dev' })).toEqual(['subscriber.updated']);
  expect(kindsOf({}, { status: 'UNSUBSCRIBED', firstName: 'Ada' })).toEqual([
    'subscriber.unsubscribed',
    'subscriber.updated',
  ]);
  expect(kindsOf({ tagIds: ['tag_1'] }, { tagIds: ['tag_2'] })).toEqual([
    'subscriber.tag_added',
    'subscriber.tag_removed',
  ]);
});
