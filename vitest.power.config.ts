import { defineConfig } from 'vitest/config';
import { everyRun } from './test/world/every-run.ts';

/** Power cuts of disks of our own, for which root has to mount them: `npm run test:power`. */
export default defineConfig({
  test: {
    ...everyRun,
    include: ['test/power/**/*.test.ts'],
    maxWorkers: 1,
  },
});
