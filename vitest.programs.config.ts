import { defineConfig } from 'vitest/config';
import { everyRun } from './test/world/every-run.ts';

/** Tests with third-party programs that not every machine has: `npm run test:programs`. */
export default defineConfig({
  test: {
    ...everyRun,
    include: ['test/programs/**/*.test.ts'],
    maxWorkers: 2,
  },
});
