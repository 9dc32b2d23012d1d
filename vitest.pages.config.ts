import { defineConfig } from 'vitest/config';

/** The public pages in a browser, which not every machine has: `npm run test:pages`. */
export default defineConfig({
  test: {
    include: ['test/pages/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
