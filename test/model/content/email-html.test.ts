import { describe, expect, test } from 'vitest';
import { emailSafeHtml } from '../../../src/model/content/email-html.ts';
import { convertToPlainText } from '../../../src/model/content/plain-text.ts';
import { elementsOf } from './reread.ts';

const tagsOf = (html: string, name: string) => elementsOf(html).filter((element) => element.name === name);

describe('an HTML fragment', () => {
  test('becomes a complete document with language, character set, width and colours', async () => {
    const html = await emailSafeHtml('<p>Hello</p>', { lang: 'pt-BR' });
    expect(html).toMatch(/^<!doctype html>\n<html lang="pt-BR">/);
    expect(html).toContain('<p>Hello</p>');
    const metas = tagsOf(html, 'meta').map(({ attributes }) => attributes.charset ?? attributes.name);
    expect(metas).toEqual(['utf-8', 'viewport', 'color-scheme', 'supported-color-schemes']);
    expect(html.trim()).toMatch(/<\/body>\n<\/html>$/);
  });

  test('is laid out in presentation tables of at most 600 pixels', async () => {
    const html = await emailSafeHtml('x');
    const tables = tagsOf(html, 'table');
    expect(tables.length).toBeGreaterThan(0);
    for (const { attributes } of tables) expect(attributes.role).toBe('presentation');
    expect(html).toContain('style="max-width:600px"');
    expect(html).toContain(
      '<!--[if mso]><table role="presentation" border="0" cellpadding="0" cellspacing="0" width="600">',
    );
  });

  test('takes its text direction from its content', async () => {
    expect(await emailSafeHtml('<p>שלום</p>')).toMatch(/<td [^>]*dir="auto"[^>]*text-align:start/);
  });

  test('uses its first heading as the title', async () => {
    expect(await emailSafeHtml('<p>x</p><h2>News &amp; <b>more</b></h2><h1>y</h1>')).toContain(
      '<title>News &amp; more</title>',
    );
    expect(await emailSafeHtml('<p>x</p>')).not.toContain('<title');
  });

  test('from an editor gets default typography, which the author can override', async () => {
    const html = await emailSafeHtml('<p style="margin:0">a</p><h1>b</h1>', { prose: true });
    expect(html).toContain('<p style="margin:0 0 16px;margin:0">a</p>');
    expect(html).toMatch(/<h1 style="[^"]*font-size:28px[^"]*">b<\/h1>/);
    expect(await emailSafeHtml('<p>a</p>')).toContain('<p>a</p>');
  });

  test('gets borders only on data tables', async () => {
    const html = await emailSafeHtml(
      '<table><tr><td>a</td></tr></table><table width="100%"><tr><td>b</td></tr></table>',
      {
        prose: true,
      },
    );
    expect(html).toMatch(/<td style="[^"]*border[^"]*">a<\/td>/);
    expect(html).toContain('<td>b</td>');
  });

  test('cannot close the surrounding document', async () => {
    const html = await emailSafeHtml('a</td></tr></table></body></html><p>b');
    expect(tagsOf(html, 'body')).toHaveLength(1);
    expect(html).toContain('\na<p>b</p>\n</div>');
  });

  test.each(['"><script>', 'en-', 'e', 'en us'])(
    'falls back to English when its language is %j',
    async (lang) => {
      expect(await emailSafeHtml('x', { lang })).toContain('<html lang="en">');
    },
  );

  test('counts as a fragment if <html> appears only in a comment or attribute', async () => {
    for (const source of ['<!-- <html> --><p>x</p>', '<p title="<html>">x</p>']) {
      const html = await emailSafeHtml(source);
      expect(tagsOf(html, 'html')).toHaveLength(1);
      expect(html).toMatch(/<p[^>]*>x<\/p>/);
      expect(html).toContain('max-width:600px');
    }
  });
});

describe('a complete document', () => {
  test('stays unchanged', async () => {
    const source = '<!doctype html><html lang="de"><head><title>T</title></head><body><p>x</p></body></html>';
    expect(await emailSafeHtml(source)).toBe(source);
  });

  test('gets a doctype and a language if they are missing', async () => {
    expect(await emailSafeHtml('<html><body>x</body></html>', { lang: 'fr' })).toBe(
      '<!doctype html>\n<html lang="fr"><body>x</body></html>',
    );
  });

  test('keeps a single body, head and root', async () => {
    const html = await emailSafeHtml('<html><html><body a=1><body b=2><head>x</body></html><p>after</p>');
    expect(html).toBe(
      '<!doctype html>\n<html lang="en"><body a="1"><head>x</head></body></html><p>after</p>',
    );
  });
});

describe('the preview text', () => {
  const source = '<html><head><title>T</title></head><body class="x"><p>Body</p></body></html>';

  test('is hidden right after the start of the body', async () => {
    for (const html of [
      await emailSafeHtml(source, { preview: 'Look <here>' }),
      await emailSafeHtml('<p>Body</p>', { preview: 'Look <here>' }),
    ]) {
      expect(html).toMatch(
        /<body [^>]*><div style="display:none;[^"]*mso-hide:all">Look &lt;here&gt;(?:&zwnj;&nbsp;)+<\/div>/,
      );
    }
  });

  test('is padded so that the body text does not follow it in the inbox', async () => {
    const html = await emailSafeHtml(source, { preview: 'x'.repeat(40) });
    expect(html.match(/&zwnj;&nbsp;/g)!.length + 40).toBeGreaterThanOrEqual(150);
    expect(await emailSafeHtml(source, { preview: 'x'.repeat(200) })).not.toContain('&zwnj;');
  });

  test('is not part of the plain text', async () => {
    expect(await convertToPlainText(await emailSafeHtml(source, { preview: 'Look here' }))).toBe('Body');
  });

  test('is omitted when empty', async () => {
    for (const preview of [null, '', '  '])
      expect(await emailSafeHtml(source, { preview })).not.toContain('display:none');
  });

  test('precedes the text of a document without a body', async () => {
    expect(await emailSafeHtml('<html><head></head><p>x</p></html>', { preview: 'y' })).toMatch(
      /<\/head><div style="display:none/,
    );
    expect(await emailSafeHtml('<html><p>x</p></html>', { preview: 'y' })).toMatch(
      /<html lang="en"><div style="display:none/,
    );
  });
});

describe('a stylesheet', () => {
  const css = '.a { color: red } a:hover { color: blue } @media (max-width: 600px) { .a { color: green } }';

  test('is inlined, and rules that cannot be inlined stay in the head', async () => {
    const html = await emailSafeHtml(
      `<html><head><style>${css}</style></head><body><p class="a">x</p></body></html>`,
    );
    expect(html).toContain('<p class="a" style="color: red;">x</p>');
    const head = html.slice(0, html.indexOf('</head>'));
    expect(head).toContain('@media (max-width: 600px)');
    expect(head).toContain('a:hover');
    expect(head).not.toContain('red');
  });

  test('of a fragment moves to the head', async () => {
    const html = await emailSafeHtml(`<style>${css}</style><p class="a">x</p>`);
    expect(html).toContain('<p class="a" style="color: red;">x</p>');
    expect(html.indexOf('@media')).toBeLessThan(html.indexOf('</head>'));
  });

  test('keeps <noscript> in a comment for Outlook, and shows its content elsewhere', async () => {
    const settings = '<xml><o:PixelsPerInch>96</o:PixelsPerInch></xml>';
    const comment = `<!--[if mso]><noscript>${settings}</noscript><![endif]-->`;
    const html = await emailSafeHtml(`${comment}<noscript><p>x</p></noscript>`);
    expect(html).toContain(`${comment}<p>x</p>`);
  });

  test('leaves comments for Outlook unchanged', async () => {
    const comment = '<!--[if mso]><style>.a { color: black }</style><table><tr><td><![endif]-->';
    expect(await emailSafeHtml(`<style>${css}</style>${comment}<p class="a">x</p>`)).toContain(comment);
  });

  test.each([
    '[data-ogsc] .a { color: #ffffff !important; }',
    '[data-ogsb] .a { background: black !important; }',
    'u + .body .a { display: block !important; }',
    'u+#body .a { width: 100vw; }',
    '#outlook a { padding: 0; }',
    '.ExternalClass, .ExternalClass p { line-height: 100%; }',
    'a[x-apple-data-detectors] { color: inherit !important; }',
    '.appleLinks a { color: inherit; }',
    '.moz-text-html .a { width: 50%; }',
    '* [lang~="x-a"] { color: red; }',
    '#MessageViewBody a { color: inherit; }',
    ':root { color-scheme: light dark; }',
    '@supports (display: grid) { .a { display: grid } .b { color: red } }',
    '.a::before { content: "}"; }',
    'input:checked ~ .b { display: none; }',
    "@import url('https://fonts.googleapis.com/css2?family=Inter:wght@400;700');",
    '@import url(https://fonts.googleapis.com/css2?family=Inter:wght@400;700);',
  ])('keeps rules that match only in mail clients: %s', async (rule) => {
    const html = await emailSafeHtml(
      `<style>.a { color: blue } ${rule} .unused { color: red }</style><p class="a">x</p>`,
    );
    expect(html).toContain(`<style>\n${rule}\n</style></head>`);
    expect(html).not.toContain('unused');
    expect(html).toContain('<p class="a" style="color: blue;">x</p>');
  });

  test('keeps selectors that match only in mail clients, and a :hover that is not first', async () => {
    const css = '.a, #outlook .a { color: blue } /* , */ .b:not(.c, .d), .a:hover { color: red }';
    const html = await emailSafeHtml(`<style>${css}</style><p class="a">x</p>`);
    expect(html).toContain('<style>\n#outlook .a { color: blue }\n.a:hover { color: red }\n</style>');
  });

  test('imports only font stylesheets', async () => {
    for (const rule of [
      "@import url('https://evil.example/x.css');",
      '@import "http://evil.example/x.css" screen;',
      '@imp@import "x";ort url(https://evil.example/x.css);',
    ]) {
      for (const media of ['', ' media="print"']) {
        const css = `<style${media}>${rule} .a { color: blue }</style>`;
        for (const head of [css, `<!--[if mso]>${css}<![endif]-->`]) {
          const html = await emailSafeHtml(`<html><head>${head}</head><p class="a">x</p></html>`);
          expect(html).not.toMatch(/@import[^;]*evil/);
        }
      }
    }
    const html = await emailSafeHtml(
      `<style>@import "https://evil.example/"; .a { color: blue }</style><p class="a">x</p>`,
    );
    expect(html).toContain('<p class="a" style="color: blue;">x</p>');
  });

  test('with a media attribute is kept', async () => {
    const style = '<style media="screen and (min-width: 480px)">.a { width: 50% }</style>';
    const all = '<style media="screen">.a { color: blue }</style>';
    const html = await emailSafeHtml(`<html><head>${all}${style}</head><p class="a">x</p></html>`);
    expect(html).toContain(`${style}</head><p class="a" style="color: blue;">x</p>`);
    const fragment = await emailSafeHtml(`${all}${style}<p class="a">x</p>`);
    expect(fragment).toMatch(/@media screen and \(min-width: 480px\) \{\s*\.a \{\s*width: 50%/);
    expect(fragment).toContain('<p class="a" style="color: blue;">x</p>');
  });

  test.each(['{', '}', '/*', '"', "'a\n", '\\', '[data-ogsc]{', '@import ', ','])(
    'with %j repeated is processed in time',
    async (piece) => {
      const html = await emailSafeHtml(
        `<style>.a { color: red } ${piece.repeat(20_000)}</style><p class="a">x</p>`,
      );
      expect(html).toContain('x</p>');
    },
  );

  test.each([
    '.a { behavior: url(x.htc) }',
    '.a { -moz-binding: url(x) }',
    '.a { width: expression(alert(1)) }',
    '.a { width: exp/**/ression(alert(1)) }',
    '.a { width: \\65 xpression(alert(1)) }',
    '.a { background: url(javascript:alert(1)) }',
  ])('with active content is dropped: %s', async (harmful) => {
    const html = await emailSafeHtml(`<style>${harmful}</style><p class="a">x</p>`);
    expect(html).toContain('<p class="a">x</p>');
    expect(html).not.toContain('<style');
  });

  test('may use smooth scrolling and import fonts', async () => {
    const fonts = "@import url('https://fonts.example/css');";
    const html = await emailSafeHtml(
      `<style>${fonts} .a { scroll-behavior: smooth }</style><p class="a">x</p>`,
    );
    expect(html).toContain('style="scroll-behavior: smooth;"');
  });

  test.each([
    ['nested without end', `.a { color: red } ${'b{'.repeat(20_000)}`],
    ['with :has() in :has()', `.a { color: red } ${':has('.repeat(20)}a${')'.repeat(20)} { color: red }`],
    [
      'of doubling variables',
      `${Array.from({ length: 40 }, (_, n) => `p{--a${n}:var(--a${n + 1})var(--a${n + 1})}`).join('')}p{color:var(--a0)}`,
    ],
    ['of 20,000 rules', '.a{color:red}'.repeat(20_000)],
  ])('%s is kept or inlined in time', async (_, harmful) => {
    // Plain inlining would exceed the test's time by far.
    const html = await emailSafeHtml(`<style>${harmful}</style>${'<div>'.repeat(50)}<p class="a">x</p>`);
    expect(html).toContain('x</p>');
  });
});

test('placeholders are kept where a value can do no harm', async () => {
  const html = await emailSafeHtml(
    '<p title="{{name}}">{{ firstName|Tom &amp; "Jerry" }} <a href="{{unsubscribeUrl}}">u</a> <a href="{{name}}">n</a> <a href="https://example.com/?a={{email|x}}">e</a></p>',
  );
  expect(html).toContain(
    '<p title="{{name}}">{{firstName|Tom &amp; &quot;Jerry&quot;}} <a href="{{unsubscribeUrl}}">u</a>',
  );
  expect(html).toContain('<a>n</a> <a href="https://example.com/?a={{email|x}}">e</a>');
});
