import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { offeredAt } from '../../../src/contract/tool.ts';
import { resolveCommandLine } from '../../../src/world/command-line.ts';
import { catalogue } from '../../../tools/index.ts';
import { root, textOf } from '../../pins/checkout/program.ts';
import { builtProgram } from '../../world/programs/built-program.ts';
import { runTools } from './runner.ts';

const main = await builtProgram();
const run = promisify(execFile);

const commands = [
  'serve',
  'mcp',
  'connect',
  'tools',
  'export',
  'migrate',
  'upgrade',
  'doctor',
  'import',
  'console',
  'approvals',
  'pause-sending',
  'resume-sending',
  'update-lists',
  'backup',
  'restore',
  'release-queue',
];

function expectReadable(help: string): void {
  expect(help).toMatch(/^Examples?:\n {2}\S/m);
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
}

test.each(commands)('%s --help prints its usage and an example in 80 columns, and exits', async (command) => {
  // An invalid variable would stop any command that reads the configuration.
  const env = { PATH: process.env.PATH, PORT: 'nowhere' };
  const { stdout } = await run(process.execPath, [main, command, '--help'], { env });
  expect(stdout).toMatch(new RegExp(`^Usage: posthouse ${command}\\b`));
  expectReadable(stdout);
});

test('the help lists every command in 80 columns', async () => {
  const { stdout } = await run(process.execPath, [main, '--help']);
  for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} +\\S`, 'm'));
  expectReadable(stdout);
});

test.each(catalogue.filter((tool) => offeredAt(tool, 'cli')).map(({ name }) => name))(
  'the help of %s has an example and fits 80 columns',
  async (name) => {
    const { code, out } = await runTools(['run', name, '--help']);
    expect(code).toBe(0);
    expectReadable(out);
  },
);

test.each(['--version', '-v', 'version'])('%s prints the version of the package', async (word) => {
  const { stdout } = await run(process.execPath, [main, word]);
  expect(stdout).toBe(`${JSON.parse(textOf('package.json')).version}\n`);
});

test.each([
  [['docter'], 'there is no command docter; did you mean doctor?'],
  [['relase-queue'], 'there is no command relase-queue; did you mean release-queue?'],
  [['back'], 'there is no command back; did you mean backup?'],
  [['--hepl-'], 'there is no command --hepl-'],
  [['constructor'], 'there is no command constructor'],
  [['serve', '--rloe', 'api'], 'there is no option --rloe; did you mean --role?'],
  [['serve', '--role', 'x'], '--role must be one of all, api, worker'],
  [['migrate', '--dry'], 'there is no option --dry'],
  [['export', 'emials'], 'emials cannot be exported; did you mean emails?'],
  [['console', '--emial', 'a@b.c'], 'there is no option --emial; did you mean --email?'],
  [['tools', 'lst'], 'there is no command tools lst; did you mean list?'],
  [['tools', 'run', 'send_mail'], 'there is no tool send_mail; did you mean send_email?'],
  [
    ['connect', 'cursr'],
    'there is no client cursr; did you mean cursor? Clients: claude-code, claude-desktop, cursor, vscode, codex, chatgpt',
  ],
  [['doctor', 'now'], 'doctor takes no argument now'],
])(
  'the error for the wrong arguments %j has three lines and suggests the nearest name',
  async (words, sentence) => {
    const refused = await run(process.execPath, [main, ...words]).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    const lines = (refused as { stderr: string }).stderr.split('\n');
    expect(lines).toEqual([
      `posthouse: ${sentence}`,
      expect.stringMatching(/^Usage: posthouse .{1,70}$/),
      expect.stringMatching(/^Help: {2}posthouse .*--help$/),
      '',
    ]);
  },
);

test.each([
  ['in a checkout', { isCheckout: true }, 'npm run --silent posthouse --'],
  [
    'in a checkout below another package',
    { isCheckout: true, root: '/a/node_modules/b/' },
    'npm run --silent posthouse --',
  ],
  ['in a project', {}, 'npx posthouse'],
  ['in a folder of a project', { workingFolder: '/srv/shop/app' }, 'npx posthouse'],
  ['with npx only', { root: '/var/cache/_npx/1/node_modules/posthouse/' }, 'npx posthouse'],
  ['for a global install', { root: '/usr/lib/node_modules/posthouse/' }, 'posthouse'],
  ['next to a project with a similar name', { workingFolder: '/srv/shopping' }, 'posthouse'],
  ['in a folder of its own', { root: '/opt/posthouse/' }, 'posthouse'],
])('commands are printed as the operator must type them %s', (_, started, printed) => {
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
