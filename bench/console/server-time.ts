import { brotliCompressSync } from 'node:zlib';
import type { Database } from '../../src/store/database.ts';
import { pages } from '../../src/surfaces/console/pages/index.ts';
import { personIn, signedIn } from '../../test/surfaces/console/scene.ts';
import { openPlatform } from '../../test/world/platform.ts';
import { simulatedClock } from '../../test/world/simulated/clock.ts';
import { median, type Row, whole } from '../table.ts';
import { baseUrl, measureMailList } from './browser-marks.ts';
import { consolePaths } from './pages.ts';
import type { Prototypes } from './scene.ts';
import { seededUntil } from './seed.ts';

const calls = 9;
const serverMsMax = 50;
const kibibyte = 1024;
/** A session has a budget of requests per minute. */
const minuteMs = 60_000;
/** Pages with a form that a person fills, and the others. */
const firstLoadKiBMax = { editor: 60, other: 40 } as const;
const scriptKiBMax = 8;
const editor = /\/(?:edit|new|ab-test)$/;

/** Measures the time of the server for each page of the console and the bytes of a first visit, in a large organization. */
export async function measureServerTime(
  database: Database,
  scene: Prototypes,
  size: { subscribers: number; mails: number },
): Promise<Row[]> {
  const dialect = database.reader.dialect.name;
  const clock = simulatedClock(seededUntil(size));
  // Another seed for each run, because the ids of a kept file exist already.
  const seed = Date.now() % 1_000_000;
  const platform = await openPlatform({ database, clock, seed, settings: { baseUrl, delivery: 'direct' } });
  const only = process.env.CONSOLE_ONLY ?? '';
  try {
    const email = `ada${Date.now()}@mailbox.dev`;
    const person = await personIn(platform, platform.organization, { email });
    const browser = await signedIn(platform, person);
    const load = await firstLoads(browser.get);
    const { output } = await platform.call('list_grants', { limit: 1 });
    const { data: grants } = output as { data: { id: string }[] };
    const measured: Measured[] = [];
    for (const path of consolePaths(scene, size, { person: person.id, grant: grants[0]!.id }).filter((one) =>
      one.includes(only),
    )) {
      await clock.advance(minuteMs);
      const times: number[] = [];
      const cpuTimes: number[] = [];
      let kib = 0;
      for (let call = 0; call < calls; call += 1) {
        const from = performance.now();
        const cpu = process.cpuUsage();
        const { status, text } = await browser.get(path);
        times.push(performance.now() - from);
        const { user, system } = process.cpuUsage(cpu);
        cpuTimes.push((user + system) / 1_000);
        if (status >= 500) throw new Error(`${path}: ${status} ${text.slice(0, 500)}`);
        if (status !== 200 && call === 0) process.stderr.write(`status ${status}: ${path}\n`);
        kib = brotliCompressSync(text).length / kibibyte;
      }
      const page = {
        path,
        ms: median(times),
        leastMs: Math.min(...times),
        cpuMs: median(cpuTimes),
        firstMs: times[0]!,
        kib,
      };
      process.stderr.write(`${describe(page)}: ${path}\n`);
      measured.push(page);
    }
    if (only === '') warnUnmeasured(measured.map(({ path }) => path));
    const title = `Server time with ${whole(size.subscribers)} subscribers and ${whole(size.mails)} mails, ${dialect}`;
    const over = measured.filter((page) => serverMs(page, dialect) > serverMsMax);
    const rows = measured
      .sort((a, b) => serverMs(b, dialect) - serverMs(a, dialect))
      .map(
        (page): Row => ({
          what: page.path,
          measured: `${page.ms.toFixed(1)} ms`,
          beside: `at least ${page.leastMs.toFixed(1)} ms, processor ${page.cpuMs.toFixed(1)} ms, first call ${page.firstMs.toFixed(1)} ms, ${page.kib.toFixed(1)} KiB`,
          goal: `${serverMsMax} ms`,
        }),
      );
    return [
      ...load,
      ...(await measureMailList(platform, person)),
      { what: title, measured: `${over.length} of ${rows.length} pages over`, goal: `${serverMsMax} ms` },
      ...rows,
    ];
  } finally {
    await platform.close();
  }
}

type Measured = {
  path: string;
  ms: number;
  leastMs: number;
  /** Of this process, so without the server of PostgreSQL. */
  cpuMs: number;
  firstMs: number;
  kib: number;
};

/** Load of other programs lengthens the elapsed time. Of PostgreSQL, only the elapsed time is known. */
function serverMs({ ms, leastMs, cpuMs }: Measured, dialect: string): number {
  return dialect === 'postgres' ? leastMs : Math.min(ms, cpuMs);
}

function describe({ ms, leastMs, cpuMs, firstMs, kib }: Measured): string {
  return `${ms.toFixed(1)} ms, at least ${leastMs.toFixed(1)} ms, processor ${cpuMs.toFixed(1)} ms, first call ${firstMs.toFixed(1)} ms, ${kib.toFixed(1)} KiB`;
}

/** Names the pages that no path covers, so that a new page is not forgotten. */
function warnUnmeasured(paths: readonly string[]): void {
  const isFile = /\.csv$|\/zone$|\/attachments\/|\/live$|\/link$|^\/console\/(?:people|account)/;
  for (const { method, path } of pages) {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}(?:\\?|$)`);
    if (method === 'GET' && !isFile.test(path) && !paths.some((one) => pattern.test(one))) {
      process.stderr.write(`not measured: ${path}\n`);
    }
  }
}

type Get = (path: string) => Promise<{ status: number; text: string }>;

/** A first visit to a list, and to the largest editor: page, stylesheet, script and icon. */
async function firstLoads(get: Get): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of ['/console', '/console/emails', '/console/workflows/new', '/console/campaigns/new']) {
    const { text } = await get(path);
    const files = [...text.matchAll(/(?:href|src)="(\/console\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    const bytes = new Map([[path, text]]);
    for (const file of files) bytes.set(file, (await get(file)).text);
    const parts = [...bytes].map(([file, content]) => ({
      file,
      kib: brotliCompressSync(content).length / kibibyte,
    }));
    const sum = parts.reduce((total, { kib }) => total + kib, 0);
    rows.push({
      what: `First visit to ${path}: page, stylesheet, script and icon`,
      measured: `${sum.toFixed(1)} KiB brotli`,
      beside: parts.map(({ kib }) => kib.toFixed(1)).join(' + '),
      goal: `${editor.test(path) ? firstLoadKiBMax.editor : firstLoadKiBMax.other} KiB`,
    });
    const script = parts.filter(({ file }) => file.includes('.js'));
    if (rows.length > 1) continue;
    rows.push({
      what: 'Script of the console',
      measured: `${script.reduce((total, { kib }) => total + kib, 0).toFixed(1)} KiB brotli`,
      goal: `${scriptKiBMax} KiB`,
    });
  }
  return rows;
}
