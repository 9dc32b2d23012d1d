import { configDefaults, defineConfig } from 'vitest/config';
import { everyRun, inWorld } from './test/world/every-run.ts';

const { globalSetup, ...each } = everyRun;

/** Node imports the sources as they are, as it does for the program: nothing here is mocked or transformed. */
const tests = { ...each, testTimeout: 60_000, experimental: { viteModuleRunner: false, nodeLoader: false } };

/**
 * The longest: they wait for programs and leases of their own, or try a great many things. They come first, because the last
 * of them would go on alone on one core if they came last.
 */
const long = [
  'test/simulation/**/*.test.ts',
  'test/surfaces/mcp/protocol/inspector.test.ts',
  'test/{evals/evals,pins/tests-fail,readers/readers}.test.ts',
];

/** These read and change nothing of their process, so one serves many files, and loads the platform once for all. */
const sharing = [
  ...['adversary', 'concurrency', 'contract', 'engine', 'evals', 'model', 'pins', 'sdk', 'spec', 'store'],
  ...['tools', 'verification', 'world/http'],
  ...['cli/doctor', 'console', 'docs', 'exports', 'http', 'mcp', 'oauth', 'public', 'rest', 'smtp'].map(
    (door) => `surfaces/${door}`,
  ),
]
  .map((room) => `test/${room}/**/*.test.ts`)
  // The two that are left out make their process trust another authority.
  .concat('test/world/mail/!(direct-tls).test.ts', 'test/world/mail/smtp/!(smtp-session).test.ts');

/** They need programs that not every machine has, or the registry: each has a configuration of its own. */
const apart = ['programs', 'pages', 'power', 'generators'].map((room) => `test/${room}/**`);

/** Three side by side, because each waits for half of its time. */
const waiting = { ...tests, maxWorkers: 3, sequence: { groupOrder: 0 } };

/** In the order of the projects, those of one group by their names. One PostgreSQL serves all of them. */
export default defineConfig({
  test: {
    globalSetup: [...globalSetup, inWorld('postgres/postgres-server.ts')],
    projects: [
      { test: { ...waiting, name: 'long', include: long } },
      {
        test: {
          ...waiting,
          name: 'own process',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...long, ...sharing, ...apart],
        },
      },
      {
        test: {
          ...tests,
          name: 'shared process',
          include: sharing,
          exclude: [...configDefaults.exclude, ...long],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
