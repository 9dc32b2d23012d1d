import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from './processes.ts';
import { seedLists } from './seed-lists.ts';
import type { Ready } from './server.ts';
import { type Row, whole } from './table.ts';

/** For a small run: `EXPORTS_SUBSCRIBERS=50000 npm run bench -- exports`. */
const subscribers = Number(process.env.EXPORTS_SUBSCRIBERS ?? 1_000_000);
const mails = Number(process.env.EXPORTS_MAILS ?? 100_000);
/** Restricts the run to a single file. */
const only = process.env.EXPORTS_ONLY;
const files = ['exports/subscribers.csv', 'exports/emails.csv', 'exports/organization.zip'];
/** Pause between sequential sends of the other organization. */
const sendEveryMs = 10;
const quietMs = 5_000;
const mebioctet = 1024 * 1024;

/** Measures exports of a million subscribers: rows per second, memory, and the delay of another organization's sends. */
export async function measureExports(folder: string): Promise<Row[]> {
  const file = join(folder, 'exports.sqlite');
  const first = startChild('./server.ts', ['platform', { database: file, organizations: 2 }]);
  const { tokens } = await first.line<Ready>();
  await first.stop();
  seedLists(file, { subscribers, mails });
  const server = startChild('./server.ts', ['platform', { database: file, organizations: 0 }], 'measured');
  const { port } = await server.line<Ready>();
  const base = `http://127.0.0.1:${port}`;
  const [sender, exporter] = tokens as [string, string];
  const pid = server.process.pid!;
  try {
    const quiet = await sendsWhile(base, sender, () => new Promise((go) => setTimeout(go, quietMs)));
    const idle = await peakMebioctets(pid);
    const rows: Row[] = [
      { what: `Exports of an organization with ${whole(subscribers)} subscribers`, measured: '' },
      {
        what: 'Sends of another organization, without an export',
        measured: `p99 ${quiet.p99.toFixed(1)} ms`,
      },
    ];
    for (const path of files.filter((one) => only === undefined || one.includes(only))) {
      let result = { lines: 0, octets: 0, seconds: 0 };
      const alone = await download(base, exporter, path);
      const sends = await sendsWhile(base, sender, async () => {
        result = await download(base, exporter, path);
      });
      rows.push({
        what: `${path}, alone and during sends`,
        measured: path.endsWith('.csv')
          ? `${whole(alone.lines / alone.seconds)} and ${whole(result.lines / result.seconds)} rows a second`
          : `${alone.seconds.toFixed(1)} and ${result.seconds.toFixed(1)} s, ${whole(result.octets / mebioctet)} MiB`,
        beside: `the sends: p99 ${sends.p99.toFixed(1)} ms; peak ${whole(await peakMebioctets(pid))} MiB, ${whole(idle)} before`,
        goal: 'flat memory',
      });
      process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`);
    }
    return rows;
  } finally {
    await server.stop();
  }
}

async function download(
  base: string,
  token: string,
  path: string,
): Promise<{ lines: number; octets: number; seconds: number }> {
  const from = performance.now();
  const response = await fetch(`${base}/api/v2/${path}`, {
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.1' },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  let lines = -1;
  let octets = 0;
  for await (const piece of response.body!) {
    octets += piece.length;
    for (const octet of piece) if (octet === 10) lines += 1;
  }
  return { lines, octets, seconds: (performance.now() - from) / 1_000 };
}

async function sendsWhile(base: string, token: string, work: () => Promise<void>): Promise<{ p99: number }> {
  const times: number[] = [];
  let working = true;
  let number = 0;
  const sending = (async () => {
    while (working) {
      number += 1;
      const from = performance.now();
      const response = await fetch(`${base}/api/v2/emails`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.${Math.floor(number / 250) % 250}.${number % 250}`,
        },
        body: JSON.stringify({
          from: 'Acme <hello@acme.dev>',
          to: `reader-${number}@elsewhere.dev`,
          subject: 'A receipt',
          markdown: 'Thank you',
        }),
      });
      await response.text();
      // Excludes refusals by the rate limit.
      if (response.ok) times.push(performance.now() - from);
      await new Promise((go) => setTimeout(go, sendEveryMs));
    }
  })();
  await work();
  working = false;
  await sending;
  times.sort((a, b) => a - b);
  return { p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN };
}

/** Returns the peak memory of a process. */
async function peakMebioctets(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
