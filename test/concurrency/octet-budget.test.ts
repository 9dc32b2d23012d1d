import { expect, test } from 'vitest';
import { octetBudget } from '../../src/concurrency/octet-budget.ts';

/** Named requests, their order of admission, and a release function for each. */
function scene(octetsMax: number, organizationOctetsMax: number) {
  const budget = octetBudget(octetsMax, organizationOctetsMax);
  const entered: string[] = [];
  const letGo = new Map<string, () => void>();
  return {
    entered,
    ask(name: string, organization: number, octets: number) {
      void budget.take(organization, octets).then((done) => {
        entered.push(name);
        letGo.set(name, done);
      });
    },
    async letGo(name: string) {
      letGo.get(name)!();
      // Releasing twice frees the octets once.
      letGo.get(name)!();
      await new Promise((resolve) => setImmediate(resolve));
    },
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

test('a request that does not fit waits, and a request larger than the budget runs alone', async () => {
  const { ask, entered, letGo, settled } = scene(10, 10);
  ask('six', 1, 6);
  ask('four', 1, 4);
  ask('a hundred', 1, 100);
  ask('one', 2, 1);
  await settled();
  expect(entered).toEqual(['six', 'four']);
  await letGo('six');
  // The large request waits only for its own organization, so another's small one need not wait.
  expect(entered).toEqual(['six', 'four', 'one']);
  await letGo('four');
  expect(entered).toEqual(['six', 'four', 'one']);
  await letGo('one');
  expect(entered).toEqual(['six', 'four', 'one', 'a hundred']);
});

test('an organization that uses its share does not delay other organizations', async () => {
  const { ask, entered, letGo, settled } = scene(10, 5);
  ask('a1', 1, 5);
  ask('a2', 1, 5);
  ask('b1', 2, 4);
  ask('nothing', 1, 0);
  await settled();
  expect(entered.sort()).toEqual(['a1', 'b1', 'nothing']);
  await letGo('a1');
  expect(entered).toContain('a2');
});
