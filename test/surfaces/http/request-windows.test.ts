import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RequestWindows, requestWindows } from '../../../src/engine/auth/request-windows.ts';
import type { Database, Queries } from '../../../src/store/database.ts';
import { openSqlite } from '../../../src/store/sqlite/database.ts';
import { type SimulatedClock, simulatedClock } from '../../world/simulated/clock.ts';

let database: Database;
let clock: SimulatedClock;
let statements: number;
let counters: Queries;
let windows: RequestWindows;

beforeEach(() => {
  database = openSqlite(':memory:');
  clock = simulatedClock();
  statements = 0;
  counters = {
    ...database.counters,
    get(sql, values) {
      statements += 1;
      return database.counters.get(sql, values);
    },
  };
  windows = requestWindows(counters, clock);
});
afterEach(async () => {
  await database.close();
});

const spend = async (count: number, organization = 1): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, () => windows.spend(organization)))).map(
    ({ used }) => used,
  );

describe('a request window', () => {
  it('numbers concurrent requests distinctly with one statement', async () => {
    expect(await spend(100)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(statements).toBe(1);
    expect(await spend(2)).toEqual([101, 102]);
  });

  it('counts each organization separately', async () => {
    expect((await Promise.all([spend(3, 1), spend(2, 2)])).flat()).toEqual([1, 2, 3, 1, 2]);
    expect(statements).toBe(2);
  });

  it('starts with its first request and lasts a minute', async () => {
    const start = clock.now();
    await spend(5);
    await clock.advance(59_999);
    expect(await windows.spend(1)).toEqual({ windowStart: start, used: 6 });
    await clock.advance(1);
    expect(await windows.spend(1)).toEqual({ windowStart: start + 60_000, used: 1 });
  });

  it('is shared exactly by all processes on the database', async () => {
    const others = requestWindows(database.counters, clock);
    const both = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? windows : others).spend(1)),
    );
    expect(new Set(both.map(({ used }) => used)).size).toBe(50);
    expect(Math.max(...both.map(({ used }) => used))).toBe(50);
  });

  it('can be read without counting a request', async () => {
    await spend(2);
    expect((await windows.look(1)).used).toBe(2);
    expect(
      await Promise.all([windows.spend(1), windows.look(1)]).then((all) => all.map(({ used }) => used)),
    ).toEqual([3, 3]);
  });

  it('of a process whose clock is slightly ahead is shared, and a window from far ahead is replaced', async () => {
    const ahead = simulatedClock(clock.now() + 3_000);
    await requestWindows(database.counters, ahead).spend(1);
    expect(await windows.spend(1)).toEqual({ windowStart: ahead.now(), used: 2 });
    const farAhead = simulatedClock(clock.now() + 3_600_000);
    await requestWindows(database.counters, farAhead).spend(2);
    expect(await windows.spend(2)).toEqual({ windowStart: clock.now(), used: 1 });
  });

  it('fails every waiting caller when the count fails, and the next caller can retry', async () => {
    const broken = requestWindows(
      {
        ...database.counters,
        async get(sql, values) {
          statements += 1;
          if (statements === 1) throw new Error('no database');
          return await database.counters.get(sql, values);
        },
      },
      clock,
    );
    const results = await Promise.allSettled([broken.spend(1), broken.spend(1)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await broken.spend(1)).used).toBe(1);
  });
});
