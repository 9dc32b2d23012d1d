import { describe, expect, test } from 'vitest';
import { convertToPlainText } from '../../../src/model/content/plain-text.ts';

describe('the plain-text version', () => {
  test.each([
    ['a link', '<a href="https://example.com/a">Read</a> on', 'Read <https://example.com/a> on'],
    [
      'a link whose text is its URL',
      '<a href="https://example.com/">https://example.com/</a>',
      'https://example.com/',
    ],
    ['a link whose text is most of its URL', '<a href="https://example.com/">example.com</a>', 'example.com'],
    ['a mailto link', '<a href="mailto:a@example.com">a@example.com</a>', 'a@example.com'],
    ['a mailto link with a name', '<a href="mailto:a@example.com">Ada</a>', 'Ada <a@example.com>'],
    ['a link within the page', '<a href="#top">up</a>', 'up'],
    ['a link without a target', '<a>nowhere</a>', 'nowhere'],
    [
      'a linked image',
      '<a href="https://example.com/"><img src="x" alt="Logo"></a>',
      'Logo <https://example.com/>',
    ],
    [
      'a linked image without alternative text',
      '<a href="https://example.com/"><img src="x"></a>',
      'https://example.com/',
    ],
    ['an image', 'a <img src="https://example.com/i.png" alt="A sunrise"> b', 'a A sunrise b'],
    ['a decorative image', 'a <img src="https://example.com/i.png" alt=""> b', 'a b'],
    ['headings', '<h1>Hello You</h1><p>x</p><h2>Two</h2><p>y</p>', 'Hello You\n\nx\n\nTwo\n\ny'],
    ['entities', 'a &amp; b &lt;c&gt; &copy; &nbsp;d', 'a & b <c> © \u00a0d'],
    ['code', '<pre><code>if (a) {\n  b();\n}</code></pre>', 'if (a) {\n  b();\n}'],
    ['a quote', '<blockquote><p>one</p><p>two</p></blockquote>', '> one\n>\n> two'],
    ['emoji and right-to-left text', '<p>👩‍👩‍👧 שלום</p>', '👩‍👩‍👧 שלום'],
  ])('shows %s correctly', async (_, html, text) => {
    expect(await convertToPlainText(html)).toBe(text);
  });

  test('indents lists', async () => {
    const html = '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start="3"><li>d</li><li>e</li></ol>';
    expect(await convertToPlainText(html)).toBe('- a\n  - b\n- c\n\n 3. d\n 4. e');
  });

  test('shows a data table as rows', async () => {
    const html =
      '<table><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody><tr><td><p>Tea</p><p>green</p></td><td>3</td></tr></tbody></table>';
    expect(await convertToPlainText(html)).toBe('Item | Price\nTea green | 3');
  });

  test('shows a layout table as its cells', async () => {
    const html = '<table role="presentation"><tr><td><p>one</p></td><td>two</td><td>three</td></tr></table>';
    expect(await convertToPlainText(html)).toBe('one\n\ntwo three');
  });

  test('shows a data table within a layout cell as rows', async () => {
    const data = '<table><tr><th>a</th><th>b</th></tr></table>';
    expect(await convertToPlainText(`<table><tr><td>x</td><td>${data}</td></tr></table>`)).toBe('x\n\na | b');
  });

  test('shows the visible body of a document', async () => {
    const html =
      '<html><head><title>T</title><style>p{}</style></head><body><div style="display:none">pre</div><div style="DISPLAY: none">x</div><p hidden>y</p><p>Body</p></body></html>';
    expect(await convertToPlainText(html)).toBe('Body');
  });
});

test('lines of the text version are not wrapped and end without blanks', async () => {
  const words = 'word '.repeat(100).trim();
  const url = `https://example.com/${'a'.repeat(300)}`;
  const text = await convertToPlainText(`<p>${words} <a href="${url}">x</a> </p><p> b <br> c</p>`);
  expect(text.split('\n')[0]).toBe(`${words} x <${url}>`);
  expect(text).not.toMatch(/[ \t]$/m);
});

test('nested quotes and lists do not inflate a small mail', async () => {
  const html = `${'<ul>'.repeat(20)}${'<li>x</li>'.repeat(5_000)}${'</ul>'.repeat(20)}`;
  const text = await convertToPlainText(html);
  expect(text.length).toBeLessThan(2 * html.length);
  expect(text.match(/x/g)).toHaveLength(5_000);
});

test('a mail of mostly quote characters keeps its words without hidden text', async () => {
  const line = 'a &amp; b<!--[if mso]><p>c</p><![endif]--><!--[if !mso]><!--><br><!--<![endif]-->';
  const quotes = `${'<blockquote>'.repeat(20)}${line.repeat(50)}${'x<br>'.repeat(500)}${'</blockquote>'.repeat(20)}`;
  const html = `<html><head><style>p > a{}</style></head><body>${quotes}</body></html>`;
  const text = await convertToPlainText(html);
  expect(text.match(/a & b/g)).toHaveLength(50);
  expect(text.replace(/a & b|x|\s/g, '')).toBe('');
});

test('a mail that is too long for the converter keeps all its words', async () => {
  const html = `<p>first</p><p style="${'x'.repeat(17_000_000)}">&amp; <b>last</b></p>`;
  expect(await convertToPlainText(html)).toBe('first\n& last');
});
