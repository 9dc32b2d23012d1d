import { describe, expect, test } from 'vitest';
import { markdownToHtml } from '../../../src/model/content/markdown.ts';

describe('Markdown', () => {
  test('supports headings, emphasis, links, images, code and quotes', () => {
    const source =
      '# One\n\n*a* **b** ~~c~~ `d` [e](https://e.example/) ![f](https://f.example/f.png)\n\n> g\n\n```js\nh < i\n```';
    expect(markdownToHtml(source)).toBe(
      [
        '<h1>One</h1>',
        '<p><em>a</em> <strong>b</strong> <del>c</del> <code>d</code> <a href="https://e.example/">e</a> <img src="https://f.example/f.png" alt="f"></p>',
        '<blockquote>',
        '<p>g</p>',
        '</blockquote>',
        '<pre><code class="language-js">h &lt; i',
        '</code></pre>',
        '',
      ].join('\n'),
    );
  });

  test('supports tables', () => {
    const html = markdownToHtml('| a | b |\n|---|--:|\n| 1 | 2 |');
    expect(html).toContain('<th>a</th>');
    expect(html).toContain('<td align="right">2</td>');
  });

  test('renders task lists without form controls', () => {
    const html = markdownToHtml('- [x] done\n- [ ] open');
    expect(html).toContain('<li>☑ done</li>');
    expect(html).toContain('<li>☐ open</li>');
    expect(html).not.toContain('<input');
  });

  test('supports bare links and underlined headings', () => {
    expect(markdownToHtml('see https://example.com/a?b=c.')).toContain(
      '<a href="https://example.com/a?b=c">',
    );
    expect(markdownToHtml('Title\n=====\n\nSub\n---')).toBe('<h1>Title</h1>\n<h2>Sub</h2>\n');
  });

  test('keeps raw HTML', () => {
    expect(markdownToHtml('<div class="x">\n\n*a*\n\n</div>')).toContain('<div class="x">');
  });

  test('keeps emoji, right-to-left text and entities', () => {
    expect(markdownToHtml('👩‍👩‍👧 **שלום** &copy; &lt;')).toBe(
      '<p>👩‍👩‍👧 <strong>שלום</strong> &copy; &lt;</p>\n',
    );
  });

  test('is still parsed after another source exceeded its limits', () => {
    markdownToHtml('*a_'.repeat(30_000));
    expect(markdownToHtml('*a*')).toBe('<p><em>a</em></p>\n');
  });
});

describe('text beyond a limit', () => {
  test('keeps the words of deeply nested quotes and lists', () => {
    const html = markdownToHtml(`${'> '.repeat(60)}deep`);
    expect(html.match(/<blockquote>/g)!.length).toBeLessThanOrEqual(50);
    expect(html).toContain('deep');
    expect(markdownToHtml(`${'- '.repeat(60)}deep`)).toContain('deep');
  });

  test('leaves a paragraph of delimiters as text, and formats the next one', () => {
    const html = markdownToHtml(`${'*a* '.repeat(10_000)}\n\n*b*`);
    expect(html.match(/\*a\*/g)).toHaveLength(10_000);
    expect(html.match(/<em>.<\/em>/g)).toEqual(['<em>b</em>']);
  });

  test('never occurs in ordinary text: a megabyte keeps all its markup', () => {
    const lines =
      'Lorem *ipsum* dolor **sit** amet, [elit](https://example.com/) with `code` in snake_case.\n';
    const source = `${lines.repeat(5)}\n`.repeat(2_000);
    const html = markdownToHtml(source);
    expect(source.length).toBeGreaterThan(850_000);
    expect(html.match(/<em>ipsum<\/em>/g)).toHaveLength(10_000);
    expect(html.match(/<a href="https:\/\/example\.com\/">elit<\/a>/g)).toHaveLength(10_000);
  });

  test('does not include an inline image, however long', () => {
    const source = `![x](data:image/png;base64,${'Ab9+/'.repeat(100_000)})`;
    expect(markdownToHtml(source)).toContain('<img src="data:image/png;base64,Ab9');
  });
});

describe('a series of characters that may start an address', () => {
  test.each(['!', '#', '&', '=', '%', '/', '?', "'", '`', '{', '!a'])(
    'of %j is parsed in linear time',
    (piece) => {
      // Quadratic work would take minutes, more than a test has.
      const length = 1_000_000;
      expect(markdownToHtml(`so ${piece.repeat(length / piece.length)}`).length).toBeGreaterThan(length / 2);
    },
  );

  test('ends where markup starts and loses no text', () => {
    const run = '!'.repeat(400);
    expect(markdownToHtml(`${run} *a*`)).toBe(`<p>${run} <em>a</em></p>\n`);
    expect(markdownToHtml(`${run}![x](https://a.example/b.png)`)).toBe(
      `<p>${run}<img src="https://a.example/b.png" alt="x"></p>\n`,
    );
    expect(markdownToHtml(`${'#'.repeat(400)}`)).toContain('#'.repeat(400));
  });
});
