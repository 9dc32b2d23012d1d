import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of one file share a process; two files run side by side. One PostgreSQL serves all of them. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // They need programs that not every machine has: `npm run test:programs`, `npm run test:pages`.
    exclude: [...configDefaults.exclude, 'test/programs/**', 'test/pages/**'],
    globalSetup: ['test/world/postgres-server.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
