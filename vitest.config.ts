import { configDefaults, defineConfig } from 'vitest/config';
import { everyRun, inWorld } from './test/world/every-run.ts';

const { globalSetup, ...each } = everyRun;

/** Node imports the sources as they are, as it does for the program: nothing here is mocked or transformed. */
const tests = { ...each, experimental: { viteModuleRunner: false, nodeLoader: false } };

/** Programs of ours that are killed, raced and cut off. */
const simulations = ['test/simulation/**/*.test.ts'];

/** These read and change nothing of their process, so one serves many files, and loads the platform once for all. */
const sharing = [
  ...[
    'adversary',
    'bench',
    'concurrency',
    'contract',
    'engine',
    'model',
    'pins',
    'sdk',
    'spec',
    'store',
    'tools',
  ],
  ...['verification', 'world/http'],
  ...['cli/doctor', 'console', 'docs', 'exports', 'http', 'mcp', 'oauth', 'public', 'rest', 'smtp'].map(
    (door) => `surfaces/${door}`,
  ),
]
  .map((room) => `test/${room}/**/*.test.ts`)
  // The two that are left out make their process trust another authority.
  .concat('test/world/mail/!(direct-tls).test.ts', 'test/world/mail/smtp/!(smtp-session).test.ts');

/** They need programs that not every machine has, or the registry: each has a configuration of its own. */
const apart = ['programs', 'pages', 'power', 'generators'].map((room) => `test/${room}/**`);

const twoSideBySide = { maxWorkers: 2, sequence: { groupOrder: 1 } };

/**
 * Runs the simulations first, because they keep other processes busy, then the remaining files, starting with those that need their
 * own process. Two files run in parallel and share one PostgreSQL. `npm run test:long` runs longer simulations.
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
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...simulations, ...sharing, ...apart],
        },
      },
      { test: { ...tests, ...twoSideBySide, name: 'shared process', include: sharing, isolate: false } },
    ],
  },
});
