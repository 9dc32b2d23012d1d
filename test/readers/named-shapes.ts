import type { Shape } from './shapes.ts';

/** Hostile or unusual text. Every reader must take linear time for it. */
export type NamedShape = Shape & { name: string };

const repeated = (name: string, ...units: string[]): NamedShape => ({ name, make: 'alternate', units });
const numbered = (name: string, ...units: string[]): NamedShape => ({ name, make: 'numbered', units });
const run = (name: string, ...units: string[]): NamedShape => ({ name, make: 'run', units });

/** Shapes that belong to no single reader's grammar, so every reader reads each of them. */
export const namedShapes: readonly NamedShape[] = [
  // Text without spaces.
  repeated('one letter', 'a'),
  repeated('letters, digits and signs of words', 'abcDEF123_'),
  { name: 'Chinese', make: 'lettered', units: [''] },
  repeated('Japanese sentences', 'これは空白のない長い文章です。続きがあります、'),
  repeated('Thai', 'ข้อความภาษาไทยไม่มีช่องว่าง'),
  repeated('Korean', '가나다라마바사아자차카타파하'),
  repeated('Arabic', 'شكراجزيلا'),
  repeated('emoji', '😀👩‍👩‍👧'),
  run('a long local part', 'a', 'a', '@b.example'),
  run('a long host', 'https://', 'a', '.example'),
  // Combining and invisible characters.
  run('combining marks out of order on one letter', 'a', '\u0300\u0316'),
  repeated('combining marks on each letter', 'a\u0301\u0327'),
  repeated('zero-width spaces', '\u200b'),
  repeated('zero-width spaces between letters', 'a\u200b'),
  repeated('soft hyphens', 'a\u00ad'),
  repeated('directional overrides', '\u202eabc '),
  repeated('ligatures that expand', '\ufdfa'),
  repeated('mathematical letters', '\u{1d400}'),
  repeated('letters that look alike', 'раураl '),
  repeated('unpaired surrogates', '\ud800'),
  // Links.
  numbered('links', '<a href="https://a', '.example/">', '</a>'),
  numbered('faulty links', '<a href="http://192.0.2.7:81/', '.exe">', '</a>'),
  numbered('faulty links to many hosts', '<a href="http://xkcdbfg', '.top:8081/">b', '</a>'),
  repeated('links whose host is a field', '<a href="https://{{a}}.b">c</a>'),
  numbered('internationalized links', '<a href="https://bü', '.example">', '</a>'),
  numbered('links that show another domain', '<a href="https://x', '.example">paypal.com</a>'),
  numbered('bare URLs', ' http://a', '.example/'),
  numbered('links to mailboxes', '<a href="mailto:a', '@b.example">x</a>'),
  repeated('unclosed links', '<a href="https://a.example">'),
  run('links within one tag', '', '<a href=# ', '>'),
  // Repeated signs.
  repeated('at signs', '@'),
  repeated('at signs between letters', 'a@'),
  repeated('mailboxes', 'a@b.example, '),
  repeated('quotes', '"'),
  repeated('nested quotes', '<a title="<b title=\''),
  repeated('quoted lines', '> > '),
  repeated('opening brackets', '['),
  repeated('round brackets', '(a'),
  repeated('angle brackets', '<'),
  repeated('unclosed elements', '<div><b>'),
  repeated('open comments', '<!--'),
  repeated('links of Markdown', '[a](b '),
  repeated('entities', '&amp;&#x41;'),
  repeated('unfinished entities', '&'),
  repeated('open placeholders', '{{a|'),
  repeated('placeholders', '{{a|b}}'),
  repeated('template tags of others', '{% if a %}'),
  repeated('backslashes', '\\'),
  repeated('percent signs', '%41%'),
  repeated('stars', '*a*_'),
  repeated('table cells', '|a|b|\n|-|-|\n'),
  repeated('list items', '- a\n'),
  // Blanks and lines.
  run('blanks between two letters', 'a', ' ', 'a'),
  repeated('empty lines', '\r\n'),
  repeated('lone carriage returns', '\rcontent-transfer-encoding:'),
  repeated('one-letter words', 'a b '),
  repeated('separators of cells', ',"a";'),
  // Digits.
  repeated('digits', '1'),
  repeated('amounts', '$ 1,000,000 '),
  repeated('font sizes', 'font:1.'),
  // Headers, reports and rules.
  repeated('header fields', 'Content-Type: multipart/mixed; boundary=a\r\n'),
  run('a folded field', 'Subject: a', '\r\n b', '\r\n\r\n'),
  numbered('parameters', '; a', '*0*=b'),
  repeated('encoded words', '=?utf-8?q?=41?= '),
  repeated('parts of a message', '--a\r\n\r\n'),
  repeated('a delivery status', 'Final-Recipient: rfc822; a@b\r\nStatus: 5.1.1\r\n\r\n'),
  repeated('arrays', '[{"a":'),
  repeated('phrases of a lure', 'verify your account within 24 hours '),
];
