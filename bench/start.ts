import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { residentMb } from './processes.ts';
import { median, type Row } from './table.ts';

const rounds = 9;
/** As `npm start` runs it. */
const main = fileURLToPath(new URL('../bin/posthouse.js', import.meta.url));
const settleMs = 1_500;

/** Measures the time from spawn to the first 200 of /readyz on an existing database, and the idle memory. */
export async function measureStart(folder: string): Promise<Row[]> {
  const ready: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const from = performance.now();
    const child = spawn(process.execPath, [main, 'serve'], {
      env: {
        ...process.env,
        PORT: String(port),
        POSTHOUSE_DATA_DIR: join(folder, 'start'),
        LOG_LEVEL: 'warn',
      },
      stdio: 'ignore',
    });
    await answers(`http://127.0.0.1:${port}/readyz`);
    // Not counted: the first start creates the database and fills the compile cache.
    if (round > 0) ready.push(performance.now() - from);
    await after(settleMs);
    if (round > 0) memory.push(await residentMb(child.pid!));
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exited;
  }
  return [
    { what: 'Start to ready', measured: `${median(ready).toFixed(0)} ms`, goal: '400 ms' },
    { what: 'Memory, idle', measured: `${median(memory).toFixed(0)} MB`, goal: '110 MB' },
  ];
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    await after(2);
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
