import { describe, expect, test } from 'vitest';
import {
  type EmailEvent,
  type EmailEventType,
  emailEvents,
  emailMoves,
  isOpenTo,
  latestEvent,
  mayMove,
} from '../../../src/model/email/lifecycle.ts';

const event = (type: EmailEventType, at: number, machine = false): EmailEvent => ({ type, at, machine });
const lastOf = (...events: [EmailEvent, ...EmailEvent[]]) =>
  events.reduce((current, next) => latestEvent(current, next)).type;

function orders<T>(list: T[]): T[][] {
  if (list.length <= 1) return [list];
  return list.flatMap((first, index) =>
    orders([...list.slice(0, index), ...list.slice(index + 1)]).map((rest) => [first, ...rest]),
  );
}

const everyEvent: EmailEvent[] = emailEvents.flatMap((type) =>
  [1, 2].flatMap((at) => [event(type, at), event(type, at, true)]),
);

function byMachine({ type, machine }: EmailEvent): boolean {
  return machine && (type === 'opened' || type === 'clicked');
}

describe('the table of events', () => {
  test('contains every event, and each event except the first can be reached', () => {
    expect(Object.keys(emailMoves).sort()).toEqual([...emailEvents].sort());
    const reached = new Set<EmailEventType>(['queued']);
    for (const type of reached) for (const next of emailMoves[type]) reached.add(next);
    expect(reached.size).toBe(emailEvents.length);
  });

  test('allows a retry of a failed or bounced email, but not of a complained, suppressed or canceled email', () => {
    expect(mayMove('failed', 'queued')).toBe(true);
    expect(emailEvents.filter((type) => mayMove('bounced', type))).toEqual(['queued']);
    for (const end of ['complained', 'suppressed', 'canceled'] as const) {
      expect(emailEvents.filter((type) => mayMove(end, type))).toEqual([]);
    }
  });

  test('keeps a bounced email bounced until it is retried', () => {
    expect(emailEvents.filter((type) => isOpenTo('bounced', type))).toEqual(['queued']);
    expect(isOpenTo('failed', 'delivered')).toBe(true);
    expect(isOpenTo('complained', 'delivered')).toBe(false);
  });

  test('does not cancel or suppress an email that was sent', () => {
    for (const type of ['sent', 'delivered', 'opened', 'clicked'] as const) {
      expect(mayMove(type, 'canceled')).toBe(false);
      expect(mayMove(type, 'suppressed')).toBe(false);
      expect(mayMove(type, 'queued')).toBe(false);
    }
  });
});

describe('the last event of an email', () => {
  test('is the latest event by time, in any order of reports', () => {
    const story = [
      event('queued', 1),
      event('sent', 2),
      event('delivery_delayed', 3),
      event('delivered', 4),
      event('opened', 5),
    ];
    for (const [first, ...rest] of orders(story)) {
      if (first) expect(lastOf(first, ...rest)).toBe('opened');
    }
  });

  test('after a simulated delivery with equal times is its final event', () => {
    expect(lastOf(event('queued', 1), event('sent', 1), event('delivered', 1))).toBe('delivered');
    expect(lastOf(event('queued', 1), event('sent', 1), event('delivered', 1), event('opened', 1))).toBe(
      'opened',
    );
    expect(lastOf(event('queued', 1), event('sent', 1), event('bounced', 1))).toBe('bounced');
    expect(lastOf(event('delivered', 1), event('delivery_delayed', 1))).toBe('delivered');
  });

  test('is queued if the email failed and was retried at once', () => {
    expect(lastOf(event('failed', 1), event('queued', 1))).toBe('queued');
  });

  test('is never a later machine open or click', () => {
    expect(lastOf(event('delivered', 1), event('opened', 2, true))).toBe('delivered');
    expect(lastOf(event('delivered', 1), event('clicked', 2, true))).toBe('delivered');
    expect(lastOf(event('opened', 1), event('clicked', 2, true))).toBe('opened');
    expect(lastOf(event('opened', 5, true), event('delivered', 1))).toBe('delivered');
    expect(lastOf(event('delivered', 1), event('opened', 2, true), event('opened', 3))).toBe('opened');
  });

  test('is the later of two events, unless a machine caused it', () => {
    for (const current of everyEvent) {
      for (const next of everyEvent) {
        const last = latestEvent(current, next);
        const pair = JSON.stringify([current, next]);
        expect([pair, last === current || last === next]).toEqual([pair, true]);
        if (byMachine(current) !== byMachine(next)) {
          expect([pair, byMachine(last)]).toEqual([pair, false]);
        } else {
          expect([pair, last.at]).toEqual([pair, Math.max(current.at, next.at)]);
        }
      }
    }
  });
});
