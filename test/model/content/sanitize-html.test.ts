import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementDepthMax, sanitizeHtml } from '../../../src/model/content/sanitize-html.ts';
import { slotTable } from '../../../src/model/content/slots.ts';
import { randomRuns } from '../../world/simulated/random.ts';
import { dangersIn, elementsOf } from './reread.ts';

function pass(html: string, whole = false): string {
  return sanitizeHtml(html, { whole, slots: slotTable(html), lang: 'en' }).pieces.join('');
}

describe('active content is removed', () => {
  test.each([
    '<script>alert(1)</script>',
    '"><script>alert(1)</script>',
    '<ScRiPt src=//evil.example>x</sCrIpT >',
    '<script>alert(1)',
    '<scr<script>ipt>alert(1)</script>',
    '<</script>script>alert(1)</script>',
    '<script/>alert(1)</script>',
    '<script\n>alert(1)</script\n>',
    '</title><script>alert(1)</script>',
    '</textarea></style><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img/onerror=alert(1)/src=x>',
    '<img src="x"onerror="alert(1)">',
    '<img src=x oNeRrOr\n=\nalert(1)>',
    '<img """><script>alert(1)</script>">',
    '<body onload=alert(1)>',
    '<details open ontoggle=alert(1)>',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<template><img src=x onerror=alert(1)></template>',
    '<xmp><img src=x onerror=alert(1)></xmp>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="javascript:alert(1)"></object>',
    '<embed src="https://evil.example/x.swf">',
    '<applet code=x>',
    '<base href="https://evil.example/">',
    '<link rel=import href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
    '<form action="https://evil.example/"><input formaction="javascript:alert(1)">',
    '<button formaction=https://evil.example/>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href=" &#14; javascript:alert(1)">x</a>',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<a href="jav&#10;ascript:alert(1)">x</a>',
    '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
    '<a href="javascript&colon;alert(1)">x</a>',
    '<a href="java\0script:alert(1)">x</a>',
    '<a href=javascript:alert(1)>x</a>',
    "<a href='javascript:alert(1)'>x</a>",
    '<a href="x" href="javascript:alert(1)">x</a>',
    '<a xlink:href="javascript:alert(1)">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="data:image/png;base64,AAAA">x</a>',
    '<img src="javascript:alert(1)">',
    '<img src="data:text/html,x">',
    '<img srcset="javascript:alert(1) 1x, https://example.com/ 2x">',
    '<table background="javascript:alert(1)">',
    '<video poster=javascript:alert(1)><source src=javascript:alert(1)></video>',
    '<v:rect href="javascript:alert(1)" onclick=alert(1)></v:rect>',
    '<!--[if mso]><script>alert(1)</script><a href="javascript:alert(1)" onclick=x>x</a><![endif]-->',
    '<!--><script>alert(1)</script>-->',
    '<!-- --!><img src=x onerror=alert(1)> -->',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<?xml <script>alert(1)</script> ?>',
    '<a\fhref="javascript:alert(1)">x</a>',
    '<a href="https://example.com/" style="width:expression(alert(1))">x</a>',
    '<style>@import "javascript:alert(1)";</style>',
  ])('%s', (html) => {
    for (const whole of [false, true]) {
      const written = pass(whole ? `<html><head></head><body>${html}</body></html>` : html, whole);
      expect(dangersIn(written)).toEqual([]);
      expect(written).not.toMatch(/expression|<svg|<iframe|<noscript|<script/i);
    }
  });

  test('at any position and in any context', () => {
    const pieces = fc.constantFrom(
      ...['<', '>', '"', "'", '/', '=', ' ', '\n', '\t', '\0', '&', '&#', '&lt;', '&quot;', '&colon;', ';'],
      ...[
        '<!--',
        '-->',
        '--!>',
        '<![CDATA[',
        ']]>',
        '<![endif]',
        '<![endif]-->',
        '[if mso]>',
        '<!--[if mso]>',
        '<!--[if !mso]><!-->',
      ],
      ...[
        '<script',
        '</script>',
        '<style>',
        '</style>',
        '<svg>',
        '<math>',
        '<title>',
        '</title>',
        '<textarea>',
        '</textarea>',
      ],
      ...[
        '<xmp>',
        '<noscript>',
        '<iframe',
        '<template>',
        '<table>',
        '<td>',
        '</table>',
        '<a ',
        '<img ',
        '<p>',
        '</p>',
        '<b>',
        '</b>',
      ],
      ...[
        '<html>',
        '<head>',
        '<body ',
        '</body>',
        'onerror=x',
        'href=',
        'src=',
        'style=',
        'javascript:x',
        'data:image/png,x',
      ],
      ...[
        '{{name}}',
        'slot0x0h',
        '<meta http-equiv=refresh ',
        '<base href=',
        '<v:rect ',
        '<o:p>',
        'a{b:c}',
        '/*',
        '\\',
        'x',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), fc.boolean(), (parts, whole) => {
        const written = pass(parts.join(''), whole);
        expect(dangersIn(written)).toEqual([]);
        expect(written).not.toMatch(/<(?:script|svg|math|iframe|template|xmp)/i);
        expect(pass(written, whole)).toBe(written);
      }),
      { numRuns: randomRuns(2_000) },
    );
  });
});

describe('email content is kept', () => {
  test.each([
    '<p class="a" id="b" style="color: red">x &amp; y</p>',
    '<a href="https://example.com/?a=1&amp;b=2" target="_blank">x</a>',
    '<a href="mailto:a@example.com">x</a>',
    '<a href="tel:+491234">x</a>',
    '<a href="#top">x</a>',
    '<img src="https://example.com/a.png" alt="a" width="10" height="20">',
    '<img src="data:image/png;base64,AAAA">',
    '<img src="cid:logo">',
    '<table role="presentation" width="600" cellpadding="0" bgcolor="#fff"><tr><td valign="top" colspan="2">x</td></tr></table>',
    '<center><font color="red">x</font></center>',
    '<form><input type="text" name="a"></form>',
    '<p dir="rtl">שלום 👩‍👩‍👧</p>',
    'a &lt; b &amp; c &gt; d&nbsp;e',
    '<ul><li>a</li><li>b</li></ul>',
    '<v:roundrect href="https://example.com/" arcsize="10%"><w:anchorlock/></v:roundrect>',
  ])('as written: %s', (html) => {
    expect(pass(html)).toBe(html.replace('<w:anchorlock/>', '<w:anchorlock></w:anchorlock>'));
  });

  test('in comments for Outlook, with their case and unbalanced tables', () => {
    const html = [
      '<!--[if (gte mso 9)|(IE)]><table width="600"><tr><td><![endif]-->',
      '<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><style>td > p { a: b }</style><![endif]-->',
      '<!--[if !mso]><!--><p>x</p><!--<![endif]-->',
      '<![if !mso]><p>y</p><![endif]>',
      '<!--[if mso]></td></tr></table><![endif]-->',
    ].join('\n');
    expect(pass(html)).toBe(html);
  });

  test('except for other comments', () => {
    expect(pass('a<!-- TODO: tell no one -->b')).toBe('ab');
  });

  test("in the head of a document, except for active parts, with the mail's character set", () => {
    const html =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns:v="urn:schemas-microsoft-com:vml"><head><meta charset="utf-7"><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="0"><title>A &amp; B</title><link rel="stylesheet" href="https://rsms.me/inter.css"><link rel="stylesheet" href="https://fonts.example/css"><link rel="preload" href="https://x.example"></head><body bgcolor="#eee">x</body></html>';
    expect(pass(html, true)).toBe(
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns:v="urn:schemas-microsoft-com:vml" lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="viewport" content="width=device-width"><title>A &amp; B</title><link rel="stylesheet" href="https://rsms.me/inter.css"></head><body bgcolor="#eee">x</body></html>',
    );
  });

  test('in a stylesheet, which stays inside its element', () => {
    const html = '<html><head><style>a{} </style/><b>--></style><p>x</p></head></html>';
    const written = pass(html, true);
    expect(elementsOf(written).map(({ name }) => name)).toEqual(['html', 'head', 'style', 'p']);
  });
});

describe('broken HTML is repaired', () => {
  test.each([
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<ul><li>a<li>b</ul>c', '<ul><li>a</li><li>b</li></ul>c'],
    [
      '<table><tr><td>a<td>b<tr><td>c</table>',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>',
    ],
    ['<b><i>a</b>b</i>', '<b><i>a</i></b>b'],
    ['a</div></td></table>b', 'ab'],
    ['<table><tr><td></div>x</td></tr></table>', '<table><tr><td>x</td></tr></table>'],
    ['<div><table><tr><td></div>x', '<div><table><tr><td>x</td></tr></table></div>'],
    ['<table><tr><td><table></tr></td>x', '<table><tr><td><table>x</table></td></tr></table>'],
    ['<br/><hr /><img src=cid:a>', '<br><hr><img src="cid:a">'],
    ['<div/>x', '<div>x</div>'],
    ['a < b <3 <', 'a &lt; b &lt;3 &lt;'],
    ['<a href=https://example.com/?a&b>x</a>', '<a href="https://example.com/?a&amp;b">x</a>'],
    ["<p title='\"'>x", '<p title="&quot;">x</p>'],
    ['<p a=1 a=2 "=3 b>x', '<p a="1" b="">x</p>'],
    ['<o:p>x</O:P>', '<o:p>x</o:p>'],
    ['<unknown>x</unknown>', 'x'],
    ['<textarea><b>&lt;</textarea>x', '<textarea>&lt;b&gt;&lt;</textarea>x'],
    ['<p>unfinished <b', '<p>unfinished </p>'],
    ['<td colspan=100000 rowspan=x>', '<td colspan="100" rowspan="1"></td>'],
  ])('%s', (html, written) => {
    expect(pass(html)).toBe(written);
  });

  test('elements deeper than the limit lose their tags and keep their text', () => {
    const written = pass(`${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}after`);
    expect(written).toBe(`${'<div>'.repeat(elementDepthMax)}deep${'</div>'.repeat(elementDepthMax)}after`);
  });
});
