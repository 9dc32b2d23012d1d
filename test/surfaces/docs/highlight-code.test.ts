import { expect, test } from 'vitest';
import { documentedPages } from '../../../scripts/pins/documented-pages.ts';
import { escapeHtml } from '../../../src/model/content/escape-html.ts';
import { highlightCode } from '../../../src/surfaces/docs/highlight-code.ts';
import { textOf } from '../../pins/program.ts';

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
  ['cobol', 'IF A < B "x"', 'IF A &lt; B &quot;x&quot;'],
  ['constructor', 'a < b', 'a &lt; b'],
])('colors %s', (language, code, markup) => {
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
