import { defineConfig } from 'vitest/config';
import { everyRun } from './test/world/every-run.ts';

/** Programs that others wrote and that not every machine has, against ours as it runs: `npm run test:programs`. */
export default defineConfig({
  test: {
    ...everyRun,
    include: ['test/programs/**/*.test.ts'],
    maxWorkers: 2,
  },
});
