import { describe, expect, test } from 'vitest';
import { FairTurns, type Rank, type SizedTurn, TurnsFull } from '../../src/concurrency/fair-turns.ts';
import { simulatedClock } from '../world/simulated/clock.ts';

const placesMax = 2;

/** Work that starts in turn, each piece ended by the test. */
function scene() {
  const clock = simulatedClock();
  const turns = new FairTurns(placesMax, clock);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, tenant: number, rank: Rank = 'send', signal?: AbortSignal, octets = 1) => {
    const turn: SizedTurn = { tenant, rank, octets, signal };
    return turns.take(turn, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  };
  const end = async (name: string) => {
    ends.get(name)!();
    ends.delete(name);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const finish = async () => {
    while (ends.size > 0) for (const name of [...ends.keys()]) await end(name);
  };
  return { add, started, end, finish, clock };
}

async function refusedOf(outcomes: Promise<PromiseSettledResult<unknown>[]>): Promise<unknown[]> {
  return (await outcomes).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
}

test('a tenant has at most one running task, and another tenant starts in parallel', async () => {
  const { add, started, finish } = scene();
  for (const name of ['a0', 'a1', 'a2']) void add(name, 1);
  void add('b0', 2);
  expect(started).toEqual(['a0', 'b0']);
  await finish();
  expect(started).toHaveLength(4);
});

test('tenants take turns, however much work each tenant has', async () => {
  const { add, started, end, finish } = scene();
  void add('slow', 9);
  for (let index = 0; index < 20; index += 1) void add(`a${index}`, 1);
  for (const tenant of [2, 3]) void add(`tenant ${tenant}`, tenant);
  for (const name of ['a0', 'tenant 2', 'tenant 3']) await end(name);
  expect(started.slice(0, 5)).toEqual(['slow', 'a0', 'tenant 2', 'tenant 3', 'a1']);
  await finish();
  expect(started).toHaveLength(23);
});

test('mail precedes drafts, drafts precede public reads, and all of them make progress', async () => {
  const { add, started, finish } = scene();
  void add('slow', 9);
  void add('first', 8);
  void add('public', 7, 'public');
  void add('look', 6, 'look');
  for (let tenant = 10; tenant < 30; tenant += 1) void add('send', tenant);
  await finish();
  expect(started.indexOf('look')).toBe(5);
  expect(started.indexOf('public')).toBeGreaterThan(started.indexOf('look'));
  expect(started.indexOf('public')).toBeLessThan(16);
  expect(started).toHaveLength(24);
});

test('drafts and public reads leave one place for mail', async () => {
  const { add, started, finish } = scene();
  void add('public', 1, 'public');
  void add('look', 2, 'look');
  expect(started).toEqual(['public']);
  void add('send', 3);
  expect(started).toEqual(['public', 'send']);
  await finish();
});

test.each<[Rank, number]>([
  ['send', 64],
  ['delivery', 512],
  ['look', 20],
  ['public', 10],
])('a tenant may queue a limited amount of %s work, and other tenants are not refused', async (rank, max) => {
  const { add, finish } = scene();
  const ofOne = Array.from({ length: max + 11 }, (_, index) => add(`a${index}`, 1, rank));
  const refused = refusedOf(Promise.allSettled(ofOne));
  const other = add('b', 2, rank);
  await finish();
  expect(await refused).toHaveLength(10);
  expect((await refused)[0]).toBeInstanceOf(TurnsFull);
  expect(await other).toBe('b');
});

test('the tenant with the longest queue loses a task when a priority class is full', async () => {
  const { add, finish } = scene();
  const ofTen = Array.from({ length: 101 }, (_, index) => add(`${index}`, index % 10, 'public'));
  const refused = refusedOf(Promise.allSettled(ofTen));
  const other = add('other', 11, 'public');
  await finish();
  expect(await refused).toHaveLength(1);
  expect(await other).toBe('other');
});

test('work whose client disconnected frees its place, and its tenant continues', async () => {
  const { add, started, finish } = scene();
  const client = new AbortController();
  void add('a0', 1);
  const left = add('a1', 1, 'send', client.signal);
  const stayed = add('a2', 1);
  client.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await finish();
  expect(await stayed).toBe('a2');
  expect(started).toEqual(['a0', 'a2']);
});

test('started work runs to its end even if its client disconnected', async () => {
  const { add, started, finish } = scene();
  const client = new AbortController();
  const left = add('a0', 1, 'send', client.signal);
  void add('a1', 1);
  client.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(started).toEqual(['a0']);
  await finish();
  expect(started).toEqual(['a0', 'a1']);
});

test('failing work passes its turn to the next task', async () => {
  const turns = new FairTurns(placesMax, simulatedClock());
  const failing = turns.take({ tenant: 1, rank: 'send', octets: 1 }, () =>
    Promise.reject(new Error('broken')),
  );
  const next = turns.take({ tenant: 1, rank: 'send', octets: 1 }, async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

describe('a full queue refuses further work of its organization only', () => {
  const mebioctets = 1024 * 1024;

  test('if it holds too many octets', async () => {
    const { add, started, finish } = scene();
    void add('running', 1, 'send', undefined, 20 * mebioctets);
    void add('waiting', 1, 'send', undefined, 15 * mebioctets);
    await expect(add('too large', 1, 'send', undefined, 2 * mebioctets)).rejects.toBeInstanceOf(TurnsFull);
    void add('other', 2, 'send', undefined, 2 * mebioctets);
    await finish();
    expect(started).toEqual(['running', 'other', 'waiting']);
    void add('later', 1, 'send', undefined, 15 * mebioctets);
    await finish();
    expect(started).toContain('later');
  });

  test('if the expected wait is too long', async () => {
    const { add, started, end, finish, clock } = scene();
    void add('slow', 1);
    await clock.advance(6_000);
    await end('slow');
    void add('running', 1);
    void add('waiting', 1);
    await expect(add('too late', 1)).rejects.toBeInstanceOf(TurnsFull);
    void add('other', 2);
    await finish();
    expect(started).toEqual(['slow', 'running', 'other', 'waiting']);
  });

  test('if a task has waited too long', async () => {
    const { add, started, finish, clock } = scene();
    void add('running', 1);
    const waiting = add('waiting', 1);
    const refused = expect(waiting).rejects.toBeInstanceOf(TurnsFull);
    const delivery = add('delivery', 1, 'delivery');
    await clock.advance(10_000);
    await refused;
    await finish();
    expect(await delivery).toBe('delivery');
    expect(started).toEqual(['running', 'delivery']);
    expect(clock.timers()).toBe(0);
  });
});
