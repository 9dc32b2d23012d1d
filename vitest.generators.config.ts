import { defineConfig } from 'vitest/config';
import { everyRun } from './test/world/every-run.ts';

/**
 * What others make of the contract and of the client: generators of clients, judges of packages, runtimes beside Node,
 * Playwright, React Email. All are fetched from the registry: `npm run generators`.
 */
export default defineConfig({
  test: {
    ...everyRun,
    include: ['test/generators/**/*.test.ts'],
    maxWorkers: 1,
  },
});
