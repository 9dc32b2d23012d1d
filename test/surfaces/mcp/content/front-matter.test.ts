import { expect, test } from 'vitest';
import { readFrontMatter, textField } from '../../../../src/surfaces/mcp/content/front-matter.ts';

const read = (...lines: string[]) => readFrontMatter(lines.join('\n'), 'a.md');

test('the parser parses fields, lists and the body', () => {
  const { fields, body } = read(
    '---',
    'name: one',
    'arguments:',
    '  - name: who',
    '    description: The recipient it is about, if any',
    '  - name: what',
    'last: 1 "quoted" {inside}',
    '---',
    '',
    '# Title',
    '---',
    'after a rule',
    '',
  );
  expect([...fields.keys()]).toEqual(['name', 'arguments', 'last']);
  expect(textField(fields, 'name', 'a.md')).toBe('one');
  expect(fields.get('last')).toBe('1 "quoted" {inside}');
  expect((fields.get('arguments') as Map<string, string>[]).map((entry) => [...entry])).toEqual([
    [
      ['name', 'who'],
      ['description', 'The recipient it is about, if any'],
    ],
    [['name', 'what']],
  ]);
  expect(body).toBe('# Title\n---\nafter a rule');
});

test.each([
  ['no front matter', ['name: one'], 'a.md: must begin with front matter'],
  ['front matter without an end', ['---', 'name: one'], 'a.md: must begin with front matter'],
  ['an empty file', [''], 'a.md: must begin with front matter'],
  ['the same field twice', ['---', 'name: one', 'name: two', '---'], 'a.md:3: name is there twice'],
  ['a value that YAML parses as a map', ['---', 'name: one: two', '---'], 'a.md:2: name is not a plain text'],
  [
    'a value that YAML parses as a comment',
    ['---', 'name: one #two', '---'],
    'a.md:2: name is not a plain text',
  ],
  ['a value that YAML parses as a list', ['---', 'name: [one]', '---'], 'a.md:2: name is not a plain text'],
  ['quotation marks', ['---', 'name: "one"', '---'], 'a.md:2: name is not a plain text'],
  ['an entry of no list', ['---', 'name: one', '  - name: two', '---'], 'a.md:3: is neither'],
  ['a line of a list before its first entry', ['---', 'list:', '    name: two', '---'], 'a.md:3: is neither'],
  ['an empty line', ['---', '', '---'], 'a.md:2: is neither'],
])('the parser rejects %s and names the line', (_, lines, message) => {
  expect(() => read(...lines)).toThrow(message);
});

test('the parser rejects a text field that is a list or missing', () => {
  const { fields } = read('---', 'list:', '  - name: two', '---');
  expect(() => textField(fields, 'list', 'a.md')).toThrow('a.md: list must be a line of text');
  expect(() => textField(fields, 'name', 'a.md')).toThrow('a.md: name must be a line of text');
});
