import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { filesOf, textOf } from './checkout/program.ts';

/**
 * Every migration with its checksum, which each database stores when it applies the migration: if one byte
 * changes, even in a comment, those databases refuse to start. `npm run pins` adds new migrations and never
 * changes an entry.
 */
const shipped = JSON.parse(textOf('test/pins/migrations.json')) as Record<string, string>;

test('a released migration never changes, and a new one is pinned', () => {
  const folder = 'src/store/migrations/';
  const found = filesOf(`${folder}*`).map((path) => [
    path.slice(folder.length),
    createHash('sha256').update(textOf(path)).digest('hex'),
  ]);
  expect(Object.fromEntries(found)).toEqual(shipped);
});

test('every migration has its own number', () => {
  const numbers = Object.keys(shipped).map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});
