import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Requirement, requirements } from './requirements.ts';
import { citedIn } from './verifies.ts';

const testFolder = `${import.meta.dirname}/..`;
const known = new Map<string, Requirement>(Object.entries(requirements));
/** Requirement id -> the test files that cite it. */
const citations = new Map<string, string[]>();
for (const file of globSync('**/*.test.ts', { cwd: testFolder })) {
  if (file === 'spec/requirements.test.ts') continue;
  for (const id of citedIn(readFileSync(`${testFolder}/${file}`, 'utf8'))) {
    citations.set(id, [...(citations.get(id) ?? []), file]);
  }
}

test('every implemented requirement has at least one test', () => {
  const uncited = [...known].filter(([id, { state }]) => state === 'built' && !citations.has(id));
  expect(uncited.map(([id, { says }]) => `${id}: ${says}`)).toEqual([]);
});

test('every cited requirement exists', () => {
  const unknown = [...citations].filter(([id]) => !known.has(id));
  expect(unknown.map(([id, files]) => `${id} in ${files.join(', ')}`)).toEqual([]);
});

test('a requirement with a test is not marked as later', () => {
  const early = [...citations].filter(([id]) => known.get(id)?.state === 'later');
  expect(early.map(([id, files]) => `${id} in ${files.join(', ')}`)).toEqual([]);
});

test('citations are found for single ids, lists and tests through several interfaces', () => {
  expect(
    citedIn(`
      verifies('a.one', 'x', () => {});
      verifies(
        ['b.two', 'b.three'],
        'y', () => {});
      verifiesThrough('c.four', doors, 'z', () => {});
      // 'd.five' alone is no citation
    `),
  ).toEqual(['a.one', 'b.two', 'b.three', 'c.four']);
});
