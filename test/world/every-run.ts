import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';

/** Returns the path of a file in this folder, whatever Vitest's root is. */
export const inWorld = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The same folder that the program's `enableCompileCache` uses, so that processes share compiled code. */
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

/** Short-lived objects of thousands of tests fill the default 16 MB too fast; 64 MB saves 5 % of the processor time. */
export const roomForYoungObjects = ['--max-semi-space-size=64'];

/** Only a hanging test takes this long; no test depends on machine speed. */
const hangMs = 600_000;

/**
 * Settings of all Vitest configurations: each file runs in its own process, which is killed if it hangs. Node imports
 * the sources as the program does, because nothing is mocked and Vite's transformation doubles the time to load them.
 */
export const everyRun = {
  pool: 'forks',
  experimental: { viteModuleRunner: false, nodeLoader: false },
  testTimeout: hangMs,
  hookTimeout: hangMs,
  expect: { poll: { timeout: hangMs } },
  globalSetup: [
    inWorld('hanging-files.ts'),
    inWorld('contract/contract-cache.ts'),
    inWorld('programs/program-builder.ts'),
  ],
  setupFiles: [inWorld('deadline.ts')],
} satisfies ViteUserConfig['test'];
