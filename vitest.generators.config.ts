import { defineConfig } from 'vitest/config';
import { everyRun } from './test/world/every-run.ts';

/**
 * Clients that others' generators make of the contract, and what others' judges say of the packed client. Both are fetched
 * from the registry: `npm run generators`.
 */
export default defineConfig({
  test: {
    ...everyRun,
    include: ['test/generators/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 300_000,
  },
});
