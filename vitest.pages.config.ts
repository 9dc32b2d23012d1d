import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { everyRun } from './test/world/every-run.ts';

/** Tests of the public pages in a browser, which not every machine has: `npm run test:pages`. */
export default defineConfig({
  test: {
    ...everyRun,
    globalSetup: [
      ...everyRun.globalSetup,
      fileURLToPath(new URL('test/pages/chromium/end-chromium.ts', import.meta.url)),
    ],
    include: ['test/pages/**/*.test.ts'],
    maxWorkers: 1,
    // The files leave their process unchanged, so they share one and load the platform once.
    isolate: false,
  },
});
