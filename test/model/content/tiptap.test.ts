import { describe, expect, test } from 'vitest';
import { checkTiptap, tiptapMarks, tiptapNodes } from '../../../src/model/content/body.ts';
import { tiptapToHtml } from '../../../src/model/content/tiptap.ts';

function html(...content: unknown[]): string {
  const checked = checkTiptap({ type: 'doc', content });
  if (!checked.ok) throw new Error(`${checked.path.join('.')}: ${checked.message}`);
  return tiptapToHtml(checked.source);
}

const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, marks });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const marked = (type: string, attrs?: object) => html(paragraph(text('x', { type, attrs })));

describe('every Tiptap node and mark', () => {
  const everything = [
    { type: 'heading', attrs: { level: 1, textAlign: 'center' }, content: [text('Title')] },
    { type: 'heading', attrs: { level: 6 }, content: [text('Small')] },
    paragraph(
      text('bold', { type: 'bold' }),
      text(' italic', { type: 'italic' }),
      text(' strike', { type: 'strike' }),
      text(' underline', { type: 'underline' }),
      text(' code', { type: 'code' }),
      text(' link', { type: 'link', attrs: { href: 'https://example.com/?a=1&b=2', title: 'T' } }),
      text(' sub', { type: 'subscript' }),
      text(' sup', { type: 'superscript' }),
      text(' red', { type: 'textStyle', attrs: { color: '#ff0000' } }),
      text(' bright', { type: 'highlight', attrs: { color: 'rgb(1, 2, 3)' } }),
      { type: 'hardBreak' },
      { type: 'mention', attrs: { id: 'firstName', label: 'friend' } },
    ),
    { type: 'paragraph', attrs: { textAlign: 'right' }, content: [text('right')] },
    { type: 'paragraph' },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [
            paragraph(text('one')),
            {
              type: 'orderedList',
              attrs: { start: 3 },
              content: [{ type: 'listItem', content: [paragraph(text('three'))] }],
            },
          ],
        },
      ],
    },
    {
      type: 'taskList',
      content: [
        { type: 'taskItem', attrs: { checked: true }, content: [paragraph(text('done'))] },
        { type: 'taskItem', attrs: { checked: false }, content: [paragraph(text('open'))] },
      ],
    },
    { type: 'blockquote', content: [paragraph(text('quote'))] },
    { type: 'codeBlock', attrs: { language: 'js' }, content: [text('a < b\n  && c')] },
    { type: 'horizontalRule' },
    {
      type: 'image',
      attrs: { src: 'https://example.com/a.png', alt: 'A "b"', title: null, width: 120, height: '60px' },
    },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            {
              type: 'tableHeader',
              attrs: { colspan: 2, rowspan: 1, colwidth: [100, 50] },
              content: [paragraph(text('Head'))],
            },
          ],
        },
        {
          type: 'tableRow',
          content: [
            {
              type: 'tableCell',
              attrs: { colspan: 1, rowspan: 2, colwidth: null },
              content: [paragraph(text('a'))],
            },
            { type: 'tableCell', content: [paragraph(text('b')), paragraph(text('c'))] },
          ],
        },
      ],
    },
  ];

  test('in this document has its expected HTML', () => {
    expect(
      html(...everything)
        .replaceAll(/(<\/(?:p|h\d|ul|ol|li|blockquote|pre|table|tr)>|<hr>)/g, '$1\n')
        .trim(),
    ).toBe(
      `
<h1 style="text-align:center">Title</h1>
<h6>Small</h6>
<p><strong>bold</strong><em> italic</em><s> strike</s><u> underline</u><code> code</code><a href="https://example.com/?a=1&amp;b=2" title="T"> link</a><sub> sub</sub><sup> sup</sup><span style="color:#ff0000;"> red</span><mark style="background-color:rgb(1, 2, 3);color:#000000"> bright</mark><br>{{firstName|friend}}</p>
<p style="text-align:right">right</p>
<p><br></p>
<ul><li>one<ol start="3"><li>three</li>
</ol>
</li>
</ul>
<ul style="list-style-type:none"><li>☑ done</li>
<li>☐ open</li>
</ul>
<blockquote><p>quote</p>
</blockquote>
<pre><code class="language-js">a &lt; b
  &amp;&amp; c</code></pre>
<hr>
<img src="https://example.com/a.png" alt="A &quot;b&quot;" width="120" height="60"><table><tbody><tr><th colspan="2" style="width:150px">Head</th></tr>
<tr><td rowspan="2">a</td><td>b<p>c</p>
</td></tr>
</tbody></table>`.trim(),
    );
  });

  test('occurs in the document above', () => {
    const json = JSON.stringify(everything);
    for (const type of [...tiptapNodes, ...tiptapMarks]) expect(json).toContain(`"type":"${type}"`);
  });
});

describe('a mark', () => {
  test('that spans several texts is not closed between them', () => {
    const link = { type: 'link', attrs: { href: 'https://example.com/' } };
    const content = [text('a', link), text('b', link, { type: 'bold' }), text('c', link), text('d')];
    expect(html(paragraph(...content))).toBe(
      '<p><a href="https://example.com/">a<strong>b</strong>c</a>d</p>',
    );
  });

  test('with different attributes is separate', () => {
    const link = (href: string) => ({ type: 'link', attrs: { href } });
    expect(
      html(paragraph(text('a', link('https://a.example/')), text('b', link('https://b.example/')))),
    ).toBe('<p><a href="https://a.example/">a</a><a href="https://b.example/">b</a></p>');
  });

  test.each([
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'java{{x}}',
    7,
    null,
  ])('for a link to %j is dropped, and its text stays', (href) => {
    expect(marked('link', { href })).toBe('<p>x</p>');
  });

  test.each(['red;background:url(https://x.example)', 'expression(alert(1))', '"><script>', 'url(x)', 7])(
    'with the colour %j gets no colour',
    (color) => {
      expect(marked('textStyle', { color })).toBe('<p>x</p>');
      expect(marked('highlight', { color })).toBe(
        '<p><mark style="background-color:#ffff00;color:#000000">x</mark></p>',
      );
    },
  );
});

describe('a font', () => {
  test('keeps its font family, size and line height', () => {
    const attrs = { fontFamily: '"Helvetica Neue", Arial', fontSize: '18px', lineHeight: 1.4 };
    expect(marked('textStyle', attrs)).toBe(
      '<p><span style="font-family:\'Helvetica Neue\', Arial;font-size:18px;line-height:1.4;">x</span></p>',
    );
  });

  test.each([
    { fontFamily: 'a;background:url(https://x.example)' },
    { fontFamily: 'url(x)' },
    { fontFamily: '</style>' },
    { fontSize: '18px;color:red' },
    { fontSize: 'calc(1px)' },
    { fontSize: 7 },
    { lineHeight: 'expression(1)' },
  ])('with the value %j is dropped', (attrs) => {
    expect(marked('textStyle', attrs)).toBe('<p>x</p>');
  });
});

describe('an attribute', () => {
  test('of any kind is escaped', () => {
    const evil = '"><script>alert(1)</script>';
    const written = html(
      { type: 'image', attrs: { src: `https://example.com/${evil}`, alt: evil, title: evil, width: evil } },
      { type: 'codeBlock', attrs: { language: evil }, content: [text(evil)] },
      { type: 'paragraph', attrs: { textAlign: evil }, content: [text(evil)] },
      { type: 'heading', attrs: { level: evil }, content: [text(evil)] },
      { type: 'orderedList', attrs: { start: evil }, content: [] },
      { type: 'mention', attrs: { id: evil, label: evil } },
      paragraph(text(evil, { type: 'link', attrs: { href: `https://example.com/${evil}`, title: evil } })),
    );
    expect(written).not.toContain('<script');
    expect(written).not.toContain('""');
  });

  test('out of bounds is clamped', () => {
    expect(html({ type: 'heading', attrs: { level: 9 } })).toBe('<h6></h6>');
    expect(html({ type: 'heading', attrs: { level: 0 } })).toBe('<h1></h1>');
    expect(html({ type: 'tableCell', attrs: { colspan: 1e9, rowspan: -1 } })).toBe('<td colspan="100"></td>');
  });

  test.each([
    ['data:image/png;base64,AAAA', 'is a data: URL, which mail programs do not show'],
    [' data:image/svg+xml,<svg>', 'is a data: URL, which mail programs do not show'],
    ['javascript:alert(1)', 'cannot be shown in a mail'],
    ['file:///a.png', 'cannot be shown in a mail'],
    ['blob:https://acme.example/1', 'cannot be shown in a mail'],
    ['{{attributes.picture}}', 'cannot be shown in a mail'],
  ])('with an image from %j is rejected by name', (src, fault) => {
    expect(checkTiptap({ type: 'doc', content: [{ type: 'image', attrs: { src } }] })).toEqual({
      ok: false,
      path: ['content', 0, 'attrs', 'src'],
      message: `${fault}; upload the picture and give its https:// address`,
    });
  });

  test('without an image address leaves the description', () => {
    expect(html({ type: 'image', attrs: { src: null, alt: 'logo' } })).toBe('<img alt="logo">');
  });

  test('with an image from the mail itself is kept', () => {
    expect(html({ type: 'image', attrs: { src: 'cid:logo' } })).toBe('<img src="cid:logo" alt="">');
  });
});

describe('a mention', () => {
  test('becomes a merge field with its label as default', () => {
    expect(html({ type: 'mention', attrs: { id: 'attributes.plan' } })).toBe('{{attributes.plan}}');
    expect(html({ type: 'mention', attrs: { id: 'name', label: 'a {{b}} & c' } })).toBe(
      '{{name|a b &amp; c}}',
    );
  });

  test('of anything else becomes its label', () => {
    expect(html({ type: 'mention', attrs: { id: 17, label: '<Tom>' } })).toBe('@&lt;Tom&gt;');
    expect(html({ type: 'mention' })).toBe('');
  });
});
