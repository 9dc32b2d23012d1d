import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from './program.ts';

/** The settings that all configurations share, without the PostgreSQL that `npm test` starts. */
const sharedConfiguration = `
  import { everyRun } from ${JSON.stringify(join(root, 'test/world/every-run.ts'))};
  export default { test: { ...everyRun, include: ['test/*.test.ts'] } };
`;

const outcomes = [
  { planted: 'a test that passes', source: `test('adds', () => expect(1 + 1).toBe(2));`, green: true },
  { planted: 'a test that fails', source: `test('adds', () => expect(1 + 1).toBe(3));`, green: false },
  { planted: 'a file that does not load', source: `import './not-there.ts';`, green: false },
  {
    planted: 'a test that waits for ever',
    source: `test('waits', async () => expect(await new Promise(() => {})).toBe(1), 100);`,
    green: false,
  },
  {
    planted: 'a test that never gives its event loop back',
    source: `test('loops', () => { for (;;) expect(1).toBe(1); }, 100);`,
    green: false,
    hangs: true,
  },
  {
    planted: 'a file that never finishes loading',
    source: `await new Promise(() => {});`,
    green: false,
    hangs: true,
  },
];

test.concurrent.each(outcomes)(
  '$planted is counted, and decides how `npm test` and .ci/run end',
  async ({ source, green, hangs = false }) => {
    const { code, said } = await runPlanted(source, { hangSecondsMax: hangs ? 3 : 600 });
    expect(said).toContain(`== planted: ${green ? 'done' : 'FAILED'} after`);
    expect(said.trimEnd().split('\n').at(-1)).toBe(
      green ? '1 passed, 0 failed, 0 skipped' : '0 passed, 1 failed, 0 skipped',
    );
    expect(code).toBe(green ? 0 : 1);
  },
);

test.concurrent.each(outcomes.slice(0, 3))(
  '$planted is counted once where it was begun beside others',
  async ({ source, green }) => {
    const { code, said } = await runPlanted(source, {
      hangSecondsMax: 600,
      how: 'begin_tests planted test "$@"; end_begun others; echo "others ended"; end_begun planted; end_begun',
      configuration: join(root, 'vitest.config.ts'),
    });
    expect(said.indexOf('others ended')).toBeLessThan(said.indexOf('== planted'));
    expect(said).toContain(`== planted: ${green ? 'done' : 'FAILED'} after`);
    expect(said.trimEnd().split('\n').at(-1)).toBe(
      green ? '1 passed, 0 failed, 0 skipped' : '0 passed, 1 failed, 0 skipped',
    );
    expect(code).toBe(green ? 0 : 1);
  },
);

/** Runs what .ci/run does with its tests, and so `npm test`, over one file that stands outside the checkout. */
async function runPlanted(
  source: string,
  {
    hangSecondsMax,
    how = 'tests planted test "$@"',
    configuration,
  }: { hangSecondsMax: number; how?: string; configuration?: string },
): Promise<{ code: number | null; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-planted-'));
  await mkdir(join(folder, 'test'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(
    join(folder, 'test', 'planted.test.ts'),
    `import { expect, test } from 'vitest';\n${source}\n`,
  );
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
