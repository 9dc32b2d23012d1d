import { configDefaults, defineConfig } from 'vitest/config';
import { everyRun, inWorld } from './test/world/every-run.ts';

/** Tests of one file share a process; two files run side by side. One PostgreSQL serves all of them. */
export default defineConfig({
  test: {
    ...everyRun,
    include: ['test/**/*.test.ts'],
    // They need programs that not every machine has: `npm run test:programs`, `test:pages`, `test:power`, or the registry: `generators`.
    exclude: [
      ...configDefaults.exclude,
      'test/programs/**',
      'test/pages/**',
      'test/power/**',
      'test/generators/**',
    ],
    globalSetup: [...everyRun.globalSetup, inWorld('postgres/postgres-server.ts')],
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});
