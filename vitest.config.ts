import { configDefaults, defineConfig } from 'vitest/config';
import { everyRun, inWorld, roomForYoungObjects } from './test/world/every-run.ts';

const { globalSetup, ...tests } = everyRun;

/** Tests that kill, race or interrupt our own programs. */
const simulations = ['test/simulation/**/*.test.ts'];

/**
 * Files that need their own process: two trust another certificate authority, the others measure or stress the process.
 * All other files leave their process unchanged, so they share one and load the platform once.
 */
const alone = [
  'test/readers/**/*.test.ts',
  'test/world/rendering.test.ts',
  'test/world/mail/direct-tls.test.ts',
  'test/world/mail/smtp/smtp-session.test.ts',
];

/** Tests that need the registry or programs that not every machine has. Each folder has its own configuration. */
const apart = ['programs', 'pages', 'power', 'generators'].map((room) => `test/${room}/**`);

const twoSideBySide = { maxWorkers: 2, sequence: { groupOrder: 1 }, execArgv: roomForYoungObjects };

/**
 * Runs the simulations first, because they keep other processes busy, then the remaining files, starting with files
 * that need their own process. Two files run in parallel and share one PostgreSQL. `npm run test:long` runs longer
 * simulations.
 */
export default defineConfig({
  test: {
    globalSetup: [...globalSetup, inWorld('postgres/postgres-server.ts')],
    projects: [
      {
        test: {
          ...tests,
          name: 'simulations',
          include: simulations,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...tests,
          ...twoSideBySide,
          name: 'own process',
          include: alone,
        },
      },
      {
        test: {
          ...tests,
          ...twoSideBySide,
          name: 'shared process',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...simulations, ...alone, ...apart],
          isolate: false,
        },
      },
    ],
  },
});
