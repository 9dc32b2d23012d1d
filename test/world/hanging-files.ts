import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One file per test process, named by its pid: see `deadline.ts`. */
    deadlinesFolder: string;
  }
}

/** Longer than a file takes to load, or a hook may take. */
const hangSecondsMax = Number(process.env.TEST_HANG_SECONDS_MAX ?? 600);
const secondMs = 1_000;

/**
 * Kills the process of a hanging test file, so that the run continues and fails. Vitest itself waits forever
 * for a test that blocks its event loop and for a file that never finishes loading.
 */
export default async function endHangingFiles(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-deadlines-'));
  project.provide('deadlinesFolder', folder);
  const watch = setInterval(() => void endOverdue(folder), secondMs);
  return async () => {
    clearInterval(watch);
    await rm(folder, { recursive: true, force: true });
  };
}

async function endOverdue(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const pid = Number(name);
    const deadline = await stat(file).catch(() => null);
    if (!deadline) continue;
    if (!signal(pid, 0)) await rm(file, { force: true });
    else if (deadline.mtimeMs + hangSecondsMax * secondMs < Date.now()) {
      console.error(`hangs, and is ended: ${await readFile(file, 'utf8')}`);
      signal(pid, 'SIGKILL');
    }
  }
}

/** @returns whether the process exists */
function signal(pid: number, what: 0 | 'SIGKILL'): boolean {
  try {
    return process.kill(pid, what);
  } catch {
    return false;
  }
}
