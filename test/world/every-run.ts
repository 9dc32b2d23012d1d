import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';

/** A file of this folder, wherever the root of vitest is. */
export const inWorld = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Where `enableCompileCache` of the program has it too: a process that loads the platform reads what another has compiled. */
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');

/** What all three configurations of vitest share: a process for each file, which is ended when it hangs. */
export const everyRun = {
  pool: 'forks',
  hookTimeout: 60_000,
  globalSetup: [inWorld('hanging-files.ts'), inWorld('contract/contract-cache.ts')],
  setupFiles: [inWorld('deadline.ts')],
} satisfies ViteUserConfig['test'];
