import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';

/** A file of this folder, wherever the root of vitest is. */
export const inWorld = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Where `enableCompileCache` of the program has it too: a process that loads the platform reads what another has compiled. */
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

/** Only a hanging test takes this long, because no test depends on the speed of the machine. */
const hangMs = 600_000;

/** Shared by all Vitest configurations: each file runs in its own process, which is killed if it hangs. */
export const everyRun = {
  pool: 'forks',
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
