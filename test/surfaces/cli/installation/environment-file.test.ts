import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readEnvironment, unknownVariables } from '../../../../src/config.ts';
import { root } from '../../../pins/checkout/program.ts';
import { builtProgram } from '../../../world/programs/built-program.ts';
import { endsWithTests } from '../../../world/programs/child-programs.ts';

const main = await builtProgram();

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  dataDir = join(folder, '.posthouse');
});

/** Runs a command in the folder with an empty standard input. */
async function run(
  words: readonly string[],
  environment: Record<string, string> = {},
  program: readonly string[] = [main],
) {
  const child = endsWithTests(
    spawn(process.execPath, [...program, ...words], {
      cwd: folder,
      env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, out, err };
}

function write(file: string, ...lines: string[]): void {
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
}

const token = /posthouse_[A-Za-z0-9]{32,}/;

describe('an .env file', () => {
  test('in the working folder is read by every command except mcp', async () => {
    write(join(folder, '.env'), '# Hostile', 'POSTHOUSE_DELIVERY=anywhere');
    expect(await run(['mcp'])).toMatchObject({ code: 0, out: '' });
    const refused = await run(['migrate']);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('POSTHOUSE_DELIVERY');
    expect(refused.err).toContain(`line 2 of ${join(folder, '.env')}`);
  });

  test('in the data folder is read only by mcp', async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    write(join(dataDir, '.env'), 'POSTHOUSE_DELIVERY=anywhere');
    expect((await run(['migrate'])).code).toBe(0);
    const refused = await run(['mcp']);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`line 1 of ${join(dataDir, '.env')}`);
    write(join(dataDir, '.env'), 'POSTHOUSE_DATA_DIR=elsewhere');
    expect((await run(['mcp'])).err).toContain('may not name a different data folder');
    // Permissions as a checkout of another project leaves them.
    chmodSync(dataDir, 0o755);
    expect((await run(['mcp'])).err).toContain('is not used, because other users can open its folder');
  });

  test('in the installation folder is read by mcp when the data folder has none', async () => {
    for (const name of ['src', 'tools', 'docs', 'package.json', 'node_modules']) {
      symlinkSync(join(root, name), join(folder, name));
    }
    const own = ['--preserve-symlinks', '--preserve-symlinks-main', join(folder, 'src/main.ts')];
    write(join(folder, '.env'), 'POSTHOUSE_DELIVERY=anywhere');
    const refused = await run(['mcp'], {}, own);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`line 1 of ${join(folder, '.env')}`);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    write(join(dataDir, '.env'), 'POSTHOUSE_DELIVERY=capture');
    expect((await run(['mcp'], {}, own)).code).toBe(0);
  });
});

describe('reading an .env file', () => {
  const read = (from: 'working folder' | 'data folder', ...lines: string[]) => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    write(join(dataDir, '.env'), ...lines);
    const real = from === 'data folder' ? { POSTHOUSE_DATA_DIR: dataDir, HOST: '127.0.0.2' } : {};
    return readEnvironment(from, real);
  };

  test('accepts only Posthouse variables, and the environment takes precedence', () => {
    const { values, places } = read(
      'data folder',
      'NODE_OPTIONS=--require ./hostile.js',
      'PATH=/hostile',
      'PGSSLMODE=disable',
      'HTTPS_PROXY=http://hostile.example',
      'HOST=0.0.0.0',
      'LOG_LEVEL=debug',
      'export PORT = 3030',
      'PORT=3031',
      'POSTHOUSE_MISSPELT=1',
    );
    expect(values).toEqual({
      POSTHOUSE_DATA_DIR: dataDir,
      HOST: '127.0.0.2',
      LOG_LEVEL: 'debug',
      PORT: '3031',
      POSTHOUSE_MISSPELT: '1',
    });
    expect(places.get('PORT')).toBe(`line 8 of ${join(dataDir, '.env')}`);
    expect(unknownVariables(values)).toEqual(['POSTHOUSE_MISSPELT']);
    expect(process.env.LOG_LEVEL).not.toBe('debug');
  });

  test('rejects a file above 64 KiB and anything that is not a regular file', () => {
    expect(() => read('data folder', `# ${'x'.repeat(65 * 1024)}`)).toThrow('larger than 64 KiB');
    rmSync(join(dataDir, '.env'));
    mkdirSync(join(dataDir, '.env'));
    expect(() => readEnvironment('data folder', { POSTHOUSE_DATA_DIR: dataDir })).toThrow(
      'is not a regular file',
    );
  });
});

test('mcp prints no token on its first start, but the command that creates one', async () => {
  const { code, out, err } = await run(['mcp']);
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).not.toMatch(token);
  const command = / (tools run create_token .*)$/m.exec(err)?.[1];
  expect((await run(command!.split(' '))).out).toMatch(token);
  expect((await run(['mcp'])).err).toBe('');
});
