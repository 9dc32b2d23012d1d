import { expect, test } from 'vitest';
import { documentedPages } from '../../../scripts/pins/documented-pages.ts';
import { escapeHtml } from '../../../src/model/content/escape-html.ts';
import { highlightCode } from '../../../src/surfaces/docs/highlight-code.ts';
import { textOf } from '../../pins/checkout/program.ts';

test.each([
  [
    'sh',
    `curl "$API/emails" -d '{"a":\n1}' # sends\nPORT=3030 npx posthouse`,
    `<span class="keyword">curl</span> <span class="string">&quot;$API/emails&quot;</span> <span class="name">-d</span> <span class="string">&#39;{&quot;a&quot;:\n1}&#39;</span> <span class="comment"># sends</span>\n<span class="name">PORT</span>=3030 npx posthouse`,
  ],
  [
    'json',
    '{ "to": "ada", "count": 2, "live": true }',
    '{ <span class="name">&quot;to&quot;</span>: <span class="string">&quot;ada&quot;</span>, <span class="name">&quot;count&quot;</span>: <span class="number">2</span>, <span class="name">&quot;live&quot;</span>: <span class="keyword">true</span> }',
  ],
  [
    'ts',
    "const a = 'https://a'; // b",
    '<span class="keyword">const</span> a = <span class="string">&#39;https://a&#39;</span>; <span class="comment">// b</span>',
  ],
  [
    'ts',
    "f(/'+/g, 'a'); const half = a / b / c;",
    'f(<span class="string">/&#39;+/g</span>, <span class="string">&#39;a&#39;</span>); <span class="keyword">const</span> half = a / b / c;',
  ],
  [
    'yaml',
    'runs-on: "a" # b\n  - - .name: b: c',
    '<span class="name">runs-on</span>: <span class="string">&quot;a&quot;</span> <span class="comment"># b</span>\n  - - <span class="name">.name</span>: b: c',
  ],
  ['cobol', 'IF A < B "x"', 'IF A &lt; B &quot;x&quot;'],
  ['constructor', 'a < b', 'a &lt; b'],
])('code in the language %s is colored', (language, code, markup) => {
  expect(highlightCode(code, language)).toBe(markup);
});

test('the text of every code block stays the same', () => {
  const blocks = documentedPages.flatMap((path) => [
    ...textOf(path).matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms),
  ]);
  expect(blocks.length).toBeGreaterThan(100);
  for (const [, language, code] of blocks) {
    const markup = highlightCode(code!, language!);
    expect(markup.replaceAll(/<\/?span[^>]*>/g, '')).toBe(escapeHtml(code!));
  }
});

test.each([
  ['sh', '"', '\\"', 'string'],
  ['sh', "'", 'a\n', 'string'],
  ['json', '"', '\\"', 'string'],
  ['python', '"""', 'a\n', 'string'],
  ['ts', "'", "\\'", 'string'],
  ['ts', '`', '\\`', 'string'],
  ['ts', '/*', ' /* \n', 'comment'],
])('in %s, an unclosed token that begins with %s becomes one span', (language, opening, content, kind) => {
  const code = opening + content.repeat(100);
  expect(highlightCode(code, language)).toBe(`<span class="${kind}">${escapeHtml(code)}</span>`);
});

test('code of more than 20,000 characters stays plain', () => {
  const ones = '1 '.repeat(10_000);
  expect(highlightCode(ones, 'json')).toContain('<span class="number">1</span>');
  expect(highlightCode(`${ones}1`, 'json')).toBe(`${ones}1`);
});
