import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { resolveCommandLine } from '../../../src/world/command-line.ts';
import { root, textOf } from '../../pins/program.ts';
import { builtProgram } from '../../world/programs/built-program.ts';

const main = await builtProgram();
const run = promisify(execFile);

test.each(['serve', 'mcp', 'tools', 'migrate', 'doctor', 'backup'])(
  '%s --help prints the usage and does nothing else',
  async (command) => {
    // An invalid variable would stop any command that reads the configuration.
    const env = { PATH: process.env.PATH, PORT: 'nowhere' };
    const { stdout } = await run(process.execPath, [main, command, '--help'], { env });
    expect(stdout).toMatch(new RegExp(`^posthouse ${command}\\b`));
    expect(stdout.trim().split('\n').length).toBeGreaterThan(1);
  },
);

test.each(['--version', '-v', 'version'])('%s prints the version of the package', async (word) => {
  const { stdout } = await run(process.execPath, [main, word]);
  expect(stdout).toBe(`${JSON.parse(textOf('package.json')).version}\n`);
});

test.each([
  ['docter', 'did you mean doctor?'],
  ['relase-queue', 'did you mean release-queue?'],
  ['--hepl-', 'there is no command --hepl-'],
  ['constructor', 'there is no command constructor\n'],
])('the error for the unknown command %s names a similar one', async (word, result) => {
  const refused = await run(process.execPath, [main, word]).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(result) });
});

test.each([
  ['in a checkout', { isCheckout: true }, 'npm run --silent posthouse --'],
  [
    'in a checkout below another package',
    { isCheckout: true, root: '/a/node_modules/b/' },
    'npm run --silent posthouse --',
  ],
  ['in a project', {}, 'npx posthouse'],
  ['in a folder of a project', { workingFolder: '/srv/shop/app' }, 'npx posthouse'],
  ['by npx alone', { root: '/var/cache/_npx/1/node_modules/posthouse/' }, 'npx posthouse'],
  ['for the whole machine', { root: '/usr/lib/node_modules/posthouse/' }, 'posthouse'],
  ['beside a project of a like name', { workingFolder: '/srv/shopping' }, 'posthouse'],
  ['in a folder of its own', { root: '/opt/posthouse/' }, 'posthouse'],
])('commands are printed the way the operator must type them %s', (_, started, printed) => {
  const installed = {
    root: '/srv/shop/node_modules/posthouse/',
    isCheckout: false,
    workingFolder: '/srv/shop',
  };
  expect(resolveCommandLine({ ...installed, ...started })).toBe(printed);
});

test('an install without development packages builds nothing and does not fail', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { prepare } = JSON.parse(textOf('package.json')).scripts;
  const script = prepare.replace(/^node /, '');
  mkdirSync(join(folder, dirname(script)));
  cpSync(join(root, script), join(folder, script));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const { stderr } = await run(process.execPath, [script], { cwd: folder });
  expect(stderr).toContain('Not built');
});
