import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openLine } from './line.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Profile of the Chromium that all files share. */
    chromiumFolder: string;
  }
}

/** Ends Chromium after the last file, because a test process ends without a hook. */
export default async function endChromium(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-chromium-'));
  project.provide('chromiumFolder', folder);
  return async () => {
    const place = await readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => null);
    if (place !== null) {
      const [port, path] = place.split('\n');
      const line = await openLine(`ws://127.0.0.1:${port}${path}`).catch(() => null);
      await line?.send('Browser.close').catch(() => {});
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}
