import { defineConfig } from 'vitest/config';
import { everyRun } from './test/world/every-run.ts';

/**
 * Tests with third-party tools from the registry, for `npm run generators`: client generators, package linters, other
 * runtimes, Playwright, React Email.
 */
export default defineConfig({
  test: {
    ...everyRun,
    include: ['test/generators/**/*.test.ts'],
    maxWorkers: 1,
  },
});
