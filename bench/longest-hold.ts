import { performance } from 'node:perf_hooks';
import type { Database } from '../src/store/database.ts';

/**
 * The longest wait that another request would have seen, in milliseconds. `loop`: until the event loop took it; `loopCpu`: the part
 * of that wait in which this thread used its core, which other programs on the machine do not lengthen; `writer`: until a
 * transaction of another organization had its turn; `walk`: until a search of another organization had its turn.
 */
export type Hold = { loop: number; loopCpu: number; writer: number; walk: number };

/** No organization has this key. */
const otherOrganization = 999_999;

/** Measures the longest hold of the event loop and of the writer while `work` runs. */
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
