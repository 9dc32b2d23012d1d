import { describe, expect, test } from 'vitest';
import {
  nextSubscriberStatus,
  readSubscriberRef,
  type SubscriberMove,
  type SubscriberStatus,
  subscriberStatuses,
} from '../../../src/model/subscriber/subscriber.ts';
import {
  applyChange,
  differs,
  newSubscriber,
  unsubscribed,
  withTags,
} from '../../../src/model/subscriber/subscriber-change.ts';

describe('the status of a subscriber', () => {
  /** The result of every move from every status, in the order of the statuses. */
  const table: Record<SubscriberMove, SubscriberStatus[]> = {
    confirm: ['ACTIVE', 'ACTIVE', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'],
    resubscribe: ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE'],
    resubscribe_to_confirm: ['ACTIVE', 'PENDING', 'PENDING', 'PENDING', 'PENDING'],
    unsubscribe: ['UNSUBSCRIBED', 'UNSUBSCRIBED', 'UNSUBSCRIBED', 'UNSUBSCRIBED', 'COMPLAINED'],
    bounce: ['BOUNCED', 'BOUNCED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'],
    complain: ['COMPLAINED', 'COMPLAINED', 'UNSUBSCRIBED', 'COMPLAINED', 'COMPLAINED'],
    change_address: ['ACTIVE', 'PENDING', 'UNSUBSCRIBED', 'ACTIVE', 'COMPLAINED'],
    change_address_to_confirm: ['PENDING', 'PENDING', 'UNSUBSCRIBED', 'PENDING', 'COMPLAINED'],
  };

  test.each(Object.entries(table))('is correct after %s', (move, expected) => {
    expect(subscriberStatuses).toEqual(['ACTIVE', 'PENDING', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED']);
    const reached = subscriberStatuses.map((status) => nextSubscriberStatus(status, move as SubscriberMove));
    expect(reached).toEqual(expected);
  });

  test('returns from an unsubscribe or complaint only by an explicit resubscribe', () => {
    for (const [move, reached] of Object.entries(table)) {
      if (move.startsWith('resubscribe')) continue;
      expect([move, reached[2], reached[4]]).toEqual([move, 'UNSUBSCRIBED', 'COMPLAINED']);
    }
  });
});

describe('a {subscriber} parameter', () => {
  test.each([
    ['sub_1', { id: 'sub_1' }],
    ['Ada@Example.com', { email: 'ada@example.com' }],
    ['Ada <ada+1@example.com>', { email: 'ada+1@example.com' }],
    ['ext:user@1', { externalId: 'user@1' }],
    ['ext:', { externalId: '' }],
    ['a@b@c', null],
    ['@', null],
  ])('is parsed: %s', (text, ref) => {
    expect(readSubscriberRef(text)).toEqual(ref);
  });
});

describe('a change of a subscriber', () => {
  const ada = newSubscriber('sub_1', 'ada@example.com', 'API', false, 1);

  test('is detected only if a field differs', () => {
    const same = applyChange(ada, { firstName: null, attributes: {} });
    expect(same.ok && differs(ada, same.subscriber)).toBe(false);
    const other = applyChange(ada, { firstName: 'Ada' });
    expect(other.ok && differs(ada, other.subscriber)).toBe(true);
  });

  test('does not modify its input', () => {
    const frozen = Object.freeze({
      ...ada,
      attributes: Object.freeze({ a: 1 }),
      tagIds: Object.freeze(['tag_1']),
    });
    expect(applyChange(frozen, { attributes: { a: null, b: 2 } })).toMatchObject({
      subscriber: { attributes: { b: 2 } },
    });
    expect(withTags(frozen, ['tag_1', 'tag_2'])).toMatchObject({
      subscriber: { tagIds: ['tag_1', 'tag_2'] },
    });
    expect(unsubscribed(frozen, { reason: null, topic: null }, 5)).toMatchObject({
      status: 'UNSUBSCRIBED',
      unsubscribedAt: 5,
      unsubscribedBecause: null,
    });
    expect(frozen.attributes).toEqual({ a: 1 });
  });
});
