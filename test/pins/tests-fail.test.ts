import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from './checkout/program.ts';

/** Settings shared by all configurations, without the PostgreSQL of `npm test`. */
const sharedConfiguration = `
  import { everyRun } from ${JSON.stringify(join(root, 'test/world/every-run.ts'))};
  export default { test: { ...everyRun, include: ['test/*.test.ts'] } };
`;

const passes = `test('adds', () => expect(1 + 1).toBe(2));`;
const fails = `test('adds', () => expect(1 + 1).toBe(3));`;
const doesNotLoad = `import './not-there.ts';`;

const realConfiguration = join(root, 'vitest.config.ts');
const oneByOne = 'tests planted test "$@"';
const besideOthers =
  'begin_step holds true; begin_tests planted test "$@"; end_begun others; echo "others ended"; end_begun planted; end_begun';

/** Each run has several files and tests several things, because a run takes seconds to start. */
const outcomes = [
  {
    planted: 'a test that passes beside other tests',
    sources: [passes],
    how: besideOthers,
    passed: 2,
    failed: 0,
  },
  {
    planted: 'a test that fails, a file that does not load, both beside other tests',
    sources: [fails, doesNotLoad],
    how: `begin_step breaks false; ${besideOthers}`,
    // Only this run has the PostgreSQL of `npm test`.
    configuration: realConfiguration,
    passed: 1,
    failed: 3,
  },
  {
    planted:
      'a test that fails beside one that passes, a file that does not load, a test that waits for ever',
    sources: [
      passes,
      fails,
      doesNotLoad,
      `test('waits', async () => expect(await new Promise(() => {})).toBe(1), 100);`,
    ],
    passed: 1,
    failed: 3,
  },
  {
    planted: 'a test that never gives its event loop back, a file that never finishes loading',
    sources: [`test('loops', () => { for (;;) expect(1).toBe(1); }, 100);`, `await new Promise(() => {});`],
    passed: 0,
    failed: 2,
    hangs: true,
  },
];

test.concurrent.each(outcomes)(
  '.ci/run and `npm test` count once and exit accordingly: $planted',
  async ({ sources, passed, failed, how = oneByOne, configuration, hangs = false }) => {
    const { code, said } = await runPlanted(sources, {
      hangSecondsMax: hangs ? 3 : 600,
      how,
      configuration,
    });
    if (how.endsWith(besideOthers))
      expect(said.indexOf('others ended')).toBeLessThan(said.indexOf('== planted'));
    expect(said).toContain(`== planted: ${failed === 0 ? 'done' : 'FAILED'} after`);
    expect(said.trimEnd().split('\n').at(-1)).toBe(`${passed} passed, ${failed} failed, 0 skipped`);
    expect(code).toBe(failed === 0 ? 0 : 1);
  },
);

/** Runs what .ci/run, and so `npm test`, does with its tests, over files outside the checkout. */
async function runPlanted(
  sources: readonly string[],
  {
    hangSecondsMax,
    how,
    configuration,
  }: { hangSecondsMax: number; how: string; configuration: string | undefined },
): Promise<{ code: number | null; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-planted-'));
  await mkdir(join(folder, 'test'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [index, source] of sources.entries()) {
    const file = join(folder, 'test', `planted-${index}.test.ts`);
    await writeFile(file, `import { expect, test } from 'vitest';\n${source}\n`);
  }
  const own = join(folder, 'planted.config.ts');
  await writeFile(own, sharedConfiguration);
  const child = spawn(
    'bash',
    [
      ...['-euo', 'pipefail', '-c', `. .ci/steps.sh; ${how}; finish`, 'bash'],
      ...['--config', configuration ?? own, '--root', folder],
    ],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        CI: 'true',
        TEST_HANG_SECONDS_MAX: String(hangSecondsMax),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  await rm(folder, { recursive: true });
  return { code, said: `${complained}\n${said}` };
}
