import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Body, checkTiptap } from '../../../src/model/content/body.ts';
import { type MergeFields, mergeFieldsIn } from '../../../src/model/content/merge-fields.ts';
import { compileEmail, fillEmail, renderEmail } from '../../../src/model/content/render.ts';
import { randomRuns } from '../../world/simulated/random.ts';
import { dangersIn, elementsOf } from './reread.ts';

const unsubscribeUrl = 'https://mail.example/u/1?a=b&c=d';

function render(kind: Body['kind'], source: string, values: MergeFields = {}, preview: string | null = null) {
  return renderEmail({ body: { kind, source }, preview, values });
}

function tiptap(...content: unknown[]): string {
  const checked = checkTiptap({ type: 'doc', content });
  if (!checked.ok) throw new Error(checked.message);
  return checked.source;
}

const hrefsOf = (html: string) =>
  elementsOf(html)
    .filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes.href);

describe('a body is rendered', () => {
  const values = { firstName: 'Ada', email: 'ada+1@example.com', unsubscribeUrl };

  test('from Markdown', async () => {
    const source =
      '# Hi {{firstName|there}}\n\n- [x] *one*\n\n| a | b |\n|---|---|\n| {{firstName|x}} | 2 |\n\n[Leave]({{unsubscribeUrl}})';
    const { html, text } = await render('markdown', source, values);
    expect(html).toMatch(/<h1 [^>]*>Hi Ada<\/h1>/);
    expect(html).toMatch(/<li>☑ <em>one<\/em><\/li>/);
    expect(html).toMatch(/<td [^>]*>Ada<\/td>/);
    expect(hrefsOf(html)).toEqual([unsubscribeUrl]);
    expect(text).toBe(`Hi Ada\n\n- ☑ one\n\na | b\nAda | 2\n\nLeave <${unsubscribeUrl}>`);
  });

  test('from HTML', async () => {
    const source = '<p>Hi {{firstName}}, <a href="https://example.com/?to={{email}}">go</a></p>';
    const { html, text } = await render('html', source, values);
    expect(html).toContain('<p>Hi Ada, <a href="https://example.com/?to=ada%2B1%40example.com">go</a></p>');
    expect(text).toBe('Hi Ada, go <https://example.com/?to=ada%2B1%40example.com>');
  });

  test('from Tiptap', async () => {
    const link = { type: 'link', attrs: { href: '{{unsubscribeUrl}}' } };
    const source = tiptap(
      {
        type: 'heading',
        attrs: { level: 2 },
        content: [{ type: 'text', text: 'Dear {{firstName|friend}}' }],
      },
      {
        type: 'paragraph',
        content: [{ type: 'mention', attrs: { id: 'attributes.city', label: 'your town' } }],
      },
      { type: 'paragraph', content: [{ type: 'text', text: 'Leave', marks: [link] }] },
    );
    const { html, text } = await render('tiptap', source, values);
    expect(html).toMatch(/<h2 [^>]*>Dear Ada<\/h2>/);
    expect(html).toMatch(/<p [^>]*>your town<\/p>/);
    expect(hrefsOf(html)).toEqual([unsubscribeUrl]);
    expect(text).toBe(`Dear Ada\n\nyour town\n\nLeave <${unsubscribeUrl}>`);
  });

  test('from an empty source', async () => {
    for (const [kind, source] of [
      ['html', ''],
      ['markdown', ' '],
      ['tiptap', tiptap()],
    ] as const) {
      const { html, text } = await render(kind, source);
      expect(html).toContain('</html>');
      expect(text).toBe('');
    }
  });

  test('with emoji, right-to-left text, entities and very long lines', async () => {
    const line = 'x'.repeat(5_000);
    for (const kind of ['html', 'markdown'] as const) {
      const { html, text } = await render(kind, `👩‍👩‍👧 שלום {{name}} &copy; &lt;b&gt;\n\n${line}`, {
        name: 'محمد 🎉',
      });
      expect(html).toContain('👩‍👩‍👧 שלום محمد 🎉 © &lt;b&gt;');
      expect(text).toContain('👩‍👩‍👧 שלום محمد 🎉 © <b>');
      expect(text).toContain(line);
    }
  });
});

describe('a merge value', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>' {{unsubscribeUrl}} javascript:alert(1)`;
  const sources = {
    html: '<p title="{{a}}" style="color:{{a}}" class={{a}}>{{a}}</p><style>p{color:{{a}}}</style><a href="https://example.com/{{a}}?{{a}}">x</a><img src="https://example.com/{{a}}" alt=\'{{a}}\'><!--[if mso]><p title="{{a}}">{{a}}</p><![endif]--><textarea>{{a}}</textarea><{{a}}><b {{a}}={{a}}>',
    markdown:
      '# {{a}}\n\n`{{a}}` *{{a}}* [{{a}}](https://example.com/{{a}} "{{a}}") ![{{a}}](https://example.com/{{a}})\n\n```{{a}}\n{{a}}\n```\n\n|{{a}}|\n|-|\n|{{a}}|\n\n<p title="{{a}}">{{a}}</p> https://example.com/?{{a}}',
    tiptap: tiptap(
      {
        type: 'heading',
        content: [
          {
            type: 'text',
            text: '{{a}}',
            marks: [{ type: 'link', attrs: { href: 'https://example.com/{{a}}', title: '{{a}}' } }],
          },
        ],
      },
      { type: 'image', attrs: { src: 'https://example.com/{{a}}', alt: '{{a}}' } },
      { type: 'codeBlock', attrs: { language: '{{a}}' }, content: [{ type: 'text', text: '{{a}}' }] },
      { type: 'mention', attrs: { id: 'a' } },
    ),
  };

  test.each(Object.entries(sources))('cannot break out of its place in %s', async (kind, source) => {
    const shape = async (a: string) =>
      elementsOf((await render(kind as Body['kind'], source, { a }, a)).html).map(({ name, attributes }) => [
        name,
        Object.keys(attributes),
      ]);
    const { html } = await render(kind as Body['kind'], source, { a: evil }, evil);
    expect(dangersIn(html)).toEqual([]);
    expect(await shape(evil)).toEqual(await shape('x'));
    for (const { attributes } of elementsOf(html)) {
      expect(attributes.style ?? '').not.toMatch(/script:|[<>()]/);
      for (const url of [attributes.href, attributes.src]) expect(url ?? '').not.toMatch(/[<>"' ]/);
    }
  });

  test.each(Object.entries(sources))(
    'of any kind does not change the number of tags in %s',
    async (kind, source) => {
      const template = await compileEmail({ kind: kind as Body['kind'], source });
      const tags = elementsOf(fillEmail(template, null, { a: 'x' }).html).map(({ name }) => name);
      const character = fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '{',
        '}',
        '/',
        '-',
        '!',
        '[',
        ']',
        ' ',
        '\n',
        'a',
        ';',
        ':',
        '\0',
      );
      fc.assert(
        fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: character })), (a) => {
          const { html } = fillEmail(template, null, { a });
          expect(elementsOf(html).map(({ name }) => name)).toEqual(tags);
          expect(dangersIn(html)).toEqual([]);
        }),
      );
    },
  );

  test('is not expanded again', async () => {
    const { html, text } = await render('markdown', '{{a}}', {
      a: '{{unsubscribeUrl}} slot0x0h *b*',
      unsubscribeUrl,
    });
    for (const part of [html, text]) {
      expect(part).toContain('{{unsubscribeUrl}} slot0x0h *b*');
      expect(part).not.toContain(unsubscribeUrl);
    }
  });

  test('may be a megabyte long', async () => {
    const { html, text } = await render('html', '<p>{{a}}</p>', { a: '<'.repeat(1_000_000) });
    expect(html).toContain('&lt;'.repeat(1_000_000));
    expect(text).toHaveLength(1_000_000);
  });
});

describe('a link', () => {
  const hrefs = async (kind: 'html' | 'markdown', href: string, values: MergeFields) =>
    hrefsOf((await render(kind, kind === 'html' ? `<a href="${href}">x</a>` : `[x](${href})`, values)).html);

  for (const kind of ['html', 'markdown'] as const) {
    test(`in ${kind} encodes values as parts of its URL`, async () => {
      const values = { a: `ä/?&#"'>{{b}}`, email: 'a+b@example.com' };
      const part = '%C3%A4%2F%3F%26%23%22%27%3E%7B%7Bb%7D%7D';
      expect(await hrefs(kind, 'https://example.com/{{a}}?x={{a}}', values)).toEqual([
        `https://example.com/${part}?x=${part}`,
      ]);
      expect(await hrefs(kind, 'mailto:{{email}}?subject={{a}}', values)).toEqual([
        `mailto:a%2Bb@example.com?subject=${part}`,
      ]);
      expect(await hrefs(kind, 'https://example.com/{{a|x y}}', {})).toEqual(['https://example.com/x%20y']);
    });

    test.each([
      '{{a}}',
      '{{a}}:alert(1)',
      'java{{a}}:alert(1)',
      'javascript:{{a}}',
      '{{a}}{{unsubscribeUrl}}',
      '{{unsubscribeUrl}}javascript:alert(1)',
    ])(`in ${kind} to %s has no target, because a value cannot be the scheme`, async (href) => {
      for (const a of ['javascript:alert(1)', 'javascript', 'script', 'https://evil.example/', '']) {
        expect(await hrefs(kind, href, { a, unsubscribeUrl })).toEqual([undefined]);
        expect(await hrefs(kind, href, { a })).toEqual([undefined]);
      }
    });

    test(`in ${kind} to the platform stays whole and must be a web URL`, async () => {
      expect(await hrefs(kind, '{{unsubscribeUrl}}', { unsubscribeUrl })).toEqual([unsubscribeUrl]);
      expect(await hrefs(kind, '{{unsubscribeUrl}}&amp;from={{a}}', { unsubscribeUrl, a: 'x y' })).toEqual([
        `${unsubscribeUrl}&from=x%20y`,
      ]);
      for (const bad of [
        'javascript:alert(1)',
        'https://',
        ' https://x.example/',
        'https://x.example/"><script>',
      ]) {
        expect(await hrefs(kind, '{{unsubscribeUrl}}', { unsubscribeUrl: bad })).toEqual(['']);
      }
    });
  }

  test('stays a link if a value contains half a surrogate pair', async () => {
    expect(await hrefs('html', 'https://example.com/{{a}}', { a: '\ud800' })).toEqual([
      'https://example.com/%EF%BF%BD',
    ]);
  });
});

describe('placeholders', () => {
  test('without a value become their default, escaped once, or empty', async () => {
    const source = '{{a|Tom &amp; <Jerry>}} [{{b}}] {{ c | d }}';
    for (const kind of ['html', 'markdown'] as const) {
      const { html, text } = await render(kind, source);
      expect(html).toContain('Tom &amp; &lt;Jerry&gt; [] d');
      expect(text).toContain('Tom & <Jerry> [] d');
    }
  });

  test('are filled in code, titles, attributes and comments for Outlook', async () => {
    const source =
      '<html><head><title>{{a}}</title></head><body><pre>{{a}}</pre><img alt="{{a}}"><!--[if mso]><p>{{a}}</p><![endif]--></body></html>';
    const { html } = await render('html', source, { a: 'A&B' });
    expect(html.match(/A&amp;B/g)).toHaveLength(4);
  });

  test('are never left in the mail, whatever the body', async () => {
    const pieces = fc.constantFrom(
      ...[
        '{{a}}',
        '{{ b | c }}',
        '{{d|<b>}}',
        '{{{e}}}',
        '*',
        '`',
        '[',
        '](',
        ')',
        '<p ',
        '<a href="',
        '">',
        '|',
        '\n',
        '\n\n',
      ],
      ...[
        '# ',
        '- ',
        '> ',
        '<style>',
        '</style>',
        '<!--[if mso]>',
        '<![endif]-->',
        '<title>',
        'https://x.example/',
        'slot0x0h',
        '{',
        '}',
      ],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { maxLength: 15 }),
        fc.constantFrom('html' as const, 'markdown' as const),
        async (parts, kind) => {
          const { html, text } = await render(kind, parts.join(''), { a: '1', e: '2' });
          expect(mergeFieldsIn(html)).toEqual([]);
          expect(mergeFieldsIn(text)).toEqual([]);
          expect(dangersIn(html)).toEqual([]);
        },
      ),
      { numRuns: randomRuns(300) },
    );
  });

  test('may stand next to words that look like compiled placeholders', async () => {
    const { html } = await render('html', '<p>slot0x0h {{a}} slot1x7u slot0x</p>', { a: 'A' });
    expect(html).toContain('<p>slot0x0h A slot1x7u slot0x</p>');
  });

  test('that stay empty leave no trailing blank in the text', async () => {
    expect((await render('markdown', 'a {{b}}\n\nc')).text).toBe('a\n\nc');
  });

  test('may occur ten thousand times', async () => {
    const { text } = await render('html', '{{a}}-'.repeat(10_000), { a: 'b' });
    expect(text).toBe('b-'.repeat(10_000));
  });
});

describe('preview text', () => {
  test('keeps a placeholder in a value as text', async () => {
    const { html, text } = await render('html', '<p>x</p>', { firstName: 'Ada' }, 'For {{firstName}} <b>');
    expect(html).toContain('For {{firstName}} &lt;b&gt;');
    expect(text).toBe('x');
  });

  test('of one mail does not appear in the next mail with the same body', async () => {
    const source = '<p>the same body</p>';
    expect((await render('html', source, {}, 'first')).html).toContain('first');
    expect((await render('html', source, {}, 'second')).html).not.toContain('first');
    expect((await render('html', source)).html).not.toContain('display:none');
  });
});

test('the same body and values always give the same mail', async () => {
  const body: Body = { kind: 'markdown', source: '# {{a}}\n\n{{b|c}}' };
  const email = { body, preview: 'p', values: { a: 'A' } };
  const first = await renderEmail(email);
  for (let index = 0; index < 300; index += 1) await render('html', `other ${index}`);
  expect(await renderEmail(email)).toEqual(first);
  expect(fillEmail(await compileEmail(body), 'p', { a: 'A' })).toEqual(first);
});

test('a body is compiled once for all values and previews', async () => {
  const cpuMs = (): number => process.threadCpuUsage().user / 1_000;
  const source = 'Lorem *ipsum* dolor **sit** amet, {{a}}.\n\n'.repeat(5_000);
  const begun = cpuMs();
  await render('markdown', source, { a: 'first' });
  const compiled = cpuMs() - begun;
  for (let index = 0; index < 4; index += 1) {
    expect((await render('markdown', source, { a: `value ${index}` }, `preview ${index}`)).text).toContain(
      `value ${index}`,
    );
  }
  expect(cpuMs() - begun - compiled).toBeLessThan(compiled);
});

test('the same source of another kind or language is compiled separately', async () => {
  const source = '*a*';
  expect((await render('markdown', source)).html).toContain('<em>a</em>');
  expect((await render('html', source)).html).toContain('*a*');
  const body: Body = { kind: 'html', source };
  expect((await renderEmail({ body, preview: null, values: {}, lang: 'de' })).html).toContain(
    '<html lang="de">',
  );
});
