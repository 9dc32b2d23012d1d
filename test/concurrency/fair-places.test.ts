import { expect, test } from 'vitest';
import { FairPlaces } from '../../src/concurrency/fair-places.ts';

/** Tasks that run until the test ends them. */
function scene() {
  const places = new FairPlaces({ placesMax: 4, perTenantMax: 3, perTenantMin: 1, overflowMax: 2 });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string) =>
    places.take(name[0]!, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { add, end, started };
}

test('a tenant gets its share, and an idle tenant gets a place even when all places are taken', async () => {
  const { add, started } = scene();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'd1', 'e1']) void add(name);
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'd1']);
});

test('freed places go to the tenants in turn', async () => {
  const { add, end, started } = scene();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'a4', 'a5', 'b2', 'b3']) void add(name);
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
  await end('a1');
  await end('a2');
  await end('a3');
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5', 'b3']);
});

test('a failing task passes its place to the next task', async () => {
  const places = new FairPlaces({ placesMax: 1, perTenantMax: 1, perTenantMin: 1, overflowMax: 0 });
  const failing = places.take('a', async () => {
    throw new Error('broken');
  });
  const next = places.take('a', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
