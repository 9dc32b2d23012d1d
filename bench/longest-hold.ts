import { performance } from 'node:perf_hooks';
import type { Database } from '../src/store/database.ts';

/**
 * Longest wait of another request, in milliseconds. `loop`: for the event loop. `loopCpu`: processor time within that wait, which other
 * programs on the machine do not lengthen. `writer`: for the start of another organization's transaction. `walk`: for the start of
 * another organization's search.
 */
export type Hold = { loop: number; loopCpu: number; writer: number; walk: number };

const otherOrganization = 999_999;

/** Measures the longest holds of the event loop, the writer and the walk connection while `work` runs. */
export async function longestHold<Answer>(
  database: Pick<Database, 'transaction' | 'reader'>,
  work: () => Promise<Answer>,
): Promise<{ hold: Hold; answer: Answer }> {
  const hold: Hold = { loop: 0, loopCpu: 0, writer: 0, walk: 0 };
  let working = true;
  let beatAt = performance.now();
  let beatCpu = threadCpuMs();
  const beat = (): void => {
    const [now, cpu] = [performance.now(), threadCpuMs()];
    hold.loop = Math.max(hold.loop, now - beatAt);
    hold.loopCpu = Math.max(hold.loopCpu, cpu - beatCpu);
    [beatAt, beatCpu] = [now, cpu];
    if (working) setImmediate(beat);
  };
  setImmediate(beat);
  const waits = async (name: 'writer' | 'walk', ask: () => Promise<unknown>): Promise<void> => {
    while (working) {
      const from = performance.now();
      await ask();
      hold[name] = Math.max(hold[name], performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const others = [
    waits('writer', () => database.transaction((queries) => queries.get('SELECT 1 AS one', []))),
    waits('walk', () => database.reader.away(otherOrganization).get('SELECT 1 AS one', [])),
  ];
  try {
    const answer = await work();
    return { hold, answer };
  } finally {
    beat();
    working = false;
    await Promise.all(others);
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
