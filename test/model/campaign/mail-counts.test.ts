import { describe, expect, test } from 'vitest';
import {
  countsChanged,
  mailCounts,
  nothingHappened,
  tallied,
} from '../../../src/model/campaign/mail-counts.ts';
import { pickWinner } from '../../../src/model/campaign/variants.ts';
import { type EmailEventType, emailEvents } from '../../../src/model/email/lifecycle.ts';

const event = (type: EmailEventType, machine = false) => ({ type, machine });
const each = emailEvents.flatMap((type) => [event(type), event(type, true)]);

describe('the counts of a mail', () => {
  test('are 0 or 1, and further events change them by the difference', () => {
    for (const a of each) {
      for (const b of each) {
        for (const c of each) {
          const before = tallied(nothingHappened, [a]);
          const after = mailCounts(tallied(before, [b, c]));
          const sum: Record<string, number> = { ...mailCounts(before) };
          for (const [count, by] of Object.entries(countsChanged(before, [b, c]))) sum[count]! += by;
          const wrong = Object.entries(after).filter(
            ([count, amount]) => sum[count] !== amount || (amount !== 0 && amount !== 1),
          );
          if (wrong.length > 0)
            expect({ events: [a, b, c], wrong }).toEqual({ events: [a, b, c], wrong: [] });
        }
      }
    }
  });

  test('include a machine open only until a person opens the mail', () => {
    const byMachine = tallied(nothingHappened, [event('opened', true)]);
    expect(mailCounts(byMachine)).toMatchObject({ opened: 0, machine_opened: 1 });
    expect(countsChanged(byMachine, [event('opened')])).toEqual({ opened: 1, machine_opened: -1 });
  });

  test('include a failure until the mail is retried, and the first attempt once', () => {
    const failed = tallied(nothingHappened, [event('failed')]);
    expect(mailCounts(failed)).toMatchObject({ failed: 1, attempted: 1 });
    expect(countsChanged(failed, [event('queued')])).toEqual({ failed: -1 });
    const retried = tallied(failed, [event('queued')]);
    expect(countsChanged(retried, [event('sent')])).toEqual({ sent: 1 });
    expect(countsChanged(retried, [event('failed')])).toEqual({ failed: 1 });
  });
});

describe('the winner of an A/B test', () => {
  const result = (sent: number, opens: number, delivered = 0) => ({ sent, delivered, opens, clicks: 0 });

  test('has the highest rate, not the highest count', () => {
    expect(pickWinner('opens', [result(1_000, 100), result(100, 20)])).toBe(1);
    expect(pickWinner('opens', [result(10, 5), result(10, 4), result(10, 6)])).toBe(2);
  });

  test('is the first of equal variants, even without any results', () => {
    expect(pickWinner('opens', [result(10, 5), result(20, 10)])).toBe(0);
    expect(pickWinner('clicks', [result(10, 5), result(20, 19)])).toBe(0);
    expect(pickWinner('opens', [result(0, 0), result(0, 0)])).toBe(0);
  });
});
