import { describe, expect, test } from 'vitest';
import {
  withAllRedirectedLinks,
  withRedirectedLinks,
} from '../../../../src/model/content/links/redirected-links.ts';

const redirected = [
  { from: 'https://a.example/x?y=1&z={{email}}', to: 'https://b.example/"q"?z={{email}}' },
  { from: 'https://a.example/', to: 'https://c.example/' },
];
const first = 'https://b.example/&quot;q&quot;?z={{email}}';

describe('redirecting the links of a mail', () => {
  test.each([
    ['<a href="https://a.example/x?y=1&amp;z={{email}}">x</a>', `<a href="${first}">x</a>`],
    ["<a class=b href = ' https://a.example/x?y=1&z={{ email }} ' id=c>", `<a class=b href="${first}" id=c>`],
    ['<A HREF=https://a.example/>x</A>', '<A HREF="https://c.example/">x</A>'],
    ['<a href="https&#58;//a.example/">', '<a href="https://c.example/">'],
    [
      '<!--[if mso]><v:roundrect href="https://a.example/"></v:roundrect><![endif]-->',
      '<!--[if mso]><v:roundrect href="https://c.example/"></v:roundrect><![endif]-->',
    ],
    [
      '<a href="https://a.example/"><a href="https://a.example/">',
      '<a href="https://c.example/"><a href="https://c.example/">',
    ],
  ])('replaces the target: %s', (html, expected) => {
    expect(withRedirectedLinks(html, redirected)).toBe(expected);
  });

  test.each([
    '<a href="https://a.example/other">https://a.example/</a>',
    '<img src="https://a.example/">',
    '<a title="https://a.example/">',
    '<p>a < b & c <a href="https://a.example/',
    '',
  ])('changes nothing else: %s', (html) => {
    expect(withRedirectedLinks(html, redirected)).toBe(html);
    expect(withRedirectedLinks(html, [])).toBe(html);
  });

  test('adds redirects without a link for the verification', () => {
    const html = '<a href="https://a.example/">x</a>';
    expect(withAllRedirectedLinks(html, redirected)).toBe(
      `<a href="https://c.example/">x</a>\n<p><a href="${first}">here</a></p>`,
    );
    expect(withAllRedirectedLinks(html, [])).toBe(html);
  });
});
