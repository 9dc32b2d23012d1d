import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A commit in a temporary worktree. `remove` is idempotent and synchronous, so an exit handler may call it. */
export type Checkout = { root: string; commit: string; remove(): void };

/**
 * Checks out a commit next to the repository and installs the packages of its lock file. Reuses the repository's `node_modules` if the
 * lock files are equal. Package scripts do not run, because the worktree shares its git hooks with the repository.
 * @throws if git does not know the commit
 */
export function checkOut(repository: string, ref: string): Checkout {
  const commit = commitNamed(repository, ref);
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-versus-'));
  const root = join(folder, 'tree');
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    git(repository, 'worktree', 'prune');
  };
  try {
    git(repository, 'worktree', 'add', '--detach', '--quiet', root, commit);
    if (lockFile(root) === lockFile(repository)) {
      symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
    } else {
      run(root, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { root, commit, remove };
}

/** Runs an action when the process exits or is interrupted. A signal does not run `exit` handlers by itself. */
export function removeOnExit(remove: () => void): void {
  process.on('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
}

/** Builds the program as `npm run build` does, because running the sources takes longer to start and uses more memory. */
export function buildProgram(root: string): void {
  run(root, process.execPath, 'scripts/build.ts');
}

function commitNamed(repository: string, ref: string): string {
  try {
    return git(repository, 'rev-parse', '--verify', '--quiet', `${ref}^{commit}`);
  } catch {
    throw new Error(`git knows no commit ${ref}`);
  }
}

function lockFile(root: string): string {
  return readFileSync(join(root, 'package-lock.json'), 'utf8');
}

function git(root: string, ...words: string[]): string {
  return execFileSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

function run(root: string, program: string, ...words: string[]): void {
  execFileSync(program, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
