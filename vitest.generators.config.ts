import { defineConfig } from 'vitest/config';
import { everyRun } from './test/world/every-run.ts';

/**
 * Packages of others around ours: clients that generators make of the contract, Playwright, React Email. It fetches them from the
 * registry: `npm run generators`.
 */
export default defineConfig({
  test: {
    ...everyRun,
    include: ['test/generators/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 300_000,
  },
});
