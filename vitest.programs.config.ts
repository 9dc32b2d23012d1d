import { defineConfig } from 'vitest/config';

/** Programs that others wrote and that not every machine has, against ours as it runs: `npm run test:programs`. */
export default defineConfig({
  test: {
    include: ['test/programs/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
