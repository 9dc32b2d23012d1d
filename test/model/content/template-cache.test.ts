import { expect, test } from 'vitest';
import { TemplateCache } from '../../../src/model/content/template-cache.ts';

test('the template cache evicts the least recently used entry beyond its number of entries', () => {
  const cache = new TemplateCache<string>({ entriesMax: 2, charactersMax: 100 });
  cache.set('a', 'A', 1);
  cache.set('b', 'B', 1);
  expect(cache.get('a')).toBe('A');
  cache.set('c', 'C', 1);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
});

test('the template cache evicts as many entries as a new entry needs', () => {
  const cache = new TemplateCache<string>({ entriesMax: 10, charactersMax: 100 });
  for (const key of ['a', 'b', 'c']) cache.set(key, key, 30);
  cache.set('d', 'd', 60);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([undefined, undefined, 'c', 'd']);
});

test('an entry larger than the template cache is not stored and evicts nothing', () => {
  const cache = new TemplateCache<string>({ entriesMax: 10, charactersMax: 100 });
  cache.set('a', 'A', 100);
  cache.set('b', 'B', 101);
  expect([cache.get('a'), cache.get('b')]).toEqual(['A', undefined]);
});

test('setting a key again counts only its new size', () => {
  const cache = new TemplateCache<string>({ entriesMax: 10, charactersMax: 100 });
  for (let index = 0; index < 10; index += 1) cache.set('a', `A${index}`, 60);
  cache.set('b', 'B', 40);
  expect([cache.get('a'), cache.get('b'), cache.size]).toEqual(['A9', 'B', 2]);
});
