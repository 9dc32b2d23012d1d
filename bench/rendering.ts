import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../src/world/clock.ts';
import { systemLog } from '../src/world/log.ts';
import { SystemRendering } from '../src/world/rendering.ts';
import { median, type Row, times } from './table.ts';

const rounds = 5;
const turn = { tenant: 1, rank: 'send' } as const;
const paragraph = '<p>Some words of a mail</p>';
/** Rendered once before the measurement, which then shows only the round trip. */
const bodies = { small: paragraph.repeat(900), large: paragraph.repeat(30_000) } as const;
const repeats = { small: 100, large: 10 } as const;

type Mail = { body: { kind: 'html'; source: string }; preview: null; values: Record<string, string> };
type Place = { render(mail: Mail): Promise<unknown>; close(): Promise<unknown> };
type Measured = Record<'start' | keyof typeof bodies, number>;

/** Compares rendering of large content in a child process, which may crash alone, with a thread, which would end this process. */
export async function measureRendering(): Promise<Row[]> {
  const [ours, thread]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measured(openProcess()));
    thread.push(await measured(openThread()));
  }
  const row = (what: string, of: keyof Measured): Row => {
    const [mine, beside] = [ours, thread].map((all) => median(all.map((one) => one[of])));
    return {
      what,
      measured: `${mine!.toFixed(1)} ms`,
      beside: `in a thread: ${beside!.toFixed(1)} ms`,
      ratio: times(mine! / beside!),
    };
  };
  return [
    row('The first large mail, with the start of its process', 'start'),
    row(`A mail of ${kilobytes('small')} kB to that process and back`, 'small'),
    row(`A mail of ${kilobytes('large')} kB to that process and back`, 'large'),
  ];
}

function kilobytes(size: keyof typeof bodies): number {
  return Math.round(bodies[size].length / 1_000);
}

async function measured(place: Place): Promise<Measured> {
  const start = await msOf(() => place.render(mailOf('small')));
  await place.render(mailOf('large'));
  const each = async (size: keyof typeof bodies): Promise<number> => {
    const all: number[] = [];
    for (let at = 0; at < repeats[size]; at += 1) all.push(await msOf(() => place.render(mailOf(size))));
    return median(all);
  };
  const [small, large] = [await each('small'), await each('large')];
  await place.close();
  return { start, small, large };
}

function mailOf(size: keyof typeof bodies): Mail {
  return { body: { kind: 'html', source: bodies[size] }, preview: null, values: {} };
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function openProcess(): Place {
  const rendering = new SystemRendering({ clock: systemClock(), log: systemLog({ level: 'warn' }) });
  return { render: (mail) => rendering.render(mail, turn), close: () => rendering.close() };
}

function openThread(): Place {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url));
  const ready = once(worker, 'message');
  return {
    async render(mail) {
      await ready;
      const answer = once(worker, 'message');
      worker.postMessage(mail);
      await answer;
    },
    close: () => worker.terminate(),
  };
}
