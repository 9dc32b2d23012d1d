import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
const commit = (subject: string): void => {
  execFileSync('git', [...author, 'commit', '--quiet', '--allow-empty', '--message', subject], {
    cwd: folder,
  });
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-commits-'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  commit('Start');
});
afterAll(() => rmSync(folder, { recursive: true }));

const script = join(import.meta.dirname, '../../scripts/commit-subjects.ts');

test.each([
  ['Add a page about backups', ''],
  ['Embed the icon in each page', ''],
  ['Added a page about backups', 'does not start with a verb, such as "Add" or "Fix".'],
  ['The page about backups', 'does not start with a verb, such as "Add" or "Fix".'],
  ['fix: the page about backups', 'does not start with a verb, such as "Add" or "Fix".'],
  ['Add a page.', 'ends with a full stop.'],
  [`Add ${'a'.repeat(69)}`, 'has 73 characters, at most 72 are allowed.'],
])('the commit subject "%s" is judged by its length and first word', (subject, fault) => {
  commit(subject);
  const { status, stderr } = spawnSync(process.execPath, [script, 'HEAD~1'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr.trim()]).toEqual(
    fault === '' ? [0, ''] : [1, `The commit subject "${subject}" ${fault}`],
  );
});

test('a clone without the base has no commit subjects to check', () => {
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
