import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkOut } from '../../bench/versus/checkout.ts';

let repository = '';

beforeEach(async () => {
  repository = mkdtempSync(join(tmpdir(), 'posthouse-repository-'));
  await mkdir(join(repository, 'node_modules'));
  writeFileSync(join(repository, '.gitignore'), 'node_modules\n');
  writeFileSync(join(repository, 'package-lock.json'), '{}');
  writeFileSync(join(repository, 'said'), 'before');
  git('init', '--quiet');
  git('add', '.');
  commit('Add the first version');
  writeFileSync(join(repository, 'said'), 'after');
  commit('Change the program');
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

test('a checkout reuses the packages of an equal lock file and is removed completely', () => {
  const checkout = checkOut(repository, 'HEAD^');
  expect(execFileSync('cat', [join(checkout.root, 'said')], { encoding: 'utf8' })).toBe('before');
  expect(realpathSync(join(checkout.root, 'node_modules'))).toBe(
    realpathSync(join(repository, 'node_modules')),
  );
  expect(worktrees()).toHaveLength(2);
  checkout.remove();
  checkout.remove();
  expect(existsSync(checkout.root)).toBe(false);
  expect(existsSync(join(repository, 'node_modules'))).toBe(true);
  expect(worktrees()).toHaveLength(1);
});

test('an unknown commit is rejected and leaves no files behind', () => {
  expect(() => checkOut(repository, 'no-such-branch')).toThrow('no-such-branch');
  expect(worktrees()).toHaveLength(1);
});

test('an interrupted comparison removes its worktree', async () => {
  const checkoutFile = fileURLToPath(new URL('../../bench/versus/checkout.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { checkOut, removeOnExit } from ${JSON.stringify(checkoutFile)};
       const checkout = checkOut(${JSON.stringify(repository)}, 'HEAD^');
       removeOnExit(checkout.remove);
       console.log(checkout.root);
       setInterval(() => {}, 1_000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const [root] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(existsSync(root)).toBe(true);
  child.kill('SIGINT');
  await exited;
  expect(existsSync(root)).toBe(false);
  expect(worktrees()).toHaveLength(1);
});

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: repository, encoding: 'utf8' });
}

function commit(subject: string): void {
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@acme.dev', 'commit', '--quiet', '--all', '-m', subject);
}

function worktrees(): string[] {
  return git('worktree', 'list').trim().split('\n');
}
