import { expect, test } from 'vitest';
import { isSafeImage, isSafeLink } from '../../../../src/model/content/links/link-target.ts';

test.each([
  'https://example.com/',
  'HTTP://example.com',
  'mailto:a@example.com',
  'tel:+4912345',
  '#top',
  '/path:with:colons',
  '//example.com/',
  '?q=a:b',
  'page.html',
  '',
  ' https://example.com/ ',
])('a link may lead to %j', (target) => {
  expect(isSafeLink(target)).toBe(true);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\0script:alert(1)',
  'java\u200bscript:alert(1)',
  'java\u00adscript:alert(1)',
  'javascript\u00a0:alert(1)',
  'vbscript:x',
  'data:text/html,<script>',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  'blob:https://example.com/x',
  'view-source:https://example.com/',
  'ms-msdt:/id',
  'foo:bar',
  ':x',
  '\\\\server\\share',
])('a link may not lead to %j', (target) => {
  expect(isSafeLink(target)).toBe(false);
});

test('a merge field may follow a scheme or path but cannot be part of the scheme', () => {
  for (const start of ['https://example.com/', 'mailto:', 'https:', '/a', '?q=', '#']) {
    expect(isSafeLink(start, true), start).toBe(true);
  }
  for (const start of ['', 'java', 'https', 'example.com', 'javascript:']) {
    expect(isSafeLink(start, true), start).toBe(false);
  }
});

test('an image must come from the web or the mail itself, and a data: URL is only displayed', () => {
  expect(isSafeImage('https://example.com/a.png')).toBe(true);
  expect(isSafeImage('cid:logo')).toBe(true);
  expect(isSafeImage('data:image/png;base64,AAAA')).toBe(false);
  expect(isSafeImage('data:image/png;base64,AAAA', { embedded: true })).toBe(true);
  expect(isSafeImage('data:text/html,x', { embedded: true })).toBe(false);
  expect(isSafeImage('data:imagex', { embedded: true })).toBe(false);
  expect(isSafeImage('mailto:a@example.com')).toBe(false);
});
