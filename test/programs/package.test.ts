import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { packedMapEnding } from '../../src/world/log.ts';
import { filesOf, root, textOf } from '../pins/checkout/program.ts';
import { standardNames } from '../surfaces/mcp/tools/tool-names.ts';
import { endsWithTests } from '../world/programs/child-programs.ts';
import { freePort } from '../world/programs/free-ports.ts';

/** Packs a checkout and installs the package into an empty folder, from npm's cache only. */

const run = promisify(execFile);
const octetsMax = 10_000_000;
/** From the start to the first mail, and all commands after it. */
const firstMailMsMax = 60_000;
const drainMsMax = 15_000;

let folder: string;
let checkout: string;
let project: string;
let packed: { filename: string; files: { path: string }[] };
let installed = '';
let environment: NodeJS.ProcessEnv;

const manifestText = textOf('package.json');

/** Copies the files of the checkout into a separate folder: packing changes one of them for a moment. */
function copyCheckout(to: string): void {
  const shown = JSON.parse(manifestText).files as string[];
  const files = filesOf(
    '{bin,deploy,docs,prompts,scripts,skills,src,tools}/**/*',
    'package.json',
    'tsconfig.json',
    ...shown.filter((name) => name.includes('.') || name === 'LICENSE'),
  );
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(root, file), join(to, file));
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-package-'));
  checkout = join(folder, 'checkout');
  project = join(folder, 'project');
  copyCheckout(checkout);
  environment = {
    // The Node that runs the tests; the machine's own may be older than the program needs.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: folder,
    PORT: String(await freePort()),
    POSTHOUSE_SMTP_PORT: String(await freePort()),
    POSTHOUSE_SMTPS_PORT: String(await freePort()),
    npm_config_cache: join(folder, 'cache'),
    npm_config_update_notifier: 'false',
  };
  const pack = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: checkout,
    env: environment,
    maxBuffer: octetsMax,
  });
  [packed] = JSON.parse(pack.stdout);
  installed = await install(project);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Installs the package into a folder without one. @returns the output of npm */
async function install(into: string): Promise<string> {
  mkdirSync(into);
  const words = ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)];
  return (await run('npm', words, { cwd: into, env: environment })).stdout;
}

/** Ends processes that npx leaves behind when it is killed. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

/** Runs a command of the installed package in the project, as the banner and the documentation write it. */
async function posthouse(...words: string[]) {
  return await run('npx', ['posthouse', ...words], { cwd: project, env: environment });
}

function octetsBelow(path: string): number {
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + octetsBelow(join(path, name)), 0);
}

test('packing leaves the checkout unchanged', () => {
  expect(readFileSync(join(checkout, 'package.json'), 'utf8')).toBe(manifestText);
  expect(existsSync(join(checkout, 'package.json.checkout'))).toBe(false);
});

test('publishing a checkout directly is refused, because npm would publish its own manifest', async () => {
  const refused = await run('npm', ['run', '--silent', 'prepublishOnly'], {
    cwd: checkout,
    env: environment,
  }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('npm publish ./posthouse-') });
});

test('the package has no dependencies or install scripts and lists its entries', () => {
  const shipped = JSON.parse(readFileSync(join(project, 'node_modules/posthouse/package.json'), 'utf8'));
  const own = JSON.parse(manifestText);
  for (const field of ['dependencies', 'devDependencies', 'scripts', 'overrides'])
    expect(shipped).not.toHaveProperty(field);
  for (const field of ['name', 'version', 'bin', 'exports', 'engines', 'license', 'mcpName'])
    expect(shipped[field]).toEqual(own[field]);
});

test('the package contains the build and none of its sources', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(
    paths.filter((path) => /(^|\/)(src|node_modules|test|\.env|\.posthouse)(\/|$)|\.ts$/.test(path)),
  ).toEqual(paths.filter((path) => path.endsWith('.d.ts')));
  expect(paths).toContain('dist/main.js');
  expect(paths.filter((path) => path.endsWith('.mcpb'))).toEqual([]);
});

test('the notices list every bundled package with its licence', () => {
  const dist = join(project, 'node_modules/posthouse/dist');
  const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of Object.keys(JSON.parse(manifestText).dependencies)) {
    expect(notices, name).toMatch(new RegExp(`^# ${name} \\d[^ ]* \\(.+\\)$`, 'm'));
  }
  const sources = globSync(`*${packedMapEnding}`, { cwd: dist }).flatMap(
    (file) => JSON.parse(brotliDecompressSync(readFileSync(join(dist, file))).toString()).sources as string[],
  );
  const bundled = new Set(
    sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []),
  );
  expect(bundled.size).toBeGreaterThan(0);
  for (const name of bundled) expect(notices, name).toMatch(new RegExp(`^# ${name} \\d`, 'm'));
});

test('the package installs alone and takes at most 10 MB', () => {
  expect(installed).toMatch(/^added 1 package in /m);
  const modules = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(modules).toEqual(['posthouse']);
  expect(octetsBelow(join(project, 'node_modules'))).toBeLessThanOrEqual(octetsMax);
});

test('npx posthouse starts the server, and the commands it shows send the first mail and read it back', {
  timeout: firstMailMsMax,
}, async () => {
  const server = endsWithTests(
    spawn('npx', ['posthouse'], {
      cwd: project,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    }),
  );
  onTestFinished(() => endGroup(server.pid!));
  const exited = once(server, 'exit');
  let said = '';
  server.stderr.on('data', (chunk) => (said += chunk));
  const banner: string[] = [];
  for await (const line of createInterface({ input: server.stdout })) {
    banner.push(line);
    if (line.startsWith('Check the set-up')) break;
  }
  server.stdout.resume();
  const shown = banner.join('\n');
  const [send, look] = [...shown.matchAll(/^ {2}(curl (?:.*\\\n)*.*)$/gm)].map(([, command]) => command!);
  const sent = await run('sh', ['-c', send!]);
  const { id } = JSON.parse(sent.stdout) as { id: string };
  const read = JSON.parse((await run('sh', ['-c', look!])).stdout);
  expect(read.data).toMatchObject([{ id, to: ['ada@example.com'], delivery_mode: 'test' }]);

  expect(shown).toContain(`All data is stored in ${join(project, '.posthouse')}`);
  expect(shown).toContain('claude mcp add posthouse -- npx posthouse mcp');
  const docs = /The documentation is at (\S+)\./.exec(shown)![1]!;
  expect((await fetch(docs)).status).toBe(200);

  // Runs these commands next to the running server, as a person at the machine would.
  const { stdout: tool } = await posthouse('tools', 'run', 'get_email', '--id', id);
  expect(JSON.parse(tool)).toMatchObject({ id, last_event: 'delivered' });
  const { stdout: examined } = await posthouse('doctor');
  expect(examined).toMatch(/^ok +database /m);
  expect(examined).not.toMatch(/^FIX/m);
  const { stdout: upgrade } = await posthouse('upgrade', '--check');
  expect(upgrade).toContain('already has it: starting this version changes nothing');

  // As Ctrl-C at a terminal does: every process of the command receives it.
  process.kill(-server.pid!, 'SIGINT');
  await exited;
  await expect.poll(() => said, { timeout: drainMsMax }).toContain('"msg":"stopped"');
});

test('npx posthouse mcp serves an assistant the standard tools on stdio and writes no other output there', async () => {
  const transport = new StdioClientTransport({
    command: 'npx',
    args: ['posthouse', 'mcp'],
    cwd: project,
    env: environment as Record<string, string>,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...standardNames].toSorted());
  await client.close();
});

test('a mistyped command fails with a suggestion, and help works without a start', async () => {
  await expect(posthouse('docter')).rejects.toMatchObject({ code: 2 });
  expect((await posthouse('help')).stdout).toContain('Runs the server if no command is given');
});
