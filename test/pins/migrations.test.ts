import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { filesOf, textOf } from './program.ts';

/**
 * Every migration by its checksum, which each database that has applied it keeps: one byte of change, a comment too,
 * and those databases are refused. `npx node scripts/pin-new.ts` adds new ones and never changes one.
 */
const shipped = JSON.parse(textOf('test/pins/migrations.json')) as Record<string, string>;

test('a migration that has shipped never changes, and a new one is pinned', () => {
  const folder = 'src/store/migrations/';
  const found = filesOf(`${folder}*`).map((path) => [
    path.slice(folder.length),
    createHash('sha256').update(textOf(path)).digest('hex'),
  ]);
  expect(Object.fromEntries(found)).toEqual(shipped);
});

test('no two migrations have one number', () => {
  const numbers = Object.keys(shipped).map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});
