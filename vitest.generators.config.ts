import { defineConfig } from 'vitest/config';
import { everyRun } from './test/world/every-run.ts';

/**
 * Packages of others around ours: clients that generators make of the contract, what judges of packages say of the client, Playwright,
 * React Email. They are fetched from the registry: `npm run generators`.
 */
export default defineConfig({
  test: {
    ...everyRun,
    include: ['test/generators/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 300_000,
  },
});
