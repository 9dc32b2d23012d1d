import { defineConfig } from 'vitest/config';
import { everyRun } from './test/world/every-run.ts';

/** Simulated power cuts, which need root to mount test disks: `npm run test:power`. */
export default defineConfig({
  test: {
    ...everyRun,
    include: ['test/power/**/*.test.ts'],
    maxWorkers: 1,
  },
});
