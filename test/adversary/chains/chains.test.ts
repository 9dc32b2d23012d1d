import { afterAll, expect, test } from 'vitest';
import { randomRuns, seededRandom } from '../../world/simulated/random.ts';
import { drawStep, operations, runChain, type Step, usualChains } from './chain.ts';
import { doorsOf } from './doors.ts';

/**
 * An assistant with a token calls every operation through every interface, alone and in chains of up to four.
 * Beyond the allowance, a real mailbox receives only mail that a person approved after seeing exactly that
 * mail.
 */

const firstSeed = Number(process.env.SEED ?? 20_261_129);
/** `CHAIN=…` repeats one chain of a seed. */
const onlyChain = process.env.CHAIN === undefined ? null : Number(process.env.CHAIN);
/** `CHAINS=all` walks more than 5,000 chains, with each operation at every door (`npm run test:chains`). */
const areAll = process.env.CHAINS === 'all';
const usualRuns = areAll ? 1_500 : randomRuns(200, 2 * usualChains.length);
const drawnRuns = areAll ? 3_300 : randomRuns(300, 48);
const chainsOfTest = 50;

/** Calls each operation alone: at every door, or at a door that the seed chooses. */
const alone: Step[][] = operations.flatMap((tool) => {
  const offered = doorsOf(tool);
  const chosen = areAll ? offered : [offered[firstSeed % offered.length]!];
  return chosen.map((door) => [{ tool: tool.name, door }]);
});
const usual: Step[][] = Array.from({ length: usualRuns }, (_, at) =>
  usualChains[at % usualChains.length]!.map((tool) => ({ tool })),
);
const drawn: Step[][] = Array.from({ length: drawnRuns }, (_, at) => {
  const random = seededRandom(firstSeed - at);
  return Array.from({ length: 2 + random.integer(3) }, () => drawStep(random));
});
const chains = [...alone, ...usual, ...drawn];
const numbers = onlyChain === null ? chains.map((_, number) => number) : [onlyChain];
const lots = Array.from({ length: Math.ceil(numbers.length / chainsOfTest) }, (_, lot) =>
  numbers.slice(lot * chainsOfTest, (lot + 1) * chainsOfTest),
);

const seen = { approved: 0, unapproved: 0, calls: new Map<string, number>() };

afterAll(() => {
  if (onlyChain !== null) return;
  // Otherwise chains without any mail would pass too.
  expect(seen.approved, 'mails that a person approved').toBeGreaterThan(chains.length);
  expect(seen.unapproved, 'mails within the allowance').toBeGreaterThan(chains.length / 4);
  for (const result of ['mcp asks by form', 'mcp asks by url', 'mcp confirmation_required', 'mcp done']) {
    expect(seen.calls.get(result), result).toBeGreaterThan(0);
  }
  for (const door of ['rest', 'v1', 'tools', 'cli', 'smtp']) {
    expect(seen.calls.get(`${door} done`), `calls at ${door}`).toBeGreaterThan(0);
  }
});

test.each(lots.map((lot) => ({ lot, from: lot[0], to: lot.at(-1), seed: firstSeed })))(
  'chains $from to $to of seed $seed send only mail that was approved or fits the allowance',
  async ({ lot }) => {
    for (const number of lot) {
      const { faults, story, calls, approved, unapproved } = await runChain(
        firstSeed + number,
        chains[number]!,
      );
      const repeat = `SEED=${firstSeed} CHAIN=${number}${areAll ? ' CHAINS=all' : ''}`;
      expect(faults, `${repeat}\n${story.join('\n')}`).toEqual([]);
      seen.approved += approved;
      seen.unapproved += unapproved;
      for (const { door, result } of calls) {
        const key = `${door} ${result}`;
        seen.calls.set(key, (seen.calls.get(key) ?? 0) + 1);
      }
    }
  },
);
