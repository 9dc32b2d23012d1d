import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packedManifest } from '../../scripts/pack.ts';
import { buildClient } from '../../scripts/sdk/build-client.ts';

/**
 * Checks the client in the packed package with third-party tools: whether each entry has types and a script
 * for every way that TypeScript and Node resolve them. The tools are fetched for this test alone: `attw`
 * brings 56 packages.
 */

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const judges = { '@arethetypeswrong/cli': '0.18.5', publint: '0.3.25' };
const fetchMs = 300_000;

let folder: string;
let packed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-judges-'));
  const shipped = join(folder, 'shipped');
  await mkdir(join(shipped, 'dist/sdk'), { recursive: true });
  await buildClient(join(shipped, 'dist/sdk'));
  await cp(join(root, 'bin'), join(shipped, 'bin'), { recursive: true });
  await writeFile(
    join(shipped, 'package.json'),
    packedManifest(await readFile(join(root, 'package.json'), 'utf8')),
  );
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: shipped });
  packed = join(folder, JSON.parse(stdout)[0].filename);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: judges }));
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
}, fetchMs);

afterAll(() => rm(folder, { recursive: true }));

test('attw finds the types of every entry, for import, require, bundlers and older compilers', async () => {
  const said = await judged('attw', packed, '--format', 'ascii');
  expect(said).toContain('No problems found');
  for (const entry of ['posthouse', 'posthouse/webhooks', 'posthouse/testing', 'posthouse/react-email']) {
    expect(said).toContain(`"${entry}"`);
  }
});

test('publint finds no problem', async () => {
  expect(await judged('publint', packed, '--strict')).toContain('All good!');
});

/** @returns its output, whether it found something or not */
async function judged(...words: string[]): Promise<string> {
  const environment = { ...process.env, NO_COLOR: '1' };
  return await run('npx', ['--no-install', ...words], { cwd: folder, env: environment }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}
